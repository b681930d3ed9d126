//! Tests that compile other crates and files. The tests of this file build and run packages outside the workspace, as
//! users would. Most packages print the names of the backends that they use.

mod emitted;
mod planted_entries;
mod scripts;
mod workspace_copy;

use std::path::Path;
use std::process::{Command, Output};

use setwise::BackendId;
use setwise_builds::{one_at_a_time, root};

/// Builds and runs a program, with additional environment variables and arguments. `program` is the name of a package
/// in `tests/downstream`, followed by options of `cargo run`.
fn run(program: &str, environment: &[(&str, &str)], arguments: &[&str]) -> Output {
    let (package, options) = program.split_once(' ').unwrap_or((program, ""));
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--offline"]).args(options.split_whitespace()).arg("--").args(arguments);
    command.current_dir(root().join("tests/downstream").join(package));
    command.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("downstream"));
    // Variables that are set for these tests must not affect the packages.
    for variable in [setwise::BACKEND_VARIABLE, "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
        command.env_remove(variable);
    }
    let _turn = one_at_a_time();
    command.envs(environment.iter().copied()).output().unwrap()
}

/// Runs a program that must succeed, and returns its output.
fn printed(program: &str, environment: &[(&str, &str)], arguments: &[&str]) -> String {
    let output = run(program, environment, arguments);
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Builds and runs a program, which must fail and print nothing to standard output. Returns the standard error.
fn refused(program: &str, environment: &[(&str, &str)], arguments: &[&str]) -> String {
    let output = run(program, environment, arguments);
    assert!(!output.status.success() && output.stdout.is_empty(), "{program}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn is_ready(name: &str) -> bool {
    name.parse::<BackendId>().unwrap().detect().is_ok()
}

/// Tests that a `no_std` library runs on every backend that its features enable and this CPU supports. `auto` must
/// return the first of these backends in the documented order.
#[test]
#[ignore = "nightly"]
fn every_compiled_backend_runs_and_the_documented_order_decides() {
    let cases: [(&str, &[&str]); 4] = [
        ("", &["scalar-prefix"]),
        ("avx2", &["avx2-prefix", "scalar-prefix"]),
        ("avx2,portable", &["avx2-prefix", "portable-prefix", "scalar-prefix"]),
        ("scalar-lookup,portable", &["portable-prefix", "scalar-lookup", "scalar-prefix"]),
    ];
    for (features, backends) in cases {
        let ready: Vec<&str> = backends.iter().copied().filter(|name| is_ready(name)).collect();
        let ran: String = ready.iter().map(|name| format!("ran {name}\n")).collect();
        let found = printed(&format!("by-feature --features={features}"), &[], &[]);
        assert_eq!(found, format!("{ran}auto {}\n", ready[0]), "{features}");
    }
}

#[test]
#[ignore = "nightly"]
fn two_dependents_with_different_features_share_one_graph() {
    let auto = if is_ready("avx2-prefix") { "avx2-prefix" } else { "scalar-shift" };
    let found = printed("by-feature --features=avx2,dependent", &[], &[]);
    assert!(found.ends_with(&format!("auto {auto}\n({auto:?}, true)\n")), "{found}");
}

#[test]
#[ignore = "nightly"]
fn counts_and_heat_of_a_number_do_not_compile() {
    let message = refused("default-features --bin=number-as-set", &[], &[]);
    for (method, instead) in
        [("counts", "use `map` to write it, or `total` to add it up"), ("heat", "use `total` to add it up")]
    {
        let expected = format!("`{method}` is for sets, and a result of this kernel is a number or a flag: {instead}");
        assert!(message.contains(&expected) && message.contains("src/bin/number-as-set.rs"), "{message}");
    }
}

/// Tests that the compiler reports an impossible step once, with the line of the user that names the leaper. One error for
/// each backend and each number of ranks would hide this line.
#[test]
#[ignore = "nightly"]
fn an_impossible_step_is_reported_once_with_the_line_that_names_the_leaper() {
    let message = refused("default-features --bin=impossible-leaper", &[], &[]);
    assert!(message.contains("a step of more than 7 leaves the board from every square"), "{message}");
    assert_eq!(message.matches("error[E0080]").count(), 1, "{message}");
    assert_eq!(message.matches("src/bin/impossible-leaper.rs:14:").count(), 1, "{message}");
}

/// Tests that a build script can record a kernel, prove that a faster form is equivalent, and write the faster form as
/// source.
#[test]
#[ignore = "nightly"]
fn a_kernel_of_ones_own_is_proven_and_emitted() {
    assert_eq!(printed("own-kernel", &[], &[]), "1001 boards are equal\n");
}

#[test]
#[ignore = "nightly"]
fn a_choice_at_compile_time() {
    const PROGRAM: &str = "default-features --bin=default-features --features=fixed";
    // If the default features do not enable the backend, or if this CPU cannot run it, `auto` must return the baseline.
    let default = |id: BackendId| !matches!(id.name(), "scalar-shift" | "scalar-lookup");
    for id in BackendId::ALL {
        let flags = format!("--cfg setwise_backend=\"{id}\"");
        let expected = if default(*id) && id.detect().is_ok() { id.name() } else { "scalar-prefix" };
        assert_eq!(printed(PROGRAM, &[("RUSTFLAGS", &flags)], &[]), format!("chosen {expected}\n"));
    }
    let two = "--cfg setwise_backend=\"sse2-prefix\" --cfg setwise_backend=\"scalar-prefix\"";
    let error = refused(PROGRAM, &[("RUSTFLAGS", two)], &[]);
    assert!(error.contains("--cfg setwise_backend names scalar-prefix and another backend"), "{error}");
    let error = refused(PROGRAM, &[], &[]);
    assert!(error.contains("assertion failed: setwise::FIXED_BACKEND.is_some()"), "{error}");
}

#[test]
#[ignore = "nightly"]
fn a_name_from_the_command_line_or_the_environment() {
    const PROGRAM: &str = "default-features --bin=default-features";
    let variable = setwise::BACKEND_VARIABLE;
    assert_eq!(printed(PROGRAM, &[], &["portable-prefix"]), "chosen portable-prefix\n");
    assert_eq!(printed(PROGRAM, &[(variable, "scalar-prefix")], &[]), "chosen scalar-prefix\n");
    assert_eq!(printed(PROGRAM, &[(variable, "scalar-prefix")], &["portable-prefix"]), "chosen portable-prefix\n");
    assert_eq!(printed(PROGRAM, &[(variable, "")], &[]), format!("chosen {}\n", setwise::auto().id()));

    let unknown = "error: 'nonsense' is not a backend; the names are avx512-vpopcnt-prefix, avx512-prefix, avx2-prefix";
    for error in [refused(PROGRAM, &[], &["nonsense"]), refused(PROGRAM, &[(variable, "nonsense")], &[])] {
        assert!(error.starts_with(unknown), "{error}");
    }
    let elsewhere = if cfg!(target_arch = "aarch64") { "avx2-prefix" } else { "neon-prefix" };
    let error = refused(PROGRAM, &[(variable, elsewhere)], &[]);
    let expected = format!(
        "error: {elsewhere} is not compiled into this build (its feature is off, or it is for another target); ready here are "
    );
    assert!(error.starts_with(&expected) && error.trim_end().ends_with("scalar-prefix"), "{error}");
}

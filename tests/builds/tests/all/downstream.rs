//! Builds and runs crates outside the workspace, one for each way of choosing a backend. Each prints the backend that it got.

use std::path::Path;
use std::process::{Command, Output};

use setwise::BackendId;

/// Builds and runs a package of `tests/downstream/` with additional environment variables and arguments.
fn run(package: &str, environment: &[(&str, &str)], arguments: &[&str]) -> Output {
    let folder = setwise_builds::root().join("tests/downstream").join(package);
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--offline", "--"]).args(arguments).current_dir(folder);
    command.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("downstream"));
    // Variables that are set for the tests themselves must not affect the packages.
    for variable in [setwise::BACKEND_VARIABLE, "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
        command.env_remove(variable);
    }
    command.envs(environment.iter().copied()).output().unwrap()
}

/// Returns what a package prints if it succeeds.
fn printed(package: &str, environment: &[(&str, &str)], arguments: &[&str]) -> String {
    let output = run(package, environment, arguments);
    assert!(output.status.success(), "{package}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns what a package writes to standard error if it fails. It must print nothing to standard output.
fn refused(package: &str, environment: &[(&str, &str)], arguments: &[&str]) -> String {
    let output = run(package, environment, arguments);
    assert!(!output.status.success() && output.stdout.is_empty(), "{package}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Returns the first of these backends that this CPU can run, or the baseline.
fn first_ready(names: &[&'static str]) -> &'static str {
    let ready = |name: &&&str| name.parse::<BackendId>().unwrap().detect().is_ok();
    names.iter().find(ready).copied().unwrap_or("scalar-prefix")
}

#[test]
fn one_feature_several_and_none() {
    assert_eq!(printed("one-feature", &[], &[]), format!("auto {}\n", first_ready(&["avx2-prefix"])));
    assert_eq!(printed("no-feature", &[], &[]), "auto scalar-prefix\n");
    assert_eq!(
        printed("several-features", &[], &[]),
        "ran portable-prefix\nran scalar-lookup\nran scalar-prefix\nauto portable-prefix\n"
    );
}

#[test]
fn two_dependents_with_different_features_share_one_graph() {
    let auto = first_ready(&["avx2-prefix", "scalar-shift"]);
    assert_eq!(printed("two-dependents", &[], &[]), format!("a {auto}\nb {auto}, its own by type: true\n"));
}

#[test]
fn counts_and_heat_of_a_number_do_not_compile() {
    let cases = [("counts", "use `map` to write it, or `total` to add it up"), ("heat", "use `total` to add it up")];
    for (method, instead) in cases {
        let message = refused(&format!("{method}-of-a-number"), &[], &[]);
        let expected = format!("`{method}` is for sets, and a result of this kernel is a number or a flag: {instead}");
        assert!(message.contains(&expected) && message.contains("src/main.rs"), "{message}");
    }
}

#[test]
fn a_library_without_std() {
    let auto = first_ready(&["avx2-prefix", "portable-prefix"]);
    assert_eq!(printed("without-std", &[], &[]), format!("auto {auto}, 30 squares\n"));
}

/// Its build script records a kernel, proves a faster form, and writes that as source.
#[test]
fn a_kernel_of_ones_own_is_proven_and_emitted() {
    assert_eq!(printed("own-kernel", &[], &[]), "1001 boards are equal\n");
}

#[test]
fn a_choice_at_compile_time() {
    // `compile-time` has the default features. A backend that they leave out is replaced by the baseline.
    let default = |id: BackendId| !matches!(id.name(), "scalar-shift" | "scalar-lookup");
    for id in BackendId::ALL {
        let flags = format!("--cfg setwise_backend=\"{id}\"");
        let expected = if default(*id) { first_ready(&[id.name()]) } else { "scalar-prefix" };
        assert_eq!(printed("compile-time", &[("RUSTFLAGS", &flags)], &[]), format!("auto {expected}\n"));
    }
    let error = refused("compile-time", &[], &[]);
    assert!(error.contains("assertion failed: setwise::FIXED_BACKEND.is_some()"), "{error}");
}

#[test]
fn a_name_from_the_command_line_or_the_environment() {
    let variable = setwise::BACKEND_VARIABLE;
    assert_eq!(printed("by-name", &[], &["portable-prefix"]), "chosen portable-prefix\n");
    assert_eq!(printed("by-name", &[(variable, "scalar-prefix")], &[]), "chosen scalar-prefix\n");
    assert_eq!(printed("by-name", &[(variable, "scalar-prefix")], &["portable-prefix"]), "chosen portable-prefix\n");
    assert_eq!(printed("by-name", &[(variable, "")], &[]), format!("chosen {}\n", setwise::auto().id()));

    let unknown = "error: 'nonsense' is not a backend; the names are avx512-vpopcnt-prefix, avx512-prefix, avx2-prefix";
    for error in [refused("by-name", &[], &["nonsense"]), refused("by-name", &[(variable, "nonsense")], &[])] {
        assert!(error.starts_with(unknown), "{error}");
    }
    let elsewhere = if cfg!(target_arch = "aarch64") { "avx2-prefix" } else { "neon-prefix" };
    let error = refused("by-name", &[(variable, elsewhere)], &[]);
    let expected = format!(
        "error: {elsewhere} is not compiled into this build (its feature is off, or it is for another target); ready here are "
    );
    assert!(error.starts_with(&expected) && error.trim_end().ends_with("scalar-prefix"), "{error}");
}

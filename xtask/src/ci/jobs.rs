//! The list of jobs. Each has a name and the command that a person would type.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A check: its name, its command, and its environment variables.
pub(super) struct Job {
    pub(super) name: &'static str,
    pub(super) command: &'static str,
    environment: &'static [(&'static str, &'static str)],
}

const fn job(name: &'static str, command: &'static str) -> Job {
    Job { name, command, environment: &[] }
}

/// Makes a check of combinations of features. Nothing may be unused in any of them.
const fn powerset(name: &'static str, command: &'static str) -> Job {
    Job { name, command, environment: &[("RUSTFLAGS", "-D warnings")] }
}

/// The test modules of the facade whose results are the same on every processor: threads, faults that the suite must find, values on
/// a page of the documentation, and patterns of pawns and paths, which use no operation of lanes that other tests do not use.
macro_rules! same_on_every_cpu {
    () => {
        " --skip parallel:: --skip planted:: --skip reference:: --skip spec_pawns:: --skip spec_paths::"
    };
}

/// Makes a job that runs the tests on an emulated x86-64 processor, old or new. The backends in `must run` must not be skipped.
macro_rules! on_cpu {
    ($name:literal, $model:literal, $packages:literal, must run $must_run:literal) => {
        Job {
            name: $name,
            command: concat!(
                "cargo test ",
                $packages,
                " --tests --all-features --target x86_64-unknown-linux-gnu --",
                same_on_every_cpu!()
            ),
            environment: &[
                ("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", concat!("qemu-x86_64 -cpu ", $model)),
                (MUST_RUN, $must_run),
            ],
        }
    };
}

/// The environment variable that lists backends that must not be skipped. The conformance tests read it.
const MUST_RUN: &str = "SETWISE_MUST_RUN";

/// The name of the job that runs the tests.
const TEST: &str = "test";

/// One worker takes the jobs from the front and another from the back, so the order puts jobs that compile in the same folder
/// together: only one of them can compile at a time.
pub(super) const JOBS: &[Job] = &[
    // All dependencies are fetched once, and `Cargo.lock` must contain all of them.
    job("fetch", "cargo fetch --quiet --locked"),
    job("fmt", "cargo fmt --all --check"),
    job("clippy", "cargo clippy --workspace --all-targets --all-features -- -D warnings"),
    // The members with code that depends on a feature, without the feature. The `powerset` jobs check the library.
    job(
        "clippy-plain",
        "cargo clippy -p setwise-arrow -p setwise-cli -p setwise-files -p setwise-ir -p setwise-positions -p setwise-rounds -- -D warnings",
    ),
    job(TEST, "cargo test"),
    // What `cargo test` leaves out, because it takes long: crates that compile other crates, the tools that judge the library, Arrow
    // and Parquet, and the functions of the C library. In one command, so that what they depend on is compiled once.
    job(
        "other-members",
        "cargo test -p setwise-builds -p setwise-lab -p setwise-prover -p setwise-arrow -p setwise-cli -p setwise-c --all-features",
    ),
    job("gen-tables", "cargo xtask gen-tables --check"),
    // The C library from C and C++, as installed.
    job("capi", "cargo xtask capi --check"),
    job("kernels-rust", "cargo xtask kernels rust"),
    job("kernels-c", "cargo xtask kernels c"),
    Job { name: "docs", command: "cargo doc --workspace --no-deps", environment: &[("RUSTDOCFLAGS", "-D warnings")] },
    job("bench-smoke", "cargo bench -- --test"),
    job("bench-knights", "cargo bench -- knights"),
    // Checks that `compile_fail` examples fail with the named error code, which only nightly compares.
    job("compile-fail", "cargo +nightly test --doc -p setwise-board -p setwise-core -p setwise-simd"),
    job("deny", "cargo deny --log-level error check bans licenses sources"),
    job("asm", "cargo xtask asm"),
    // Instructions by callgrind, within 2 % of the committed baseline: `cargo lab counts` with a laboratory that is not optimised,
    // because other jobs have compiled most of it.
    job("counts", "cargo run --quiet -p setwise-lab -- counts"),
    job("prove", "cargo prove"),
    job("program", "cargo run --quiet -p setwise-cli -- backends"),
    job("example-first", "cargo run --quiet --example first"),
    job("example-table", "cargo run --quiet --example replace_your_table"),
    job("features-none", "cargo test -p setwise --tests --no-default-features"),
    job("features-avx2", "cargo test -p setwise --tests --no-default-features --features avx2"),
    job("features-portable", "cargo test -p setwise --tests --no-default-features --features portable"),
    powerset("powerset", "cargo hack check --quiet -p setwise --feature-powerset --depth 2"),
    // The page, the results, the guide and the API documentation in one folder, with every link in it.
    job("site", "cargo xtask site"),
    // The jobs from here on compile in folders of their own.
    powerset(
        "powerset-aarch64",
        "scripts/cross.sh aarch64-unknown-linux-gnu hack check --quiet -p setwise --feature-powerset --depth 2",
    ),
    powerset(
        "powerset-no-std",
        "scripts/cross.sh x86_64-unknown-none hack check --quiet -p setwise --feature-powerset --depth 2 --exclude-features std,rayon",
    ),
    Job {
        name: "asan",
        // The packages that contain or call unsafe code. Threads stay in.
        command: "cargo +nightly test --tests --all-features --target x86_64-unknown-linux-gnu -p setwise-simd -p setwise -p setwise-positions -- --skip planted:: --skip reference:: --skip spec_pawns:: --skip spec_paths::",
        environment: &[
            ("RUSTFLAGS", "-Zsanitizer=address"),
            // A separate folder: other flags would recompile everything in the usual one.
            ("CARGO_TARGET_DIR", "target/asan"),
        ],
    },
    on_cpu!(
        "cpu-sse2",
        "qemu64",
        "-p setwise-simd -p setwise -p setwise-positions",
        must run "sse2-prefix,portable-prefix,scalar-prefix"
    ),
    // This CPU also has SSSE3, SSE4.1 and POPCNT, which only these two packages use.
    on_cpu!(
        "cpu-no-avx2",
        "Nehalem",
        "-p setwise-simd -p setwise",
        must run "sse2-prefix,portable-prefix,scalar-prefix"
    ),
    on_cpu!(
        "cpu-avx2",
        "Haswell",
        "-p setwise-simd -p setwise -p setwise-positions",
        must run "avx2-prefix,avx2-shift,avx2-eight-lanes,sse2-prefix"
    ),
    Job {
        name: "aarch64",
        command: "scripts/cross.sh aarch64-unknown-linux-gnu test -p setwise-board -p setwise-simd -p setwise -p setwise-positions --tests --all-features",
        environment: &[(MUST_RUN, "neon-prefix,portable-prefix,scalar-prefix")],
    },
    Job {
        name: "wasm32",
        command: "scripts/cross.sh wasm32-wasip1 test -p setwise-board -p setwise-simd -p setwise -p setwise-positions --tests --all-features",
        environment: &[(MUST_RUN, "simd128-prefix,portable-prefix,scalar-prefix")],
    },
    // Packs, compiles and tests the published packages, builds the archive of the program, and lists all files of a release, with the
    // wheel of the job `python`, which the worker from the back runs before. The job runs only if something has changed.
    job("release", "scripts/release.sh"),
    // A separate workspace. The job runs only if it or what it depends on has changed.
    job("python", "scripts/python.sh"),
    // No test runs on these hosts or with the minimum Rust, but they must compile. The job runs only if something has changed.
    job("hosts", "scripts/hosts.sh"),
    // A separate workspace. The first run compiles several hundred crates into a cache outside the clone.
    job("sql", "scripts/sql.sh"),
    // The page, in a browser. The job runs only if it or what it depends on has changed. It is the first one from the back, because
    // the job `site` builds the page too.
    job("web", "scripts/web.sh"),
];

impl Job {
    /// Returns the command, which runs in the root of the workspace.
    pub(super) fn command(&self, root: &Path) -> Command {
        let mut words = self.command.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).envs(self.environment.iter().copied()).current_dir(root);
        if self.name == TEST {
            // Only this job compiles every backend for this machine.
            let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
            command.env(MUST_RUN, must_run_here(&cpuinfo));
        }
        command
    }

    /// Returns the first program that the job needs and that is missing on this machine.
    pub(super) fn lacks(&self) -> Option<&'static str> {
        NEEDS.iter().find(|need| self.needs(need) && !need.is_there()).map(|need| need.name)
    }

    fn needs(&self, need: &Need) -> bool {
        let in_environment = self.environment.iter().any(|(_, value)| value.contains(need.part));
        in_environment || self.command.contains(need.part)
    }
}

/// A program that some jobs need apart from cargo.
struct Need {
    name: &'static str,
    /// A part of a command, or of a variable, which shows that a job needs the program.
    part: &'static str,
    /// A command that succeeds if the program is installed.
    probe: &'static [&'static str],
}

const NEEDS: [Need; 9] = [
    Need { name: "qemu-x86_64", part: "qemu-x86_64 ", probe: &["qemu-x86_64", "--version"] },
    Need { name: "C compiler (cc)", part: "kernels c", probe: &["cc", "--version"] },
    Need { name: "cargo-hack", part: " hack ", probe: &["cargo", "hack", "--version"] },
    Need { name: "cargo-deny", part: " deny ", probe: &["cargo", "deny", "--version"] },
    Need { name: "mdbook", part: "xtask site", probe: &["mdbook", "--version"] },
    Need { name: "npm", part: "xtask site", probe: &["npm", "--version"] },
    Need { name: "nightly toolchain", part: "+nightly", probe: &["cargo", "+nightly", "--version"] },
    Need { name: "valgrind", part: "lab -- counts", probe: &["valgrind", "--version"] },
    Need { name: "gungraun-runner", part: "lab -- counts", probe: &["gungraun-runner", "--version"] },
];

impl Need {
    fn is_there(&self) -> bool {
        let (program, arguments) = self.probe.split_first().expect("a probe is a command");
        Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
    }
}

/// Returns the backends that must run on this machine, according to the CPU flags in `cpuinfo`, independently of the
/// detection under test. Without flags, only the backends in plain Rust are listed.
fn must_run_here(cpuinfo: &str) -> String {
    let line = cpuinfo.lines().find(|line| line.starts_with("flags"));
    let flags: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
    let has = |needed: &[&str]| needed.iter().all(|flag| flags.contains(flag));
    let mut backends = vec!["scalar-prefix", "portable-prefix"];
    if has(&["sse2"]) {
        backends.push("sse2-prefix");
    }
    if has(&["avx2"]) {
        backends.extend(["avx2-prefix", "avx2-shift", "avx2-eight-lanes"]);
    }
    if has(&["avx512f", "avx512bw"]) {
        backends.extend(["avx512-prefix", "avx512-eight-lanes"]);
    }
    if has(&["avx512f", "avx512bw", "avx512_vpopcntdq"]) {
        backends.push("avx512-vpopcnt-prefix");
    }
    backends.join(",")
}

#[cfg(test)]
mod tests {
    use setwise::BackendId;

    use super::*;

    /// Together, the jobs run every backend whose feature is on by default.
    #[test]
    fn every_backend_must_run_in_a_job() {
        let flags = "flags : sse2 avx2 avx512f avx512bw avx512_vpopcntdq";
        let mut lists = vec![must_run_here(flags)];
        lists.extend(
            JOBS.iter()
                .flat_map(|job| job.environment)
                .filter(|(name, _)| *name == MUST_RUN)
                .map(|(_, list)| list.to_string()),
        );
        for name in
            BackendId::ALL.iter().map(|id| id.name()).filter(|name| !["scalar-lookup", "scalar-shift"].contains(name))
        {
            assert!(lists.iter().flat_map(|list| list.split(',')).any(|listed| listed == name), "{name}");
        }
    }

    #[test]
    fn the_flags_of_the_cpu_say_what_must_run() {
        let must_run = |flags: &str| must_run_here(&format!("processor : 0\nflags : fpu {flags}\n"));
        assert_eq!(must_run_here(""), "scalar-prefix,portable-prefix");
        assert_eq!(must_run("sse2"), "scalar-prefix,portable-prefix,sse2-prefix");
        assert!(must_run("sse2 avx2").ends_with("avx2-prefix,avx2-shift,avx2-eight-lanes"));
        assert!(!must_run("sse2 avx2 avx512f").contains("avx512-prefix"));
        assert!(must_run("sse2 avx2 avx512f avx512bw").contains("avx512-prefix,avx512-eight-lanes"));
    }

    #[test]
    fn jobs_need_what_their_commands_use() {
        let needing = |name: &str| {
            let need = NEEDS.iter().find(|need| need.name == name).unwrap();
            JOBS.iter().filter(|job| job.needs(need)).map(|job| job.name).collect::<Vec<_>>()
        };
        assert_eq!(needing("nightly toolchain"), ["compile-fail", "asan"]);
        assert_eq!(needing("qemu-x86_64"), ["cpu-sse2", "cpu-no-avx2", "cpu-avx2"]);
        assert_eq!([needing("cargo-deny"), needing("mdbook"), needing("valgrind")], [["deny"], ["site"], ["counts"]]);
    }

    /// The commands of the README are jobs as they are written.
    #[test]
    fn the_commands_of_the_readme_are_jobs() {
        let readme = include_str!("../../../README.md");
        let blocks = readme.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
        let commands: Vec<&str> = blocks.flat_map(str::lines).filter_map(|line| line.split('#').next()).collect();
        assert!(!commands.is_empty());
        for command in commands {
            assert!(JOBS.iter().any(|job| job.command == command.trim()), "{command}");
        }
    }

    #[test]
    fn job_names_are_distinct() {
        let mut names: Vec<&str> = JOBS.iter().map(|job| job.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), JOBS.len());
    }
}

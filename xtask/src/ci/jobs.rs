//! The list of jobs. Each job has a name, and a command that can also be typed into a shell.

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

/// Returns a job that checks combinations of features. Every warning is an error, for example a warning about code that
/// a combination leaves unused.
const fn powerset(name: &'static str, command: &'static str) -> Job {
    Job { name, command, environment: &[("RUSTFLAGS", "-D warnings")] }
}

/// The tests of what depends on the CPU: detection, dispatch, and every instruction that the library uses. Most test
/// programs that are left out check patterns and features, which use only operations of lanes that `backends` tests.
/// The test program `fuzzed` is also left out, but some jobs add it.
macro_rules! by_cpu {
    () => {
        "--lib --test backends --test packed --test proofs --test reader"
    };
}

/// Makes a job that runs tests on an emulated x86-64 processor, without the tests of threads. The job fails if a backend
/// after `must run` cannot run. The words after `only` are beginnings of names: the tests that take longest run only
/// backends with such a name, so that few backends run again on a CPU with more instructions. The form with `runs` names
/// the tests instead.
///
/// These jobs compile almost nothing, because they reuse what the job `test` has compiled. The command therefore selects
/// packages and features for which cargo compiles every crate as it does for `cargo test`. The package xtask is selected
/// only because it enables features of common dependencies; it has no library, and no test program with these names. The
/// command does not pass `--target`, because cargo would then use another folder.
macro_rules! on_cpu {
    ($name:literal, $model:literal, must run $must_run:literal, only $only:literal) => {
        on_cpu!($name, $model, runs (by_cpu!(), " -- --skip parallel::"), (MUST_RUN, $must_run), (ONLY, $only))
    };
    ($name:literal, $model:literal, runs ($($tests:tt)+) $(, $variable:expr)*) => {
        Job {
            name: $name,
            command: concat!(
                "cargo test -p setwise-simd -p setwise -p setwise-positions -p setwise-specimens -p setwise-patterns ",
                "-p xtask --features setwise/rayon,setwise-positions/cozy-chess ",
                $($tests)+
            ),
            environment: &[
                ("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", concat!("qemu-x86_64 -cpu ", $model))
                $(, $variable)*
            ],
        }
    };
}

/// The environment variable that lists backends. The conformance tests fail if one of these backends is skipped.
const MUST_RUN: &str = "SETWISE_MUST_RUN";

/// The environment variable that selects the backends that tests run, by the beginnings of their names.
const ONLY: &str = "SETWISE_ONLY";

/// The name of the job that runs the tests.
const TEST: &str = "test";

/// The jobs. One worker takes jobs from the front of this list, and another takes jobs from the back. Jobs that compile
/// in the same folder are next to each other in the list, because only one of them can compile at a time.
pub(super) const JOBS: &[Job] = &[
    // Fetches all dependencies once. Fails if `Cargo.lock` does not list all of them.
    job("fetch", "cargo fetch --quiet --locked"),
    job("fmt", "cargo fmt --all --check"),
    job("clippy", "cargo clippy --workspace --all-targets --all-features -- -D warnings"),
    // Checks the members that have optional features, with only their default features enabled. The `powerset` jobs
    // check the features of the library.
    job(
        "clippy-plain",
        "cargo clippy -p setwise-arrow -p setwise-cli -p setwise-expressions -p setwise-files -p setwise-games -p setwise-ir -p setwise-positions -p setwise-rounds -- -D warnings",
    ),
    job(TEST, "cargo test"),
    // Runs the tests that `cargo test` leaves out because they take too long. Some of them compile other crates. The
    // others test the program, expressions, kernels as data, Arrow and Parquet, the C library, the Rust code of the page,
    // and the tools that judge the library. One command runs these tests, so that common dependencies are compiled once.
    job("other-members", "scripts/members.sh"),
    // Tests the page in a browser, if the page or its dependencies have changed since the last success. Comes directly
    // after `other-members`, which has compiled the program. `site` also builds the page, so it must not run at the same
    // time: in a run of all jobs, it comes much later.
    job("web", "scripts/members.sh scripts/web.sh"),
    job("gen-tables", "cargo xtask gen-tables --check"),
    // Checks the C library with only the features that its users get.
    job("capi-plain", "cargo clippy --quiet -p setwise-c -- -D warnings"),
    // Checks the installed C library from C and C++. `scripts/members.sh` compiles it with more features than its users get.
    job("capi", "scripts/members.sh cargo xtask capi --check"),
    Job { name: "docs", command: "cargo doc --workspace --no-deps", environment: &[("RUSTDOCFLAGS", "-D warnings")] },
    job("bench-smoke", "cargo bench -- --test"),
    job("bench-knights", "cargo bench -- knights"),
    // Checks that `compile_fail` examples fail with the named error code, which only nightly compares.
    job("compile-fail", "cargo +nightly test --doc -p setwise-board -p setwise-core -p setwise-simd"),
    job("deny", "cargo deny --log-level error check bans licenses sources"),
    job("asm", "cargo xtask asm"),
    // Checks that the instruction counts from callgrind are within 2 % of the committed baseline.
    job("counts", "scripts/members.sh lab counts"),
    job("prove", "scripts/members.sh prover"),
    job("example-first", "cargo run --quiet --example first"),
    job("example-table", "cargo run --quiet --example replace_your_table"),
    job("features-none", "cargo test -p setwise --lib --test backends --no-default-features"),
    job("features-avx2", "cargo test -p setwise --lib --test backends --no-default-features --features avx2"),
    job("features-portable", "cargo test -p setwise --lib --test backends --no-default-features --features portable"),
    powerset("powerset", "cargo hack check --quiet -p setwise --feature-powerset --depth 2"),
    // Builds the page, the results, the guide and the API documentation in one folder, and checks their links.
    job("site", "cargo xtask site"),
    // Most of the following jobs compile in separate folders. The jobs of emulated x86-64 processors compile in the
    // usual folder, and so does part of `release`.
    powerset(
        "powerset-aarch64",
        "scripts/cross.sh aarch64-unknown-linux-gnu hack check --quiet -p setwise --feature-powerset --depth 2",
    ),
    powerset(
        "powerset-no-std",
        "scripts/cross.sh x86_64-unknown-none hack check --quiet -p setwise --feature-powerset --depth 2 --exclude-features std,rayon",
    ),
    on_cpu!("cpu-sse2", "qemu64", must run "sse2-prefix,portable-prefix,scalar-prefix", only "sse2,portable,scalar-prefix"),
    // This CPU also has SSSE3, SSE4.1 and POPCNT.
    on_cpu!("cpu-no-avx2", "Nehalem", must run "sse2-prefix", only "sse2"),
    // This CPU has AVX, but not AVX2. CPUID stops before leaf 7 and returns leaf 4 instead, in which the bit of AVX2 is
    // set. Only detection is tested, because a dependency of other tests would execute AVX2 instructions.
    on_cpu!(
        "cpu-no-leaf-7",
        "IvyBridge,level=4",
        runs("--test backends --test proofs -- is_ready_if the_standard_library")
    ),
    on_cpu!("cpu-avx2", "Haswell", must run "avx2-prefix,avx2-shift,avx2-eight-lanes", only "avx2"),
    Job {
        name: "asan",
        // These packages contain or call unsafe code. Unlike the jobs for emulated processors, this job also runs the
        // tests of threads.
        command: concat!(
            "cargo +nightly test --all-features --target x86_64-unknown-linux-gnu ",
            "-p setwise-simd -p setwise -p setwise-positions --test fuzzed ",
            by_cpu!()
        ),
        environment: &[
            ("RUSTFLAGS", "-Zsanitizer=address"),
            // In the usual folder, everything would be compiled again because of these flags.
            ("CARGO_TARGET_DIR", "target/asan"),
        ],
    },
    Job {
        name: "aarch64",
        command: concat!(
            "scripts/cross.sh aarch64-unknown-linux-gnu test -p setwise-board -p setwise-simd -p setwise ",
            "-p setwise-positions --all-features --test fuzzed ",
            by_cpu!()
        ),
        environment: &[(MUST_RUN, "neon-prefix,portable-prefix,scalar-prefix")],
    },
    // Node compiles WebAssembly to machine code, so the tests are fast enough for this job to run all of them. No other
    // job runs the tests of patterns and of features on a target other than x86.
    Job {
        name: "wasm32",
        command: concat!(
            "scripts/cross.sh wasm32-wasip1 test -p setwise-board -p setwise-simd -p setwise -p setwise-positions --tests ",
            "--all-features"
        ),
        environment: &[(MUST_RUN, "simd128-prefix,portable-prefix,scalar-prefix")],
    },
    // Packs, compiles and tests the published packages, builds the archive of the program, and lists all files of a
    // release. These files include the wheel that the job `python` builds. The worker from the back runs that job
    // earlier. The job `release` runs only if the files that it packs have changed since its last success.
    job("release", "scripts/release.sh"),
    // Tests a separate workspace. The job runs only if the workspace or its dependencies have changed since the job
    // last succeeded.
    job("python", "scripts/python.sh"),
    // Checks that the library compiles for hosts on which no test runs, and with the minimum Rust version. Also checks
    // that the program compiles for Windows, and that docs.rs would show the types of every architecture. The job runs
    // only if the crates have changed since its last success.
    job("hosts", "scripts/hosts.sh"),
    // Tests a separate workspace. The first run compiles several hundred crates into a cache outside the clone.
    job("sql", "scripts/sql.sh"),
];

impl Job {
    /// Returns the command, which runs in the root of the workspace.
    pub(super) fn command(&self, root: &Path) -> Command {
        let mut words = self.command.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).envs(self.environment.iter().copied()).current_dir(root);
        if self.name == TEST {
            // `must_run_here` returns backends of several features. This job compiles all of them, but jobs such as
            // `features-none` do not.
            let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
            command.env(MUST_RUN, must_run_here(&cpuinfo));
        }
        command
    }

    /// Returns the first program that the job needs and this machine lacks, or `None` if all programs are installed.
    pub(super) fn lacks(&self, root: &Path) -> Option<&'static str> {
        NEEDS.iter().find(|need| self.needs(need) && !need.is_there(root)).map(|need| need.name)
    }

    fn needs(&self, need: &Need) -> bool {
        let in_environment = self.environment.iter().any(|(_, value)| value.contains(need.part));
        in_environment || self.command.contains(need.part)
    }
}

/// A program other than cargo that some jobs need.
struct Need {
    name: &'static str,
    /// A job needs the program if its command, or a value of its environment variables, contains this text.
    part: &'static str,
    /// A command that succeeds if the program is installed.
    probe: &'static [&'static str],
}

const NEEDS: [Need; 9] = [
    Need { name: "qemu-x86_64", part: "qemu-x86_64 ", probe: &["qemu-x86_64", "--version"] },
    Need { name: "cargo-hack", part: " hack ", probe: &["cargo", "hack", "--version"] },
    Need { name: "cargo-deny", part: " deny ", probe: &["cargo", "deny", "--version"] },
    Need { name: "mdbook", part: "xtask site", probe: &["mdbook", "--version"] },
    Need { name: "npm", part: "xtask site", probe: &["npm", "--version"] },
    // The script exits with 77 if there is no compiler for the target.
    Need {
        name: "compiler for WebAssembly",
        part: "xtask site",
        probe: &[
            "scripts/cross.sh",
            "wasm32-unknown-unknown",
            "tree",
            "--quiet",
            "--depth",
            "0",
            "--package",
            "setwise-web",
        ],
    },
    Need { name: "nightly toolchain", part: "+nightly", probe: &["cargo", "+nightly", "--version"] },
    Need { name: "valgrind", part: "lab counts", probe: &["valgrind", "--version"] },
    Need { name: "gungraun-runner", part: "lab counts", probe: &["gungraun-runner", "--version"] },
];

impl Need {
    fn is_there(&self, root: &Path) -> bool {
        let (program, arguments) = self.probe.split_first().expect("a probe is a command");
        Command::new(program).args(arguments).current_dir(root).output().is_ok_and(|output| output.status.success())
    }
}

/// Returns the backends that must run on this machine, according to the CPU flags in `cpuinfo`. The library's own
/// detection is not used, because the tests check it. If `cpuinfo` has no flags, returns only the backends in plain
/// Rust.
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
    if has(&["avx512f", "avx512bw", "avx512dq"]) {
        backends.extend(["avx512-prefix", "avx512-eight-lanes"]);
    }
    if has(&["avx512f", "avx512bw", "avx512dq", "avx512_vpopcntdq", "gfni"]) {
        backends.push("avx512-vpopcnt-prefix");
    }
    backends.join(",")
}

#[cfg(test)]
mod tests {
    use setwise::BackendId;

    use super::*;

    /// Checks that every backend whose feature is on by default must run in some job, if this machine has AVX-512.
    #[test]
    fn every_backend_must_run_in_a_job() {
        let flags = "flags : sse2 avx2 avx512f avx512bw avx512dq avx512_vpopcntdq gfni";
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
        assert!(!must_run("sse2 avx2 avx512f avx512bw").contains("avx512-prefix"));
        assert!(must_run("sse2 avx2 avx512f avx512bw avx512dq").contains("avx512-prefix,avx512-eight-lanes"));
    }

    #[test]
    fn jobs_need_what_their_commands_use() {
        let needing = |name: &str| {
            let need = NEEDS.iter().find(|need| need.name == name).unwrap();
            JOBS.iter().filter(|job| job.needs(need)).map(|job| job.name).collect::<Vec<_>>()
        };
        assert_eq!(needing("nightly toolchain"), ["compile-fail", "asan"]);
        assert_eq!(needing("qemu-x86_64"), ["cpu-sse2", "cpu-no-avx2", "cpu-no-leaf-7", "cpu-avx2"]);
        assert_eq!([needing("cargo-deny"), needing("mdbook"), needing("valgrind")], [["deny"], ["site"], ["counts"]]);
    }

    /// Checks that every shell command in the README is the command of a job.
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

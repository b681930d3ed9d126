//! The list of jobs. Each job has a name, and a command that can also be typed into a shell.
//!
//! Every push runs the jobs that check what users call. The nightly jobs check the tools, other architectures, and what a
//! push rarely breaks.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A check: its name, its command, and what it needs.
pub(super) struct Job {
    pub(super) name: &'static str,
    pub(super) command: &'static str,
    environment: &'static [(&'static str, &'static str)],
    /// Commands that fail on a machine that lacks a program of the job. The job is then skipped. Scripts check their
    /// own programs.
    needs: &'static [&'static str],
    /// Whether the job runs only at night, along with all others.
    pub(super) is_nightly: bool,
}

/// Returns a job of every push.
const fn job(name: &'static str, command: &'static str) -> Job {
    Job { name, command, environment: &[], needs: &[], is_nightly: false }
}

const fn nightly(name: &'static str, command: &'static str) -> Job {
    Job { is_nightly: true, ..job(name, command) }
}

/// Returns the job if it checks combinations of features. Every warning is an error, for example a warning about code
/// that a combination leaves unused.
const fn powerset(job: Job) -> Job {
    job.with(&[("RUSTFLAGS", "-D warnings")]).needing(&["cargo hack --version"])
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
        job(
            $name,
            concat!(
                "cargo test -p setwise-simd -p setwise -p setwise-positions -p setwise-specimens -p setwise-patterns ",
                "-p xtask --features setwise/rayon,setwise-positions/cozy-chess ",
                $($tests)+
            ),
        )
        .with(&[
            ("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", concat!("qemu-x86_64 -cpu ", $model))
            $(, $variable)*
        ])
        .needing(&["qemu-x86_64 --version"])
    };
}

/// The packages that have code for several architectures, with the options of `cargo test`.
macro_rules! on_target {
    ($target:literal, $($tests:tt)+) => {
        concat!(
            "scripts/cross.sh ", $target, " test -p setwise-board -p setwise-simd -p setwise -p setwise-positions ",
            "--all-features ", $($tests)+
        )
    };
}

/// The environment variable that lists backends. The conformance tests fail if one of these backends is skipped.
const MUST_RUN: &str = "SETWISE_MUST_RUN";

/// The environment variable that selects the backends that tests run, by the beginnings of their names.
const ONLY: &str = "SETWISE_ONLY";

/// The name of the job that runs the tests.
const TEST: &str = "test";

/// The command that succeeds if the nightly toolchain is installed.
const NIGHTLY_RUST: &str = "cargo +nightly --version";

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
    // Runs the tests that `cargo test` leaves out because they take too long. They test the program, expressions,
    // kernels as data, Arrow and Parquet, the C library, the Rust code of the page, and the tools that judge the library.
    // One command runs these tests, so that common dependencies are compiled once.
    job("other-members", "scripts/members.sh"),
    // Runs the tests that are marked `#[ignore = "nightly"]`: of copies of the workspace and of packages as users write
    // them, of emitted files with many compilers, and of texts in sixteen languages.
    nightly("ignored-tests", "scripts/members.sh --nightly"),
    // Tests the page in a browser, if the page or its dependencies have changed since the last success. Comes directly
    // after `other-members`, which has compiled the program. `site` also builds the page, so it must not run at the same
    // time: in a run of all jobs, it comes much later.
    job("web", "scripts/members.sh scripts/web.sh"),
    job("gen-tables", "cargo xtask gen-tables --check"),
    // Checks the C library with only the features that its users get.
    job("capi-plain", "cargo clippy --quiet -p setwise-c -- -D warnings"),
    // Checks the installed C library from C and C++. `scripts/members.sh` compiles it with more features than its users get.
    job("capi", "scripts/members.sh cargo xtask capi --check"),
    job("docs", "cargo doc --workspace --no-deps").with(&[("RUSTDOCFLAGS", "-D warnings")]),
    nightly("bench-smoke", "cargo bench -- --test"),
    nightly("bench-knights", "cargo bench -- knights"),
    // Checks that `compile_fail` examples fail with the named error code, which only nightly compares.
    nightly("compile-fail", "cargo +nightly test --doc -p setwise-board -p setwise-core -p setwise-simd")
        .needing(&[NIGHTLY_RUST]),
    job("deny", "cargo deny --log-level error check bans licenses sources").needing(&["cargo deny --version"]),
    job("asm", "cargo xtask asm"),
    // Checks that the instruction counts from callgrind are within 2 % of the committed baseline.
    job("counts", "scripts/members.sh lab counts").needing(&["valgrind --version", "gungraun-runner --version"]),
    job("prove", "scripts/members.sh prover"),
    job("example-first", "cargo run --quiet --example first"),
    job("example-table", "cargo run --quiet --example replace_your_table"),
    job("features-none", "cargo test -p setwise --lib --test backends --no-default-features"),
    nightly("features-avx2", "cargo test -p setwise --lib --test backends --no-default-features --features avx2"),
    nightly(
        "features-portable",
        "cargo test -p setwise --lib --test backends --no-default-features --features portable",
    ),
    powerset(job("powerset", "cargo hack check --quiet -p setwise --feature-powerset --depth 2")),
    // Builds the page, the results, the guide and the API documentation in one folder, and checks their links. The page
    // needs a compiler for WebAssembly.
    nightly("site", "scripts/members.sh cargo xtask site").needing(&[
        "mdbook --version",
        "npm --version",
        "scripts/cross.sh wasm32-unknown-unknown tree --quiet --depth 0 --package setwise-web",
    ]),
    // Most of the following jobs compile in separate folders. The jobs of emulated x86-64 processors compile in the
    // usual folder, and so does part of `release`.
    powerset(nightly(
        "powerset-aarch64",
        "scripts/cross.sh aarch64-unknown-linux-gnu hack check --quiet -p setwise --feature-powerset --depth 2",
    )),
    powerset(nightly(
        "powerset-no-std",
        "scripts/cross.sh x86_64-unknown-none hack check --quiet -p setwise --feature-powerset --depth 2 --exclude-features std,rayon",
    )),
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
    // These packages contain or call unsafe code. Unlike the jobs for emulated processors, this job also runs the tests
    // of threads. In the usual folder, everything would be compiled again because of the flags.
    nightly(
        "asan",
        concat!(
            "cargo +nightly test --all-features --target x86_64-unknown-linux-gnu ",
            "-p setwise-simd -p setwise -p setwise-positions --test fuzzed ",
            by_cpu!()
        ),
    )
    .with(&[("RUSTFLAGS", "-Zsanitizer=address"), ("CARGO_TARGET_DIR", "target/asan")])
    .needing(&[NIGHTLY_RUST]),
    job("aarch64", on_target!("aarch64-unknown-linux-gnu", by_cpu!()))
        .with(&[(MUST_RUN, "neon-prefix,portable-prefix,scalar-prefix")]),
    nightly("aarch64-fuzzed", on_target!("aarch64-unknown-linux-gnu", "--test fuzzed")),
    job("wasm32", on_target!("wasm32-wasip1", by_cpu!()))
        .with(&[(MUST_RUN, "simd128-prefix,portable-prefix,scalar-prefix")]),
    // Node compiles WebAssembly to machine code, so the tests are fast enough for this job to run all of them. No other
    // job runs the tests of patterns and of features on a target other than x86.
    nightly("wasm32-all", on_target!("wasm32-wasip1", "--tests")),
    // Packs, compiles and tests the published packages, builds the archive of the program, and lists all files of a
    // release. These files include the wheel that the job `python` builds. The worker that takes jobs from the back runs
    // that job earlier. The job `release` runs only if the files that it packs have changed since its last success.
    nightly("release", "scripts/release.sh"),
    // Runs queries on a cluster. The worker that takes jobs from the back has already compiled the program for the job `sql`.
    nightly("sql-cluster", "scripts/sql.sh --nightly"),
    // Tests a separate workspace. The job runs only if the workspace or its dependencies have changed since the job
    // last succeeded.
    job("python", "scripts/python.sh"),
    // Checks that the library compiles for hosts on which no test runs, and with the minimum Rust version. Also checks
    // that the program compiles for Windows, and that docs.rs would show the types of every architecture. The job runs
    // only if the crates have changed since its last success.
    nightly("hosts", "scripts/hosts.sh"),
    // Tests a separate workspace. The first run compiles several hundred crates into a cache outside the clone.
    job("sql", "scripts/sql.sh"),
];

impl Job {
    const fn with(mut self, environment: &'static [(&'static str, &'static str)]) -> Self {
        self.environment = environment;
        self
    }

    const fn needing(mut self, needs: &'static [&'static str]) -> Self {
        self.needs = needs;
        self
    }

    /// Returns the command, which runs in the root of the workspace.
    pub(super) fn command(&self, root: &Path) -> Command {
        let mut command = command(self.command, root);
        command.envs(self.environment.iter().copied());
        if self.name == TEST {
            // `must_run_here` returns backends of several features. This job compiles all of them, but jobs such as
            // `features-none` do not.
            let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
            command.env(MUST_RUN, must_run_here(&cpuinfo));
        }
        command
    }

    /// Returns the first command in `needs` that fails, or `None` if this machine has all programs of the job.
    pub(super) fn lacks(&self, root: &Path) -> Option<&'static str> {
        let works = |need: &str| command(need, root).output().is_ok_and(|output| output.status.success());
        self.needs.iter().copied().find(|need| !works(need))
    }
}

/// Returns a command, given as words in a text. It runs in the folder `root`.
fn command(text: &str, root: &Path) -> Command {
    let mut words = text.split(' ');
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).current_dir(root);
    command
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

    /// Checks that every backend whose feature is on by default must run at every push, if this machine has AVX-512.
    #[test]
    fn every_backend_must_run_in_a_job() {
        let flags = "flags : sse2 avx2 avx512f avx512bw avx512dq avx512_vpopcntdq gfni";
        let jobs = JOBS.iter().filter(|job| !job.is_nightly);
        let lists = jobs.flat_map(|job| job.environment).filter(|(name, _)| *name == MUST_RUN);
        let listed = lists.map(|(_, list)| *list).chain([&*must_run_here(flags)]).collect::<Vec<_>>().join(",");
        let off = ["scalar-lookup", "scalar-shift"];
        for name in BackendId::ALL.iter().map(|id| id.name()).filter(|name| !off.contains(name)) {
            assert!(listed.split(',').any(|listed| listed == name), "{name}");
        }
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
}

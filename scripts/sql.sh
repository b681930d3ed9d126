#!/usr/bin/env bash
# Checks and tests bindings/sql/, a separate workspace. Does nothing if the workspace and its dependencies have not
# changed since the last successful run on this machine. Compiled dependencies are kept outside the clone, because
# compiling them takes longer than compiling all other code.
#
#   scripts/sql.sh --nightly       only runs the tests that are marked `#[ignore = "nightly"]`, which need a cluster
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/job.sh

cache=${SETWISE_SQL_CACHE:-$HOME/.cache/setwise-sql}
inputs=(bindings/sql crates/arrow crates/board crates/core crates/expressions crates/files crates/games crates/patterns crates/positions crates/setwise crates/simd tests/specimens tests/testkit
    docs/own-pattern.md Cargo.toml clippy.toml rustfmt.toml scripts/sql.sh)
nightly=${1:-}
[ "$nightly" = --nightly ] || unless_passed

cd bindings/sql
own_workspace
# Clippy compiles the packages of this workspace, and checks them at the same time. `cargo clippy` would compile the several
# hundred dependencies once more, only for its checks.
export RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__
# One command builds all packages. A command for a single package would enable fewer features of the dependencies, and
# would therefore compile the dependencies once more.
[ "$nightly" != --nightly ] || exec cargo test --quiet --workspace --all-targets --locked -- --ignored --skip executor_with_a_gate
cargo test --quiet --workspace --all-targets --locked
cargo test --quiet --workspace --doc --locked
unset RUSTC_WORKSPACE_WRAPPER
check_licences
passed

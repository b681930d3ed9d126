#!/usr/bin/env bash
# Tests the members of the workspace that `cargo test` leaves out, or builds their libraries, programs and tests and runs a
# command.
#
#   scripts/members.sh                      tests the members
#   scripts/members.sh --nightly            runs their tests that are marked `#[ignore = "nightly"]`
#   scripts/members.sh lab counts           runs `lab counts`; `lab`, `prover` and `setwise` are compiled without optimisation
#
# Cargo enables different features of a dependency for different selections of packages, and other features again if tests
# are compiled. A command for a single program, such as `cargo run -p setwise-lab`, would therefore compile most crates again.
# For this reason, all commands here select the same packages and features, and compile tests.
set -euo pipefail
cd "$(dirname "$0")/.."

members=(-p setwise-arrow -p setwise-builds -p setwise-c -p setwise-cli -p setwise-expressions -p setwise-ir -p setwise-lab
    -p setwise-prover -p setwise-web --all-features)
[ $# -gt 0 ] || exec cargo test "${members[@]}"
[ "$1" != --nightly ] || exec cargo test "${members[@]}" --tests -- --ignored

cargo build --quiet "${members[@]}" --lib --bins --tests
programs=$(realpath "${CARGO_TARGET_DIR:-target}")/debug
# Tests of other languages run the program that SETWISE names. `cargo xtask capi --check` checks the C library in the folder
# that SETWISE_C_LIBRARIES names.
# `cargo xtask site` runs the program that SETWISE_LAB names.
export PATH=$programs:$PATH SETWISE=$programs/setwise SETWISE_LAB=$programs/lab SETWISE_C_LIBRARIES=$programs
exec "$@"

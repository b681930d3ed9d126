#!/usr/bin/env bash
# Tests the members of the workspace that `cargo test` leaves out, or runs a command that needs their programs.
#
#   scripts/members.sh                      tests the members
#   scripts/members.sh lab counts           runs `lab`, `prover`, `setwise` or any other command, without optimisation
#
# The features of a crate depend on the packages that are selected, and on whether their tests are. Commands for single
# programs, such as `cargo run -p setwise-lab`, would therefore compile most crates again. Here all commands select the
# same packages and features.
set -euo pipefail
cd "$(dirname "$0")/.."

members=(-p setwise-arrow -p setwise-builds -p setwise-c -p setwise-cli -p setwise-expressions -p setwise-ir -p setwise-lab
    -p setwise-prover -p setwise-web --all-features)
[ $# -gt 0 ] || exec cargo test "${members[@]}"

cargo build --quiet "${members[@]}" --bins --tests
programs=${CARGO_TARGET_DIR:-$PWD/target}/debug
# Tests of other languages run the program that SETWISE names.
export PATH=$programs:$PATH SETWISE=$programs/setwise
exec "$@"

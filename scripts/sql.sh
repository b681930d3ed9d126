#!/usr/bin/env bash
# Checks and tests bindings/sql/, a separate workspace. Does nothing if neither it nor its dependencies have
# changed since the last successful run on this machine. Its dependencies take longer to compile than all
# other code together, so they are kept outside the clone.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/job.sh

cache=${SETWISE_SQL_CACHE:-$HOME/.cache/setwise-sql}
inputs=(bindings/sql crates/arrow crates/board crates/core crates/files crates/patterns crates/positions crates/setwise crates/simd tests/specimens tests/testkit
    docs/own-pattern.md Cargo.toml clippy.toml rustfmt.toml scripts/sql.sh)
unless_passed

cd bindings/sql
own_workspace
cargo clippy --quiet --workspace --all-targets --locked -- -D warnings
# All packages are built at once: if only one were built, its dependencies would have fewer features and be
# compiled once more.
cargo test --quiet --workspace --locked
check_licences
passed

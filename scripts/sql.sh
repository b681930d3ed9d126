#!/usr/bin/env bash
# Checks and tests bindings/sql/, a workspace of its own, if it or what it depends on has changed since the last run on this machine
# that passed. Its dependencies take longer to compile than everything else together, so they are kept outside the clone.
set -euo pipefail
cd "$(dirname "$0")/.."

cache=${SETWISE_SQL_CACHE:-$HOME/.cache/setwise-sql}
inputs=(bindings/sql crates/arrow crates/board crates/core crates/files crates/patterns crates/positions crates/rounds crates/setwise crates/simd tests/specimens tests/testkit
    Cargo.toml clippy.toml rustfmt.toml scripts/sql.sh)
# The names and contents of all files, and the compiler.
state=$({
    git ls-files -z --cached --others --exclude-standard -- "${inputs[@]}" | sort -z | xargs -0 sha256sum 2>/dev/null
    rustc --version
} | sha256sum | cut -d' ' -f1)
if [ "$(cat "$cache/passed" 2>/dev/null)" = "$state" ]; then
    echo "bindings/sql/ and what it depends on have not changed since the last run that passed"
    exit 0
fi

cd bindings/sql
mkdir -p "$cache"
export CARGO_TARGET_DIR=$cache/target CARGO_INCREMENTAL=0
cargo fetch --quiet --locked
cargo fmt --all --check
cargo clippy --quiet --workspace --all-targets --locked -- -D warnings
# All packages at once: of a single one, the dependencies would have fewer features and be compiled once more.
cargo test --quiet --workspace --locked
cargo deny --version >/dev/null 2>&1 || {
    echo "skipped: the licences of bindings/sql: cargo-deny is not installed"
    exit 77
}
cargo deny --log-level error check bans licenses sources
echo "$state" >"$cache/passed"

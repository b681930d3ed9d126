#!/usr/bin/env bash
# Checks that the library compiles for hosts on which no test runs, and with the oldest supported version of Rust, which
# is `rust-version` in Cargo.toml. Checks that the program compiles for Windows. Then builds the documentation with the
# options of docs.rs, and checks that the documentation shows a type of each architecture. The job runs only if
# something has changed since the last successful run on this machine.
#
# Nothing is linked. The check for Windows needs a C compiler nevertheless, because a dependency of the program contains
# C code.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/job.sh

cache=${SETWISE_HOSTS_CACHE:-$HOME/.cache/setwise-hosts}
inputs=(crates Cargo.toml Cargo.lock scripts/cross.sh scripts/hosts.sh)
minimum=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
versions=$minimum
unless_passed
export CARGO_TARGET_DIR=$cache/target CARGO_INCREMENTAL=0

cargo "+$minimum" --version || skip "Rust $minimum is missing: rustup toolchain install $minimum --profile minimal"
cargo "+$minimum" check --quiet --package setwise --all-features

export RUSTFLAGS="-D warnings"
others=(i686-unknown-linux-gnu riscv64gc-unknown-linux-gnu s390x-unknown-linux-gnu x86_64-pc-windows-gnu)
scripts/cross.sh aarch64-apple-darwin check --quiet -p setwise -p setwise-positions -p setwise-ir --all-features "${others[@]/#/--target=}"
scripts/cross.sh x86_64-pc-windows-gnu check --quiet -p setwise-cli

# Checks that docs.rs would show a type. The arguments are a target and the name of a type that exists only there.
docs_of() {
    # docs.rs uses a nightly compiler. Its feature `doc_cfg` shows which Cargo features an item needs. RUSTC_BOOTSTRAP
    # allows this feature in a stable compiler.
    RUSTC_BOOTSTRAP=1 RUSTFLAGS=$(options rustc-args) RUSTDOCFLAGS=$(options rustdoc-args) \
        scripts/cross.sh "$1" doc --quiet --no-deps --all-features --package setwise-simd
    page=$cache/target/cross-build/$1/doc/setwise_simd/struct.$2.html
    [ -f "$page" ] || { echo "docs.rs would show no page of $2 for $1" && exit 1; }
}
options() { sed -n "s/^$1 = \[\(.*\)\]$/\1/p" crates/simd/Cargo.toml | tr -d '",'; }
rm -rf "$cache/target/cross-build/"*/doc
docs_of x86_64-unknown-linux-gnu Avx2
docs_of aarch64-unknown-linux-gnu Neon
docs_of wasm32-unknown-unknown Simd128
passed

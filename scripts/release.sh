#!/usr/bin/env bash
# Runs `cargo xtask release --dry-run` if the files that it packs have changed since the last successful run on this
# machine. Build output is kept outside the clone.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/job.sh

cache=${SETWISE_RELEASE_CACHE:-$HOME/.cache/setwise-release}
inputs=(crates xtask bindings/python Cargo.toml Cargo.lock CHANGELOG.md LICENSE-APACHE LICENSE-MIT scripts/release.sh)
unless_passed

# Without CARGO_NET_OFFLINE, packing would query the registry for every package, although all have been fetched.
export CARGO_NET_OFFLINE=true CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=false
cargo build --quiet --package xtask
CARGO_TARGET_DIR=$cache/target "${CARGO_TARGET_DIR:-$PWD/target}/debug/xtask" release --dry-run
passed

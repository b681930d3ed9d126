#!/usr/bin/env bash
# Builds the page and tests it in Chromium. Does nothing if the page and its dependencies have not changed since the
# last successful run on this machine. The job is skipped on a machine without a compiler for WebAssembly, node, npm or
# Chromium, or without access to packages of npm. The tests run the program that SETWISE names. If SETWISE is not set, the
# script compiles the program, and also runs the Rust tests of the page; in CI, scripts/members.sh runs these tests.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/job.sh

cache=${SETWISE_WEB_CACHE:-$HOME/.cache/setwise-web}
inputs=(bindings/web crates/board crates/cli/src crates/core crates/expressions/src crates/patterns/src crates/positions/src crates/ir/src crates/rounds/src crates/setwise/src
    crates/simd docs/theme.css Cargo.toml Cargo.lock scripts/cross.sh scripts/members.sh scripts/web.sh)
# With SETWISE, the job runs fewer tests. A success with it must not stand for a success without it.
versions=${SETWISE:+program given}
# The page is built in the clone, so the job must run if the page is missing.
[ -f bindings/web/dist/index.html ] || rm -f "$cache/passed"
unless_passed

for program in node npm; do
    command -v "$program" >/dev/null || skip "the page needs $program"
done
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || skip "the page needs node 20 or later"
[ -n "$CHROMIUM" ] || skip "the page needs chromium"
export CHROMIUM

# The functions that JavaScript calls are compiled only for WebAssembly, so this target is checked. Clippy needs the
# target from rustup. Without it, `cargo check` runs with the compiler that cross.sh finds, or cross.sh exits with 77 if
# there is none.
target=wasm32-unknown-unknown
if [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
    RUSTFLAGS="-D warnings" scripts/cross.sh $target clippy --quiet --package setwise-web --lib
else
    scripts/cross.sh $target check --quiet --package setwise-web --lib
fi
(cd bindings/web && npm ci --silent --no-audit --no-fund) || skip "packages of npm cannot be installed on this machine"
npm run --prefix bindings/web build
if [ -z "${SETWISE:-}" ]; then
    cargo test --quiet --package setwise-web
    cargo build --quiet --package setwise-cli
    export SETWISE=${CARGO_TARGET_DIR:-$PWD/target}/debug/setwise
fi
npm test --prefix bindings/web
passed

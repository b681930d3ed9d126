#!/usr/bin/env bash
# Runs cargo for another target. Programs for aarch64 run under qemu, and programs for wasm32-wasip1 run in node.
#
#   scripts/cross.sh TARGET CARGO-ARGUMENTS...        for example: scripts/cross.sh wasm32-wasip1 test -p setwise
#
# Uses rustup's compiler if it has the target. Otherwise uses the compiler that scripts/cross-toolchain.sh installed in
# the folder that SETWISE_CROSS names, or in target/cross. If neither compiler exists, the script prints a message and
# exits with 77, which `cargo xtask ci` reports as skipped.
set -euo pipefail

target=$1
shift
root=$(cd "$(dirname "$0")/.." && pwd)
toolchain=${SETWISE_CROSS:-$root/target/cross}

if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
    if [ ! -f "$toolchain/env.sh" ]; then
        echo "skipped: no compiler for $target: rustup target add $target, or scripts/cross-toolchain.sh target/cross"
        exit 77
    fi
    # shellcheck disable=SC1091
    . "$toolchain/env.sh"
fi

case $target in
aarch64-unknown-linux-gnu)
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    # qemu looks for this LD_LIBRARY_PATH below the folder after -L. Without the variable, a run hangs on machines with
    # Debian's libc6:arm64.
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER='qemu-aarch64 -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=/lib'
    needs="qemu-aarch64 aarch64-linux-gnu-gcc"
    ;;
wasm32-wasip1)
    export CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS=-Ctarget-feature=+simd128
    export CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $root/scripts/run-wasi.mjs"
    needs=node
    ;;
# Some dependencies contain C code, so this target needs a C compiler.
x86_64-pc-windows-gnu) needs=x86_64-w64-mingw32-gcc ;;
*) needs= ;;
esac
for program in $needs; do
    command -v "$program" >/dev/null || { echo "skipped: $target needs $program"; exit 77; }
done

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}/cross-build
cd "$root"
exec cargo "$@" --target "$target"

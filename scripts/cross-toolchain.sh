#!/usr/bin/env bash
# Sets up a private cross toolchain on a machine on which rustup cannot reach its servers. The targets are
# aarch64-unknown-linux-gnu, wasm32-wasip1, wasm32-unknown-unknown, x86_64-unknown-none and x86_64-unknown-uefi, and the
# hosts of scripts/hosts.sh. The script unpacks Debian's rustc-web packages under PREFIX and installs nothing system-wide.
#
#   scripts/cross-toolchain.sh PREFIX      writes PREFIX/env.sh, which scripts/cross.sh reads
#
# If rustup works, use `rustup target add aarch64-unknown-linux-gnu wasm32-wasip1` instead.
# The script needs these Debian packages: qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
# gcc-mingw-w64-x86-64-win32 llvm. It also needs node 20, and arm64 as a foreign architecture
# (dpkg --add-architecture arm64; apt-get update).
set -euo pipefail

prefix=$(mkdir -p "$1" && cd "$1" && pwd)
sysroot=$prefix/sysroot/usr
libraries=$sysroot/lib/x86_64-linux-gnu
mkdir -p "$prefix/debs" "$prefix/bin"

echo "unpacking Debian's rustc-web into $prefix"
(
    cd "$prefix/debs"
    apt-get download -q rustc-web libstd-rust-web-1.96 libstd-rust-web-dev libstd-rust-web-dev:arm64 rust-web-src \
        libllvm22 wasi-libc >/dev/null
    for package in *.deb; do dpkg -x "$package" "$prefix/sysroot"; done
)

for tool in rustc rustdoc; do
    printf '#!/bin/sh\nLD_LIBRARY_PATH="%s${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "%s" "$@"\n' \
        "$libraries" "$sysroot/bin/$tool" >"$prefix/bin/$tool"
    chmod +x "$prefix/bin/$tool"
done

# Builds the standard library of a target from source, as a dependency of an empty crate. Then copies the library to the
# folder in which rustc looks for it. With `dev` as the third argument, the library is not optimised. It then compiles
# in less time, and is good enough for `cargo check`.
build_std() {
    local target=$1 crates=$2 profile=${3:-release} work
    work=$(mktemp -d)
    mkdir -p "$work/src" "$sysroot/lib/rustlib/$target/lib"
    printf '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n' >"$work/Cargo.toml"
    echo '#![no_std]' >"$work/src/lib.rs"
    (
        cd "$work"
        RUSTC=$prefix/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$work/target \
            cargo build -q --profile "$profile" --config 'profile.dev.debug=false' -Zbuild-std="$crates" --target "$target"
    )
    # Old libraries are removed, because after an update the compiler would find both versions.
    rm -f "$sysroot/lib/rustlib/$target/lib/"*.rlib
    cp "$work/target/$target/${profile/dev/debug}/deps/"*.rlib "$sysroot/lib/rustlib/$target/lib/"
    rm -rf "$sysroot/lib/rustlib/$target/lib/"libempty*.rlib "$work"
}

echo "building the standard library for WebAssembly, and core for targets without an operating system"
build_std wasm32-unknown-unknown std,panic_abort
build_std wasm32-wasip1 std,panic_abort,test
build_std x86_64-unknown-none core,alloc
build_std x86_64-unknown-uefi core,alloc

echo "building the standard library for the hosts of scripts/hosts.sh"
for target in aarch64-apple-darwin i686-unknown-linux-gnu riscv64gc-unknown-linux-gnu s390x-unknown-linux-gnu \
    x86_64-pc-windows-gnu; do
    build_std $target std dev
done

# Copies the files that rustc links into a WASI program: the start files, and the C library with stubs for two unused
# functions.
self_contained=$sysroot/lib/rustlib/wasm32-wasip1/lib/self-contained
mkdir -p "$self_contained"
cp "$sysroot/lib/wasm32-wasi/crt1-command.o" "$sysroot/lib/wasm32-wasi/crt1-reactor.o" \
    "$sysroot/lib/wasm32-wasi/libc.a" "$self_contained/"
cat >"$prefix/threads.ll" <<'LL'
target triple = "wasm32-wasi"
define i32 @pthread_join(i32 %t, i8* %r) { ret i32 58 }
define i32 @pthread_detach(i32 %t) { ret i32 58 }
LL
llc -mtriple=wasm32-wasi -filetype=obj "$prefix/threads.ll" -o "$prefix/threads.o"
ar r "$self_contained/libc.a" "$prefix/threads.o" 2>/dev/null
llvm-ranlib "$self_contained/libc.a"

linker=$(rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld
cat >"$prefix/env.sh" <<SH
export RUSTC=$prefix/bin/rustc RUSTDOC=$prefix/bin/rustdoc
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker CARGO_TARGET_WASM32_WASIP1_LINKER=$linker
export CARGO_TARGET_X86_64_UNKNOWN_NONE_LINKER=$linker
SH
echo "ready: $prefix/env.sh"

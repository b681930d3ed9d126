//! Passes the compiler flags to the laboratory as `SETWISE_COMPILED_WITH`. Cargo reports the flags from the environment
//! and from its configuration in one variable.

fn main() {
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!("cargo::rustc-env=SETWISE_COMPILED_WITH={}", flags.replace('\x1f', " "));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
}

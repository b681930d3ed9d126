//! Passes the compiler flags to the laboratory, whether they were set in the environment or in cargo's configuration.

fn main() {
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!("cargo::rustc-env=SETWISE_COMPILED_WITH={}", flags.replace('\x1f', " "));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
}

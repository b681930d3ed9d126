//! Writes a name that ends in the version of the binary interface into the shared library. Programs that are linked with the
//! library look for a file of that name when they start. `cargo xtask capi` gives the file the same name.

use std::env;

/// The version of the binary interface. It increases when programs that were compiled with an older header can no longer
/// use the library.
const ABI_VERSION: u32 = 1;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=SETWISE_ABI_VERSION={ABI_VERSION}");
    let vendor = env::var("CARGO_CFG_TARGET_VENDOR").unwrap_or_default();
    if env::var_os("CARGO_CFG_UNIX").is_some() && vendor != "apple" {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libsetwise.so.{ABI_VERSION}");
    }
}

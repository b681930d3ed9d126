//! Puts the page into the program if `cargo xtask web` has built it in this checkout. Otherwise, and in a package, the program has
//! no page, and `setwise web` says so.

use std::path::Path;
use std::{env, fs};

fn main() {
    let variable = |name: &str| env::var(name).expect("cargo sets it");
    let folder = Path::new(&variable("CARGO_MANIFEST_DIR")).join("../../web");
    let page = folder.join("dist/index.html");
    println!("cargo::rerun-if-changed=build.rs");
    // A file that does not exist would count as changed every time.
    if let Some(watched) = [&page, &folder].into_iter().find(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", watched.display());
    }
    let expression = if page.is_file() { format!("Some(include_bytes!({page:?}))") } else { "None".to_string() };
    fs::write(Path::new(&variable("OUT_DIR")).join("page.rs"), expression)
        .expect("the folder of build output is writable");
}

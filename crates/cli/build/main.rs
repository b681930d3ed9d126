//! Puts the page into the program if `cargo xtask web` has built it from the current sources. Otherwise, and in a
//! package, the program has no page, and `setwise web` prints the reason.

mod sources;

use std::path::Path;
use std::{env, fs};

fn main() {
    let variable = |name: &str| env::var(name).expect("cargo sets it");
    let root = Path::new(&variable("CARGO_MANIFEST_DIR")).join("../..");
    let page = root.join("bindings/web/dist/index.html");
    let expression = match fs::read_to_string(&page) {
        Err(_) => without("the page had not been built"),
        Ok(text) if sources::mark(&root).is_ok_and(|mark| text.contains(&mark)) => {
            format!("Ok(include_bytes!({page:?}))")
        }
        Ok(_) => without("its sources have changed since the page was built"),
    };
    fs::write(Path::new(&variable("OUT_DIR")).join("page.rs"), expression)
        .expect("the folder of build output is writable");
    println!("cargo::rerun-if-changed=build");
    // The page is in this folder, if there is one. A file that does not exist would count as changed every time.
    let watched = sources::sources().chain(["bindings/web/dist".to_string()]).map(|source| root.join(source));
    for path in watched.filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// Returns the expression for a program without the page.
fn without(reason: &str) -> String {
    format!("Err({reason:?})")
}

//! Compares the lists of backends that are written by hand, because nothing can generate them, with the table in
//! `crates/setwise/src/registry/mod.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use setwise::BackendId;

/// Each file with such a list, and the backends that it leaves out.
const LISTS: [(&str, &[&str]); 6] = [
    ("README.md", &[]),
    ("crates/setwise/src/lib.rs", &[]),
    // No job asks for features that are off by default.
    ("xtask/src/ci/jobs.rs", &["scalar-lookup", "scalar-shift"]),
    // Assembly is compared on x86-64 only.
    ("xtask/asm-expectations.txt", &["neon-prefix", "simd128-prefix"]),
    // Valgrind emulates neither AVX-512 nor WebAssembly.
    ("benches/lab/benches/counts.rs", &["avx512-prefix", "avx512-vpopcnt-prefix", "simd128-prefix"]),
    // `auto` is a line of its own; the others would hide the lines of interest.
    (
        "benches/lab/src/report/charts.rs",
        &["avx512-vpopcnt-prefix", "portable-prefix", "scalar-lookup", "scalar-shift"],
    ),
];

#[test]
fn every_list_of_backends_has_the_backends_of_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut objections = Vec::new();
    for (file, left_out) in LISTS {
        let text = fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
        for id in BackendId::ALL {
            match (words.contains(id.name()), left_out.contains(&id.name())) {
                (false, false) => objections.push(format!("{file} lacks {id}")),
                (true, true) => objections.push(format!("{file} has {id}, which `LISTS` says it leaves out")),
                _ => {}
            }
        }
    }
    assert!(objections.is_empty(), "{objections:#?}");
}

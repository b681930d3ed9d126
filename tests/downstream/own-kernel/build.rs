//! Records two forms of a kernel, proves that they are equivalent, and writes the faster form as source.

#[path = "src/kernels.rs"]
mod kernels;

use std::path::Path;
use std::{env, fs};

use kernels::{AttackedByOne, Faster};
use setwise::backend::Prefix;
use setwise_ir::Program;
use setwise_ir::emit::{Language, Target, emit};
use setwise_ir::proof::{emitted, equivalent};

fn main() {
    println!("cargo::rerun-if-changed=src/kernels.rs");
    let first = Program::record(AttackedByOne, Prefix).expect("the kernel has no branches");
    let faster = Program::record(Faster, Prefix).expect("the kernel has no branches");
    equivalent(&first, &faster).expect("the faster form computes the same");

    let faster = faster.with_names("attacked_by_one", &["white", "black"], &["squares"]);
    let target = Target::all(Language::Rust);
    for set in target.sets(&faster) {
        emitted(&faster, set).expect("the instructions are the kernel");
    }
    let proven = "every instruction set: the same as the first form for all 2^128 inputs".to_string();
    let text = emit(&faster, &target.with_proofs(&[proven])).expect("the names are identifiers");
    let folder = env::var("OUT_DIR").expect("Cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("attacked_by_one.rs"), text).expect("the folder can be written");
}

//! Is a faster form of a kernel the same for all boards? `cargo run -p setwise-ir --features proof --example same`

use setwise_core::{Prefix, kernel};
use setwise_ir::Program;
use setwise_ir::proof::equivalent;

kernel! {
    /// Squares that exactly one of two sets of knights attacks, as first written.
    fn AttackedByOne(spread, white, black) -> [squares] {
        let (by_white, by_black) = (spread.knight(white), spread.knight(black));
        let squares = (by_white & !by_black) | (by_black & !by_white);
    }
}

kernel! {
    /// A faster form: one symmetric difference.
    fn Faster(spread, white, black) -> [squares] {
        let squares = spread.knight(white) ^ spread.knight(black);
    }
}

kernel! {
    /// An even faster form, which is wrong: two knights of different sides may attack the same square.
    fn Fastest(spread, white, black) -> [squares] {
        let squares = spread.knight(white ^ black);
    }
}

fn main() {
    let names = |program: Program, name| program.with_names(name, &["white", "black"], &["squares"]);
    let first = names(Program::record(AttackedByOne, Prefix).expect("no branches"), "attacked_by_one");
    let faster = names(Program::record(Faster, Prefix).expect("no branches"), "faster");
    let fastest = names(Program::record(Fastest, Prefix).expect("no branches"), "fastest");
    for form in [&faster, &fastest] {
        println!("{}: {} instead of {}", form.name(), form.measure(), first.measure());
        match equivalent(&first, form) {
            Ok(proof) => println!("the same for all 2^{} boards\n", proof.bits),
            Err(failure) => println!("{failure}"),
        }
    }
}

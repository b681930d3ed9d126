//! Reads written texts back, and proves that they compute the same results as the recorded programs. There is a proof
//! for every language and every pattern without a loop.

use setwise_ir::Formula::Prefix;
use setwise_ir::proof::{AllBoards, equivalent_on};
use setwise_ir::script::{Header, Script, read, write};
use setwise_ir::{Pattern, Program, Record};

use crate::specifications::legality;
use crate::{has_large_diagrams, needs_one_king, straight};

#[test]
fn every_text_is_the_recorded_kernel_for_all_boards() {
    prove_texts(straight().filter(|pattern| !needs_one_king(*pattern)));
}

#[test]
fn every_text_of_checks_is_the_recorded_kernel() {
    prove_texts(straight().filter(|pattern| needs_one_king(*pattern)));
}

fn prove_texts(patterns: impl Iterator<Item = Pattern>) {
    let mut kings = (0..64).map(|n| n * 27 % 64).cycle();
    for pattern in patterns {
        let program = pattern.record(Prefix).unwrap();
        let mut boards = AllBoards::new(program.inputs().len());
        if has_large_diagrams(pattern) {
            boards = boards.given(legality::place(pattern, "king"), 1 << kings.next().unwrap());
        }
        // Many languages have the same operations, so their texts are read as the same program.
        let mut proved: Vec<Program> = Vec::new();
        for script in Script::ALL {
            let text = write(&program, script, &Header::default()).unwrap();
            let found = read(&text, script, &program).unwrap_or_else(|error| panic!("{error}\n{text}"));
            if !proved.contains(&found) {
                equivalent_on(&boards, &program, &found)
                    .unwrap_or_else(|failure| panic!("{script}: {failure}\n{text}"));
                proved.push(found);
            }
        }
    }
}

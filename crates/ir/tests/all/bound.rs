//! Proves patterns that take a number for given numbers, against coordinates and against the kernels of the library
//! whose number is a constant.

use setwise::patterns::{Forks, ForksExactly, KingFill, KnightFill, KnightReachExactly, KnightReachWithin};
use setwise_ir::Formula::{Prefix, Shifts};
use setwise_ir::emit::{InstructionSet, Language, Target, emit};
use setwise_ir::proof::{emitted, equivalent, prove};
use setwise_ir::script::{Header, Script, read, write};
use setwise_ir::{BoundPattern, Inputs, Pattern, Program, Record};

use crate::bound;
use crate::specifications::with_number;

/// The patterns that take a number, and the largest number for which each is proved.
const PROVED: [(Pattern, u64); 6] = [
    (Pattern::KnightFill, 7),
    (Pattern::KnightReachExactly, 2),
    (Pattern::KnightReachWithin, 2),
    (Pattern::ForksAtLeast, 9),
    (Pattern::ForksExactly, 9),
    (Pattern::KingFill, 8),
];

#[test]
fn every_pattern_with_a_number_is_what_its_coordinates_say() {
    let takes_number = |pattern: &&Pattern| pattern.inputs_are() == Inputs::SetsAndNumber;
    assert!(Pattern::ALL.iter().filter(takes_number).eq(PROVED.iter().map(|(pattern, _)| pattern)));
    for (pattern, last) in PROVED {
        for number in 0..=last {
            let bound = BoundPattern::new(pattern, number).unwrap();
            for formula in [Prefix, Shifts] {
                let specified = |boards: &_| with_number(pattern, number as usize, boards);
                prove(&bound.record(formula).unwrap(), specified).unwrap_or_else(|error| panic!("{bound}: {error}"));
            }
        }
    }
}

/// For large numbers, a proof from coordinates takes too long. Checks instead that the results for given boards are those
/// of the kernel.
#[test]
fn every_number_computes_what_the_kernel_computes() {
    let boards = [0x0000_0400_0000_0200, 0xFF3C_5AFF_7E81_C3E7];
    for (pattern, _) in PROVED {
        for number in [0, 1, 3, 8, 10, 15, 16, 63, 64, 127, 128, 129, 130, 1_000_001, u64::MAX] {
            let inputs = [&boards[..pattern.inputs().len() - 1], &[number]].concat();
            let bound = BoundPattern::new(pattern, number).unwrap();
            let expected = pattern.record_on(Prefix, &inputs).unwrap().run(&inputs);
            assert_eq!(bound.record(Prefix).unwrap().run(&inputs[..inputs.len() - 1]), expected, "{bound}");
        }
    }
}

#[test]
fn the_operations_are_those_of_the_kernel_with_a_constant() {
    let record = |program: Result<Program, _>| program.unwrap();
    assert_eq!(bound("knight_fill(3)"), record(Program::record(KnightFill::<3>, Prefix)));
    assert_eq!(bound("king_fill(7)"), record(Program::record(KingFill::<7>, Prefix)));
    assert_eq!(bound("knight_reach_exactly(2)"), record(Program::record(KnightReachExactly::<2>, Prefix)));
    assert_eq!(bound("knight_reach_within(4)"), record(Program::record(KnightReachWithin::<4>, Prefix)));
    assert_eq!(bound("forks_at_least(3)"), record(Program::record(Forks::<3>, Prefix)));
    assert_eq!(bound("forks_exactly(2)"), record(Program::record(ForksExactly::<2>, Prefix)));
}

/// The instructions and texts of every language are those of the recorded program.
#[test]
fn every_language_writes_them() {
    for text in ["knight_fill(6)", "king_fill(3)", "knight_reach_within(2)", "forks_at_least(4)", "forks_exactly(12)"] {
        let program = bound(text);
        for set in InstructionSet::ALL {
            emitted(&program, set).unwrap_or_else(|failure| panic!("{text}, {set}: {failure}"));
        }
        let file = emit(&program, &Target::all(Language::C)).unwrap();
        assert!(file.contains(program.name()), "{file}");
        for script in Script::ALL {
            let file = write(&program, script, &Header::default()).unwrap();
            equivalent(&program, &read(&file, script, &program).unwrap()).unwrap();
        }
    }
}

#[test]
fn names_are_read_as_they_are_written() {
    for text in ["knight_fill(0)", "forks_exactly(18446744073709551615)", "knight_attacks", "knight_fill"] {
        assert_eq!(text.parse::<BoundPattern>().unwrap().to_string(), text);
    }
    for text in ["knight_fill()", "knight_fill(-1)", "knight_fill(18446744073709551616)", "knight_attacks(1)", "x(1)"] {
        assert!(text.parse::<BoundPattern>().is_err(), "{text}");
    }
}

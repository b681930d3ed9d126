//! Tests that lowered programs compute population counts, and sums of population counts, without overflow.

use setwise::kernel;
use setwise_ir::Formula::Prefix;
use setwise_ir::emit::{Instruction, InstructionSet, Lowered, lower};
use setwise_ir::proof::{AllBoards, Formula, Word, emitted, equivalent, prove};
use setwise_ir::{Pattern, Program, Record};

/// Returns the helpers that are emitted for sums of counts, each with the instruction that it replaces.
fn functions(set: InstructionSet) -> Vec<(Program, Lowered)> {
    let kernels = [Pattern::KnightMoveCount.record(Prefix), Program::record(ManyCounts, Prefix)];
    kernels.into_iter().flat_map(|program| lower(&program.unwrap(), set).functions()).collect()
}

/// Returns a binary digit of the number of formulas that are true.
fn digit(boards: &AllBoards, formulas: &[Formula], digit: usize) -> Formula {
    let at_least = |least| boards.at_least(least, formulas.to_vec());
    let counts = (1..=formulas.len()).filter(|count| count >> digit & 1 == 1);
    boards.any(counts.map(|count| &at_least(count) & &!&at_least(count + 1)))
}

#[test]
fn functions_that_count_parts_of_a_board_are_right_for_all_boards() {
    let mut proved = Vec::new();
    for set in InstructionSet::ALL {
        for (_, function) in functions(set) {
            let name = function.program().name().to_string();
            let bits = match name.as_str() {
                "count_fours" => 4,
                "count_bytes" => 8,
                _ => continue,
            };
            let parts = |boards: &AllBoards| {
                let squares: Vec<Formula> = (0..64).map(|square| boards.has(0, square)).collect();
                let word = squares.chunks(bits).flat_map(|part| (0..bits).map(move |n| digit(boards, part, n)));
                vec![Word::Bits(word.collect())]
            };
            prove(&function.program(), parts).unwrap_or_else(|failure| panic!("{set} {name}: {failure}"));
            proved.push((set.name(), name));
        }
    }
    proved.sort();
    proved.dedup();
    let expected = ["avx2 count_bytes", "avx512 count_bytes", "scalar count_fours", "sse2 count_fours"];
    assert_eq!(proved.iter().map(|(set, name)| format!("{set} {name}")).collect::<Vec<_>>(), expected);
}

/// In a sum of 31 counts, no byte exceeds 248, but the helpers must also add larger bytes correctly.
#[test]
fn functions_that_add_bytes_add_all_of_them() {
    let words =
        [0, u64::MAX, 0xF8F8_F8F8_F8F8_F8F8, 0x0102_0408_1020_4080, 0xFF00_0000_0000_0000, 0x9E37_79B9_7F4A_7C15];
    let mut added = Vec::new();
    for set in InstructionSet::ALL {
        for (instruction, function) in
            functions(set).into_iter().filter(|(_, function)| function.program().name() == "sum_bytes")
        {
            for word in words {
                let sum: u64 = word.to_be_bytes().into_iter().map(u64::from).sum();
                assert_eq!(
                    [instruction.run(&[word]), function.program().run(&[word])],
                    [[sum], [sum]],
                    "{set} {word:#x}"
                );
            }
            added.push(set.name());
        }
    }
    added.dedup();
    assert_eq!(added, ["scalar", "neon", "simd128"]);
}

kernel! {
    /// Computes 32 times the population count of `a`. Also computes the sum of two numbers: 64 times the population
    /// count of `a`, and the population count of `b`.
    fn ManyCounts(_spread, a, b) -> [thirty_two, sixty_four] {
        let one = a.popcount();
        let two = one.wrapping_add(one);
        let four = two.wrapping_add(two);
        let eight = four.wrapping_add(four);
        let sixteen = eight.wrapping_add(eight);
        let thirty_two = sixteen.wrapping_add(sixteen);
        let sixty_four = thirty_two.wrapping_add(thirty_two).wrapping_add(b.popcount());
    }
}

/// On a full board, a byte has 8 ones and a group of four bits has 4. A sum of 32 such counts in a byte, or of 4 such
/// counts in a group, would overflow.
#[test]
fn counts_are_not_added_beyond_what_a_byte_or_a_group_holds() {
    use Instruction as I;
    let program = Program::record(ManyCounts, Prefix).unwrap();
    for set in InstructionSet::ALL {
        emitted(&program, set).unwrap_or_else(|failure| panic!("{set}: {failure}"));
        let lowered = lower(&program, set);
        assert_eq!(lowered.program().run(&[!0, 0b111]), [2048, 4099], "{set}");
        let sums = lowered.lines().iter().filter(|line| matches!(line.instruction, I::SumBytes(_))).count();
        assert_eq!(sums > 0, set != InstructionSet::Avx512Vpopcnt, "{set}");
    }
}

/// A byte that adds 32 counts may overflow, so the proof must fail.
#[test]
fn a_sum_of_bytes_that_may_overflow_is_not_proved() {
    use Instruction as I;
    let program = Program::record(ManyCounts, Prefix).unwrap();
    for set in [InstructionSet::Avx2, InstructionSet::Neon] {
        let lowered = lower(&program, set);
        // The first result is the sum of two sums of bytes.
        let result = lowered.lines().iter().position(|line| matches!(line.instruction, I::Add(..))).unwrap();
        let I::Add(a, b) = lowered.lines()[result].instruction else { unreachable!() };
        let I::SumBytes(bytes) = lowered.lines()[a.index()].instruction else { panic!("{:?}", lowered.lines()) };
        assert_eq!(a, b);
        let overflowing =
            lowered.with_instruction(a.index(), I::AddBytes(bytes, bytes)).with_instruction(result, I::SumBytes(a));
        assert!(equivalent(&program, &overflowing.program()).is_err(), "{set}");
        assert_eq!(overflowing.program().run(&[1, 0])[0], 32, "{set}");
    }
}

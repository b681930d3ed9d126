//! Tests the steps of a program on given boards, the inputs that a position yields, and the choice of a formula by
//! name.

use setwise::backend::{EightShifts, Prefix};
use setwise::patterns::{AttackedSquares, KingAttacks, KingFill, KnightAttacks, KnightFill};
use setwise::{Color, Kernel};
use setwise_ir::{Formula, Operand, Pattern, Program, Record};

/// The pieces of the position `r3k3/8/8/3N4/8/8/4P3/4K3`, by kind. `SIDES` contains the same pieces by side.
const KINDS: [u64; 6] = [1 << 12, 1 << 35, 0, 1 << 56, 0, 1 << 4 | 1 << 60];
const SIDES: [u64; 2] = [1 << 12 | 1 << 35 | 1 << 4, 1 << 56 | 1 << 60];

#[test]
fn each_formula_records_what_the_spread_of_its_name_records() {
    // These kernels call every method of a spread.
    fn check<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(kernel: K) {
        let boards = [0x42; IN];
        let [prefix, shifts] = Formula::ALL.map(|formula| Program::record_on(kernel, formula, boards));
        assert_eq!(prefix, Program::record_on(kernel, Prefix, boards));
        assert_eq!(shifts, Program::record_on(kernel, EightShifts, boards));
        assert_ne!(prefix, shifts);
    }
    check(KnightAttacks);
    check(KingAttacks);
    check(KnightFill::<2>);
    check(KingFill::<2>);
    check(AttackedSquares { side: Color::White });
    assert_eq!("shifts".parse(), Ok(Formula::Shifts));
    let unknown = "fast".parse::<Formula>().unwrap_err();
    assert_eq!(unknown, "'fast' is not a formula; formulas are prefix and shifts");
}

#[test]
fn a_step_has_its_text_its_value_and_its_operands() {
    let program = Pattern::KnightMoveCount.record_on(Formula::Prefix, &[1 << 1, 1 << 11]).unwrap();
    let steps = program.steps(&[1 << 1, 1 << 11]);
    let texts: Vec<&str> = steps.iter().map(|step| step.text.as_str()).collect();
    assert_eq!(texts[..2], ["knights: input", "own: input"]);
    let directions = steps.iter().filter(|step| step.text.contains(": number of squares, ")).count();
    assert!(directions == 8 && texts.last().unwrap().ends_with(": sum, 2"), "{texts:#?}");
    let numbers = steps.iter().filter(|step| step.is_number).count();
    assert_eq!(numbers, 15, "eight counts and seven sums");
    for step in &steps[2..] {
        let names: Vec<&str> = step.operands.iter().map(|operand| operand.name.as_str()).collect();
        assert!(!names.is_empty() && names.iter().all(|name| step.text.contains(name)), "{step:?}");
    }
    let without = steps.iter().find(|step| step.text == "v5 = v2 & not file a: without file a").unwrap();
    let set = |name: &str, word| Operand { name: name.into(), word, is_number: false };
    let (free, not_file_a) = (!(1 << 11), !0x0101_0101_0101_0101);
    assert_eq!(without.operands, [set("v2", free), set("not file a", not_file_a)]);
    assert_eq!(without.word, free & not_file_a);
    let sum = steps.last().unwrap();
    assert!(sum.operands.iter().all(|operand| operand.is_number && operand.word == 1), "{sum:?}");
}

#[test]
fn inputs_are_those_of_the_side_that_the_name_says() {
    let inputs = |kernel: Pattern| kernel.inputs_of(&KINDS, &SIDES).unwrap();
    assert_eq!(inputs(Pattern::KnightMoves), [1 << 35, SIDES[0]]);
    assert_eq!(inputs(Pattern::Forks), [1 << 56 | 1 << 60]);
    assert_eq!(inputs(Pattern::WhiteShieldPawns), [1 << 4, 1 << 12]);
    assert_eq!(inputs(Pattern::BlackShieldPawns), [1 << 60, 0]);
    assert_eq!(inputs(Pattern::KingSteps)[..2], [1 << 4, 1 << 60]);
    for kernel in Pattern::ALL {
        let inputs = kernel.inputs_of(&KINDS, &SIDES);
        let expected = kernel.takes_sets().then_some(kernel.inputs().len());
        assert_eq!(inputs.map(|inputs| inputs.len()), expected, "{kernel}");
    }
}

//! Compares the results of every instruction in the vector table of WebAssembly with the instruction's definition, on
//! words of 128 bits.

use setwise_assembly::{Data, Dialect, Instruction};
use setwise_prover::bits::registers::{Direction, Pair};
use setwise_prover::bits::{as_word, unknown};
use setwise_prover::instructions::step;
use setwise_prover::linear_expr::LinearExpr;
use setwise_prover::machine::{Machine, State, Value};
use setwise_prover::wasm::vector::{Operation, TABLE};
use setwise_testkit::random::Sets;

/// Executes lines without jumps. Returns the value on top of the stack.
fn result(lines: &[String]) -> Value {
    let data = Data::default();
    let inputs = |_: &LinearExpr, width: usize| unknown(width);
    let mut machine = Machine::new(State::default(), &data, &inputs);
    for line in lines {
        let (mnemonic, operands) = line.split_once(' ').unwrap_or((line, ""));
        let instruction = Instruction { mnemonic: mnemonic.into(), operands: operands.into(), line: 1 };
        step(&mut machine, Dialect::Wasm, &instruction).unwrap_or_else(|reason| panic!("{line}: {reason}"));
    }
    machine.state.operands.pop().unwrap()
}

fn executed(lines: &[String]) -> u128 {
    let Value::Bits(bits) = result(lines) else { panic!("{lines:?}: not a vector") };
    u128::from(as_word(&bits[64..]).unwrap()) << 64 | u128::from(as_word(&bits[..64]).unwrap())
}

/// Applies a function to each lane of several words.
fn lanes<const N: usize>(lane: usize, words: [u128; N], of: impl Fn([u128; N]) -> u128) -> u128 {
    let mask = if lane == 128 { u128::MAX } else { (1 << lane) - 1 };
    let of_lane = |n: usize| (of(words.map(|word| word >> (n * lane) & mask)) & mask) << (n * lane);
    (0..128 / lane).map(of_lane).sum()
}

/// Returns the result of an instruction according to the specification of WebAssembly.
fn defined(operation: Operation, [a, b]: [u128; 2], number: u64) -> u128 {
    match operation {
        Operation::Pair(pair, lane) => lanes(lane, [a, b], |[a, b]| match pair {
            Pair::And => a & b,
            Pair::AndNot => a & !b,
            Pair::Or => a | b,
            Pair::Xor => a ^ b,
            Pair::Add => a + b,
        }),
        Operation::Not => !a,
        Operation::Shift(Direction::Up, lane) => lanes(lane, [a], |[a]| a << (number % lane as u64)),
        Operation::Shift(_, lane) => lanes(lane, [a], |[a]| a >> (number % lane as u64)),
    }
}

#[test]
fn every_instruction_of_webassembly_computes_what_its_definition_says() {
    let mut random = Sets::seeded(29);
    for (name, operation) in TABLE {
        for _ in 0..20 {
            let mut word = || u128::from(random.dense()) << 64 | u128::from(random.sparse());
            let (words, number) = ([word(), word()], word() as u64);
            let constant = |word: u128| format!("v128.const {}, {}", word as u64, (word >> 64) as u64);
            let vectors = if matches!(operation, Operation::Pair(..)) { 2 } else { 1 };
            let mut lines: Vec<String> = words[..vectors].iter().map(|word| constant(*word)).collect();
            if matches!(operation, Operation::Shift(..)) {
                lines.push(format!("i64.const {}", number.cast_signed()));
            }
            lines.push((*name).to_string());
            let (found, expected) = (executed(&lines), defined(*operation, words, number));
            assert_eq!(found, expected, "{name}: {found:#034x}, expected {expected:#034x}, from {words:x?}");
        }
    }
}

#[test]
fn a_constant_has_as_many_lanes_as_values() {
    assert_eq!(executed(&["v128.const 1, -1".into()]), (u128::from(u64::MAX) << 64) + 1);
    let bytes: Vec<String> = (0..16).map(|n| n.to_string()).collect();
    assert_eq!(executed(&[format!("v128.const {}", bytes.join(", "))]), 0x0F0E_0D0C_0B0A_0908_0706_0504_0302_0100);
}

/// The difference of two unknown numbers must be unknown, even if the same instruction creates both numbers.
#[test]
fn unknown_numbers_are_not_equal() {
    let is_zero = |lines: &[&str]| {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_string()).collect();
        result(&lines) == Value::Number(LinearExpr::constant(0))
    };
    assert!(!is_zero(&["i32.sub"]));
    assert!(!is_zero(&["local.get 1", "i32.eqz", "local.get 2", "i32.eqz", "i32.sub"]));
    assert!(is_zero(&["local.get 1", "local.get 1", "i32.sub"]));
}

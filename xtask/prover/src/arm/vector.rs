//! Executes vector instructions. [`TABLE`] contains the operation of each instruction. A write to the lower half of a
//! register clears the upper half.

use crate::bits::registers::{self, Direction, Pair};
use crate::bits::{Bit, BitVec, as_word, fixed};
use crate::linear_expr::LinearExpr;
use crate::machine::Machine;

use super::operand::{Operand, Vector};
use super::scalar::addressed;

/// The operation of an instruction. The operands determine the sizes of lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A function of two sources.
    Pair(Pair),
    /// A copy of a register, of an element or of an immediate.
    Move,
    /// A shift.
    Shift(Direction),
}

/// All known vector instructions except loads, stores, and moves to integer registers.
pub const TABLE: &[(&str, Operation)] = &[
    ("and", Operation::Pair(Pair::And)),
    ("bic", Operation::Pair(Pair::AndNot)),
    ("orr", Operation::Pair(Pair::Or)),
    ("eor", Operation::Pair(Pair::Xor)),
    ("mov", Operation::Move),
    ("movi", Operation::Move),
    ("fmov", Operation::Move),
    ("dup", Operation::Move),
    ("add", Operation::Pair(Pair::Add)),
    ("shl", Operation::Shift(Direction::Up)),
    ("ushr", Operation::Shift(Direction::Down)),
];

/// The width of a register in bits.
const WIDTH: usize = 128;

pub(super) fn step(machine: &mut Machine, mnemonic: &str, operands: &[Operand]) -> Result<(), String> {
    use Operand::{General, Memory, Vector};
    match (mnemonic, operands) {
        ("ldr" | "ldur", [Vector(to), Memory(memory), rest @ ..]) if to.element.is_none() => {
            let address = addressed(machine, memory, rest);
            let bits = machine.load(&address, to.width);
            write(machine, to, bits);
        }
        ("ld1r", [Vector(to), Memory(memory), rest @ ..]) => {
            let address = addressed(machine, memory, rest);
            let element = machine.load(&address, to.lane);
            write(machine, to, registers::broadcast(&element, to.width));
        }
        ("ldp", [Vector(a), Vector(b), Memory(memory), rest @ ..]) => {
            let address = addressed(machine, memory, rest);
            for (n, to) in [a, b].into_iter().enumerate() {
                let bits = machine.load(&address.offset((n * to.width / 8) as u64), to.width);
                write(machine, to, bits);
            }
        }
        ("str" | "stur", [Vector(from), Memory(memory), rest @ ..]) if from.element.is_none() => {
            let address = addressed(machine, memory, rest);
            let bits = machine.bits(&from.name, from.width);
            machine.store(address, bits);
        }
        ("stp", [Vector(a), Vector(b), Memory(memory), rest @ ..]) => {
            let address = addressed(machine, memory, rest);
            for (n, from) in [a, b].into_iter().enumerate() {
                let bits = machine.bits(&from.name, from.width);
                machine.store(address.offset((n * from.width / 8) as u64), bits);
            }
        }
        ("fmov" | "umov" | "mov", [General(to, 64), from @ Vector(_)]) => {
            match as_word(&source(machine, from, 64, 64)?) {
                Some(word) => machine.set_number(to, LinearExpr::constant(word)),
                None => machine.forget(to),
            }
        }
        (_, [Vector(to), from @ ..]) => {
            let known = TABLE.iter().find(|(name, _)| *name == mnemonic).ok_or("unknown instruction")?;
            let bits = result(machine, known.1, to, from)?;
            write(machine, to, bits);
        }
        _ => return Err("unknown instruction".into()),
    }
    Ok(())
}

fn result(machine: &Machine, operation: Operation, to: &Vector, from: &[Operand]) -> Result<BitVec, String> {
    use Operand::Immediate;
    let Vector { lane, width, .. } = *to;
    let old = || machine.bits(&to.name, width);
    let read = |operand: &Operand| source(machine, operand, lane, width);
    match (operation, from) {
        // With an immediate, the destination is also the first source.
        (Operation::Pair(pair @ (Pair::Or | Pair::AndNot)), [Immediate(_), ..]) => {
            Ok(pair.of(&old(), &shifted_immediate(from, lane, width)?, lane, false))
        }
        (Operation::Move, [Immediate(_), ..]) => shifted_immediate(from, lane, width),
        (Operation::Pair(pair), [a, b]) => Ok(pair.of(&read(a)?, &read(b)?, lane, a == b)),
        (Operation::Move, [from]) if to.element.is_none() => read(from),
        (Operation::Shift(direction), [from, Immediate(places)]) => {
            Ok(direction.of(&read(from)?, lane, *places as usize))
        }
        _ => Err("unknown form of the instruction".into()),
    }
}

/// Returns an operand as `width` bits. Elements and integer registers are copied to all lanes.
fn source(machine: &Machine, operand: &Operand, lane: usize, width: usize) -> Result<BitVec, String> {
    match operand {
        Operand::Vector(Vector { name, element: None, .. }) => Ok(machine.bits(name, width)),
        Operand::Vector(Vector { name, element: Some(element), lane, .. }) => {
            Ok(registers::broadcast(&machine.bits(name, WIDTH)[element * lane..][..*lane], width))
        }
        Operand::General(name, _) => {
            let word = if name == "xzr" { Some(0) } else { machine.number(name).as_constant() };
            let element =
                word.map_or_else(|| vec![Bit::Unknown; lane], |word| fixed(&word.to_le_bytes())[..lane].to_vec());
            Ok(registers::broadcast(&element, width))
        }
        Operand::Immediate(0) => Ok(vec![Bit::Fixed(false); width]),
        _ => Err("unknown form of the instruction".into()),
    }
}

/// Returns an immediate copied to all lanes. If a shift comes after the immediate, the immediate is shifted first.
fn shifted_immediate(from: &[Operand], lane: usize, width: usize) -> Result<BitVec, String> {
    let word = match from {
        [Operand::Immediate(value)] => value.cast_unsigned(),
        [Operand::Immediate(value), Operand::Shifted(places)] => value.cast_unsigned() << places,
        _ => return Err("unknown form of the instruction".into()),
    };
    Ok(registers::broadcast(&fixed(&word.to_le_bytes())[..lane.min(64)], width))
}

fn write(machine: &mut Machine, to: &Vector, mut bits: BitVec) {
    match to.element {
        Some(element) => {
            let mut all = machine.bits(&to.name, WIDTH);
            all[element * to.lane..][..to.lane].clone_from_slice(&bits[..to.lane]);
            bits = all;
        }
        None => bits.resize(WIDTH, Bit::Fixed(false)),
    }
    machine.set_bits(&to.name, bits);
}

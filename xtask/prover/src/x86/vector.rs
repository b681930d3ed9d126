//! Executes vector instructions. [`TABLE`] contains the operation of each instruction.
//!
//! The names in [`TABLE`] do not include the prefix `v`. An instruction with this prefix clears the bits of the
//! destination register above the result. An instruction without the prefix keeps these bits. If such an instruction
//! needs two sources but names only one, its destination is the first source.

use crate::bits::registers::{self, Direction, Pair};
use crate::bits::{Bit, BitVec, as_word, fixed, unknown};
use crate::machine::Machine;

use super::operand::Operand;

/// The operation of an instruction. Sizes are in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Copies a register, or loads or stores it.
    Move,
    /// Copies an element of this size to all lanes.
    Broadcast(usize),
    /// Computes a function of two sources, in lanes of this size.
    Pair(Pair, usize),
    /// Computes the bits that are set in the second source but not in the first.
    NotAnd,
    /// Shifts lanes of this size by a constant number of places.
    Shift(Direction, usize),
    /// Computes a function of three bits, given as a table.
    Ternary,
}

/// All known vector instructions. Each row contains the names of the instructions with one operation, without the `v`
/// of AVX.
pub const TABLE: &[(&str, Operation)] = &[
    ("movdqa movdqa32 movdqa64 movdqu movdqu8 movdqu16 movdqu32 movdqu64", Operation::Move),
    ("movaps movapd movups movupd", Operation::Move),
    ("pbroadcastd broadcastss", Operation::Broadcast(32)),
    ("pbroadcastq broadcastsd", Operation::Broadcast(64)),
    ("pand pandd pandq andps andpd", Operation::Pair(Pair::And, 64)),
    ("pandn pandnd pandnq andnps andnpd", Operation::NotAnd),
    ("por pord porq orps orpd", Operation::Pair(Pair::Or, 64)),
    ("pxor pxord pxorq xorps xorpd", Operation::Pair(Pair::Xor, 64)),
    ("paddb", Operation::Pair(Pair::Add, 8)),
    ("paddw", Operation::Pair(Pair::Add, 16)),
    ("paddd", Operation::Pair(Pair::Add, 32)),
    ("paddq", Operation::Pair(Pair::Add, 64)),
    ("psllw", Operation::Shift(Direction::Up, 16)),
    ("pslld", Operation::Shift(Direction::Up, 32)),
    ("psllq", Operation::Shift(Direction::Up, 64)),
    ("psrlw", Operation::Shift(Direction::Down, 16)),
    ("psrld", Operation::Shift(Direction::Down, 32)),
    ("psrlq", Operation::Shift(Direction::Down, 64)),
    ("pternlogd pternlogq", Operation::Ternary),
];

/// The width of the widest register in bits.
const WIDEST: usize = 512;

/// Executes a vector instruction. The destination is the first operand.
pub(super) fn step(machine: &mut Machine, mnemonic: &str, operands: &[Operand]) -> Result<(), String> {
    let bare = mnemonic.strip_prefix('v');
    let has_name = |names: &str| names.split(' ').any(|name| name == bare.unwrap_or(mnemonic));
    let (_, operation) = TABLE.iter().find(|(names, _)| has_name(names)).ok_or("unknown instruction")?;
    let width = operands.iter().filter_map(vector_width).max().unwrap_or(WIDEST);
    let (to, from) = operands.split_first().ok_or("an instruction without operands")?;
    // Without `v`, the destination is also the first of two sources.
    let with_destination = [to.clone(), from.first().unwrap_or(to).clone()];
    let of_two = matches!(operation, Operation::Pair(..) | Operation::NotAnd | Operation::Shift(..));
    let is_short = of_two && from.len() == 1;
    let bits = result(machine, *operation, to, if is_short { &with_destination } else { from }, width)?;
    write(machine, to, bits, bare.is_some())
}

/// Clears the bits of registers 0 to 15 above the lowest 128.
pub(super) fn clear_upper_parts(machine: &mut Machine) {
    for name in (0..16).map(|n| format!("zmm{n}")) {
        let mut bits = machine.bits(&name, 128);
        bits.resize(WIDEST, Bit::Fixed(false));
        machine.set_bits(&name, bits);
    }
}

fn result(
    machine: &mut Machine,
    operation: Operation,
    to: &Operand,
    from: &[Operand],
    width: usize,
) -> Result<BitVec, String> {
    Ok(match (operation, from) {
        (Operation::Move, [from]) => source(machine, from, width),
        (Operation::Broadcast(size), [from]) => registers::broadcast(&source(machine, from, size), width),
        (Operation::Pair(pair, lane), [a, b]) => {
            pair.of(&source(machine, a, width), &source(machine, b, width), lane, a == b)
        }
        (Operation::NotAnd, [a, b]) => {
            Pair::AndNot.of(&source(machine, b, width), &source(machine, a, width), width, a == b)
        }
        (Operation::Shift(direction, lane), [from, places]) => {
            let places = match places {
                Operand::Immediate(places) => Some(places.cast_unsigned() & 0xFF),
                other => as_word(&source(machine, other, 64)),
            };
            let places = places.ok_or("the shift count is not constant")?.min(WIDEST as u64) as usize;
            direction.of(&source(machine, from, width), lane, places)
        }
        (Operation::Ternary, [b, c, Operand::Immediate(table)]) => {
            let [a, b, c] = [to, b, c].map(|operand| source(machine, operand, width));
            registers::ternary(table.cast_unsigned().to_le_bytes()[0], &a, &b, &c)
        }
        _ => return Err("unknown form of the instruction".into()),
    })
}

fn vector_width(operand: &Operand) -> Option<usize> {
    if let Operand::Vector(_, width) = operand { Some(*width) } else { None }
}

/// Returns the lowest bits of an operand.
fn source(machine: &mut Machine, operand: &Operand, width: usize) -> BitVec {
    match operand {
        Operand::Vector(name, _) => machine.bits(name, width),
        Operand::General(name, _) => {
            let word = machine.number(name).as_constant();
            word.map_or_else(|| unknown(width), |word| fixed(&word.to_le_bytes())[..width].to_vec())
        }
        Operand::Memory(memory) => {
            let address = memory.address(machine);
            machine.load(&address, width)
        }
        Operand::Immediate(value) => fixed(&value.to_le_bytes()),
    }
}

fn write(machine: &mut Machine, to: &Operand, mut bits: BitVec, clears: bool) -> Result<(), String> {
    match to {
        Operand::Vector(name, width) => {
            bits.resize(bits.len().max(*width), Bit::Fixed(false));
            if clears {
                bits.resize(WIDEST, Bit::Fixed(false));
            } else {
                let old = machine.bits(name, WIDEST);
                bits.extend_from_slice(&old[bits.len()..]);
            }
            machine.set_bits(name, bits);
        }
        Operand::Memory(memory) => {
            let address = memory.address(machine);
            machine.store(address, bits);
        }
        Operand::General(..) | Operand::Immediate(_) => return Err("unknown form of the instruction".into()),
    }
    Ok(())
}

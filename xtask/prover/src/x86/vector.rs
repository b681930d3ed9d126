//! Executes vector instructions. [`TABLE`] contains the operation of each instruction.
//!
//! The names in [`TABLE`] do not include the prefix `v`. An instruction with this prefix clears the bits of the
//! destination register above the result. An instruction without the prefix keeps these bits. If such an instruction
//! needs two sources but names only one, its destination is the first source.

use crate::bits::registers::{self, Direction, Pair};
use crate::bits::{Bit, BitVec, Term, as_word, fixed, unknown};
use crate::machine::Machine;

use super::operand::Operand;

/// The operation of an instruction. Sizes are in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Copies a register, or loads or stores it.
    Move,
    /// Copies the given number of lowest bits, and clears all other bits.
    MoveLow(usize),
    /// Copies an element of this size to all lanes.
    Broadcast(usize),
    /// Computes a function of two sources, in lanes of this size.
    Pair(Pair, usize),
    /// Computes the bits that are set in the second source but not in the first.
    NotAnd,
    /// Looks up bytes in the first source, by the indices in the second.
    LookUp,
    /// Adds the eight bytes of each 64-bit lane. The second source must be zero.
    SumBytes,
    /// Shifts lanes of this size by a constant number of places.
    Shift(Direction, usize),
    /// Computes a function of three bits, given as a table.
    Ternary,
    /// Multiplies each byte of the first source by the matrix of 8 by 8 bits in the same 64-bit lane of the second, and
    /// flips the bits of the immediate.
    Affine,
    /// Selects from two sources by a mask.
    Blend,
    /// Counts the set bits of each lane of this size.
    Counts(usize),
    /// Reorders the four 32-bit elements of each group of 128 bits. An immediate selects the elements.
    Quarters,
    /// Reorders the four 64-bit elements of each group of 256 bits. An immediate selects the elements.
    Words,
}

/// All known vector instructions. Each row contains the names of the instructions with one operation, without the `v`
/// of AVX.
pub const TABLE: &[(&str, Operation)] = &[
    ("movdqa movdqa32 movdqa64 movdqu movdqu8 movdqu16 movdqu32 movdqu64", Operation::Move),
    ("movaps movapd movups movupd", Operation::Move),
    ("movq", Operation::MoveLow(64)),
    ("movd", Operation::MoveLow(32)),
    ("pbroadcastb", Operation::Broadcast(8)),
    ("pbroadcastw", Operation::Broadcast(16)),
    ("pbroadcastd broadcastss", Operation::Broadcast(32)),
    ("pbroadcastq broadcastsd", Operation::Broadcast(64)),
    ("broadcasti128 broadcastf128 broadcasti32x4", Operation::Broadcast(128)),
    ("broadcasti64x4", Operation::Broadcast(256)),
    ("pand pandd pandq andps andpd", Operation::Pair(Pair::And, 64)),
    ("pandn pandnd pandnq andnps andnpd", Operation::NotAnd),
    ("por pord porq orps orpd", Operation::Pair(Pair::Or, 64)),
    ("pxor pxord pxorq xorps xorpd", Operation::Pair(Pair::Xor, 64)),
    ("paddb", Operation::Pair(Pair::Add, 8)),
    ("paddw", Operation::Pair(Pair::Add, 16)),
    ("paddd", Operation::Pair(Pair::Add, 32)),
    ("paddq", Operation::Pair(Pair::Add, 64)),
    ("psubb", Operation::Pair(Pair::Subtract, 8)),
    ("psubw", Operation::Pair(Pair::Subtract, 16)),
    ("psubd", Operation::Pair(Pair::Subtract, 32)),
    ("psubq", Operation::Pair(Pair::Subtract, 64)),
    ("pcmpeqb", Operation::Pair(Pair::Equal, 8)),
    ("pcmpeqw", Operation::Pair(Pair::Equal, 16)),
    ("pcmpeqd", Operation::Pair(Pair::Equal, 32)),
    ("pcmpeqq", Operation::Pair(Pair::Equal, 64)),
    ("pshufb", Operation::LookUp),
    ("psadbw", Operation::SumBytes),
    ("psllw", Operation::Shift(Direction::Up, 16)),
    ("pslld", Operation::Shift(Direction::Up, 32)),
    ("psllq", Operation::Shift(Direction::Up, 64)),
    ("psrlw", Operation::Shift(Direction::Down, 16)),
    ("psrld", Operation::Shift(Direction::Down, 32)),
    ("psrlq", Operation::Shift(Direction::Down, 64)),
    ("psraw", Operation::Shift(Direction::DownSigned, 16)),
    ("psrad", Operation::Shift(Direction::DownSigned, 32)),
    ("psraq", Operation::Shift(Direction::DownSigned, 64)),
    ("prolq", Operation::Shift(Direction::Rotate, 64)),
    ("prold", Operation::Shift(Direction::Rotate, 32)),
    ("pternlogd pternlogq", Operation::Ternary),
    ("gf2p8affineqb", Operation::Affine),
    ("pblendvb", Operation::Blend),
    ("popcntb", Operation::Counts(8)),
    ("popcntq", Operation::Counts(64)),
    ("pshufd", Operation::Quarters),
    ("permq", Operation::Words),
];

/// The width of the widest register in bits.
const WIDEST: usize = 512;

/// Executes a vector instruction. The destination is the first operand.
pub(super) fn step<T: Term>(machine: &mut Machine<T>, mnemonic: &str, operands: &[Operand]) -> Result<(), String> {
    let bare = mnemonic.strip_prefix('v');
    let has_name = |names: &str| names.split(' ').any(|name| name == bare.unwrap_or(mnemonic));
    let (_, operation) = TABLE.iter().find(|(names, _)| has_name(names)).ok_or("unknown instruction")?;
    let width = operands.iter().filter_map(vector_width).max().unwrap_or(WIDEST);
    let (to, from) = operands.split_first().ok_or("an instruction without operands")?;
    // Without `v`, the destination is also the first of two sources.
    let with_destination = [to.clone(), from.first().unwrap_or(to).clone()];
    let of_two = matches!(
        operation,
        Operation::Pair(..) | Operation::NotAnd | Operation::LookUp | Operation::SumBytes | Operation::Shift(..)
    );
    let is_short = of_two && from.len() == 1;
    let bits = result(machine, *operation, to, if is_short { &with_destination } else { from }, width)?;
    write(machine, to, bits, bare.is_some())
}

/// Clears the bits of registers 0 to 15 above the lowest 128.
pub(super) fn clear_upper_parts<T: Term>(machine: &mut Machine<T>) {
    for name in (0..16).map(|n| format!("zmm{n}")) {
        let mut bits = machine.bits(&name, 128);
        bits.resize(WIDEST, Bit::Fixed(false));
        machine.set_bits(&name, bits);
    }
}

fn result<T: Term>(
    machine: &mut Machine<T>,
    operation: Operation,
    to: &Operand,
    from: &[Operand],
    width: usize,
) -> Result<BitVec<T>, String> {
    Ok(match (operation, from) {
        (Operation::Move, [from]) => source(machine, from, width),
        (Operation::MoveLow(size), [from]) => source(machine, from, size),
        (Operation::Broadcast(size), [from]) => registers::broadcast(&source(machine, from, size), width),
        (Operation::Pair(pair, lane), [a, b]) => {
            pair.of(&source(machine, a, width), &source(machine, b, width), lane, a == b)
        }
        (Operation::NotAnd, [a, b]) => {
            Pair::AndNot.of(&source(machine, b, width), &source(machine, a, width), width, a == b)
        }
        (Operation::LookUp, [table, index]) => {
            let (table, index) = (source(machine, table, width), source(machine, index, width));
            let parts = table.chunks(128).zip(index.chunks(128));
            parts.flat_map(|(table, index)| registers::look_up(table, index, 0x80)).collect()
        }
        (Operation::SumBytes, [bytes, zero]) => {
            let (bytes, zero) = (source(machine, bytes, width), source(machine, zero, width));
            if zero.iter().any(|bit| *bit != Bit::Fixed(false)) {
                return Err("the second source is not zero".into());
            }
            registers::sums(&bytes, 8, 64)
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
        (Operation::Affine, [bytes, matrices, Operand::Immediate(flips)]) => {
            let [bytes, matrices] = [bytes, matrices].map(|operand| source(machine, operand, width));
            registers::affine(&bytes, &matrices, flips.cast_unsigned().to_le_bytes()[0])
        }
        (Operation::Blend, [no, yes, mask]) => {
            let [no, yes, mask] = [no, yes, mask].map(|operand| source(machine, operand, width));
            registers::select(&Direction::DownSigned.of(&mask, 8, 7), &yes, &no)
        }
        (Operation::Counts(lane), [from]) => registers::counts(&source(machine, from, width), lane),
        (Operation::Quarters, [from, Operand::Immediate(order)]) => chosen(&source(machine, from, width), 32, *order),
        (Operation::Words, [from, Operand::Immediate(order)]) => chosen(&source(machine, from, width), 64, *order),
        _ => return Err("unknown form of the instruction".into()),
    })
}

/// Returns each group of four elements in a new order, where two bits of `order` select each element.
fn chosen<T: Term>(a: &[Bit<T>], element: usize, order: i64) -> BitVec<T> {
    let numbers = [0, 2, 4, 6].map(|bit| (order >> bit & 3) as usize);
    a.chunks(4 * element).flat_map(|group| registers::lanes(group, element, numbers)).collect()
}

fn vector_width(operand: &Operand) -> Option<usize> {
    if let Operand::Vector(_, width) = operand { Some(*width) } else { None }
}

/// Returns the lowest bits of an operand.
fn source<T: Term>(machine: &mut Machine<T>, operand: &Operand, width: usize) -> BitVec<T> {
    match operand {
        Operand::Vector(name, _) => machine.bits(name, width),
        Operand::General(name, _) => {
            let word = machine.number(name).as_constant();
            word.map_or_else(|| unknown(width), |word| fixed(&word.to_le_bytes())[..width].to_vec())
        }
        Operand::Memory(memory) => {
            let address = memory.address(machine);
            let element = machine.load(&address, width / memory.copies.unwrap_or(1));
            registers::broadcast(&element, width)
        }
        Operand::Immediate(value) => fixed(&value.to_le_bytes()),
    }
}

fn write<T: Term>(machine: &mut Machine<T>, to: &Operand, mut bits: BitVec<T>, clears: bool) -> Result<(), String> {
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
        Operand::General(name, _) => match as_word(&bits) {
            Some(word) => machine.set_number(name, crate::linear_expr::LinearExpr::constant(word)),
            None => machine.forget(name),
        },
        Operand::Immediate(_) => return Err("unknown form of the instruction".into()),
    }
    Ok(())
}

//! Runs the simple operations of a plan on the columns of a block.
//!
//! A pass is a loop over the registers of a column, compiled for each instruction set. A block is so small that all its
//! columns are in the first-level cache, and so large that the choice of the loop takes little time. Operations with long
//! formulas are not passes: the compiled kernels of the catalogue compute them.

use setwise::backend::{Chunk, Isa, Job, Strategy, no_revectorize};
use setwise::{Lanes, Spread};

use crate::block::{BLOCK, Block, Column};
use crate::plan::{Instruction, Pass};
use crate::term::Step;

/// A job that runs the passes at the start of a list of instructions.
pub(crate) struct Passes<'a, 'b> {
    pub(crate) instructions: &'a [Instruction],
    pub(crate) block: &'a mut Block<'b>,
}

impl Job for Passes<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        run_on::<V>(backend.isa(), self);
    }
}

/// Runs the passes. They depend on no formula for attacks, so this function is compiled once for all backends with the
/// same lanes.
#[inline(never)]
fn run_on<V: Lanes>(isa: V::Isa, Passes { instructions, block }: Passes<'_, '_>) {
    isa.enter(
        #[inline(always)]
        move || {
            for instruction in instructions {
                let Instruction::Pass(pass, to) = instruction else { break };
                let mut result = block.take(*to);
                compute::<V>(isa, *pass, block, &mut result);
                block.put(*to, result);
            }
        },
    );
}

#[inline(always)]
fn compute<V: Lanes>(isa: V::Isa, pass: Pass, block: &Block<'_>, result: &mut Column) {
    match pass {
        Pass::Copy(a) => each(isa, [block.get(a)], result, |[a]: [V; 1]| a),
        Pass::Not(a) => each(isa, [block.get(a)], result, |[a]: [V; 1]| !a),
        Pass::And(a, b) => each(isa, [block.get(a), block.get(b)], result, |[a, b]: [V; 2]| a & b),
        Pass::Or(a, b) => each(isa, [block.get(a), block.get(b)], result, |[a, b]: [V; 2]| a | b),
        Pass::Xor(a, b) => each(isa, [block.get(a), block.get(b)], result, |[a, b]: [V; 2]| a ^ b),
        Pass::Without(a, b) => each(isa, [block.get(a), block.get(b)], result, |[a, b]: [V; 2]| a & !b),
        Pass::Choose(a, b, c) => {
            let operands = [block.get(a), block.get(b), block.get(c)];
            each(isa, operands, result, |[a, b, c]: [V; 3]| (a & b) | (c & !a));
        }
        Pass::Count(a) => each(isa, [block.get(a)], result, |[a]: [V; 1]| a.popcount()),
        Pass::Equal(a, b) => each(isa, [block.get(a), block.get(b)], result, |[a, b]: [V; 2]| a.equal(b)),
        // The numbers are so small that their difference does not overflow. Its sign becomes a word of equal bits.
        Pass::Less(a, b) => each(isa, [block.get(a), block.get(b)], result, |[a, b]: [V; 2]| {
            let difference = a.wrapping_add((!b).wrapping_add(V::splat(isa, 1)));
            !difference.shr::<63>().wrapping_add(!a.nothing())
        }),
        Pass::Step(step, a) => {
            let a = [block.get(a)];
            match step {
                Step::North => each(isa, a, result, |[a]: [V; 1]| a.north()),
                Step::South => each(isa, a, result, |[a]: [V; 1]| a.south()),
                Step::East => each(isa, a, result, |[a]: [V; 1]| a.east()),
                Step::West => each(isa, a, result, |[a]: [V; 1]| a.west()),
                Step::NorthEast => each(isa, a, result, |[a]: [V; 1]| a.north().east()),
                Step::NorthWest => each(isa, a, result, |[a]: [V; 1]| a.north().west()),
                Step::SouthEast => each(isa, a, result, |[a]: [V; 1]| a.south().east()),
                Step::SouthWest => each(isa, a, result, |[a]: [V; 1]| a.south().west()),
            }
        }
    }
}

/// Computes each register of a column from the registers at the same place of other columns.
#[inline(always)]
fn each<V: Lanes, const IN: usize>(
    isa: V::Isa,
    operands: [&[u64; BLOCK]; IN],
    result: &mut Column,
    operation: impl Fn([V; IN]) -> V,
) {
    for i in 0..BLOCK / V::COUNT {
        no_revectorize::<V>();
        let mut registers = [V::load(isa, &V::Chunk::chunks(operands[0])[i]); IN];
        for (register, operand) in registers.iter_mut().zip(operands) {
            *register = V::load(isa, &V::Chunk::chunks(operand)[i]);
        }
        operation(registers).store(&mut V::Chunk::chunks_mut(&mut result.0)[i]);
    }
}

//! Runs the simple operations of a plan on the columns of a block.
//!
//! A pass is a loop over the registers of a column, compiled for each instruction set. A block is so small that all its
//! columns are in the first-level cache, and so large that the choice of the loop takes little time. Operations with long
//! formulas are not passes: the compiled kernels of the catalogue compute them.

use setwise::backend::{Chunk, Isa, Job, Strategy, no_revectorize};
use setwise::{Lanes, Spread};
use setwise_patterns::Pattern;

use crate::block::{BLOCK, Block};
use crate::plan::{Bitwise, Instruction, Operand, Pass, Plan};

/// A job that runs the passes at the start of a list of instructions.
pub(crate) struct Passes<'a, 'b, 's> {
    pub(crate) instructions: &'a [Instruction],
    pub(crate) block: &'a mut Block<'b, 's>,
}

impl Job for Passes<'_, '_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        run_on::<V>(backend.isa(), self);
    }
}

/// Runs the passes. They depend on no formula for attacks, so this function is compiled once for all backends with the
/// same lanes.
#[inline(never)]
fn run_on<V: Lanes>(isa: V::Isa, Passes { instructions, block }: Passes<'_, '_, '_>) {
    isa.enter(
        #[inline(always)]
        move || {
            for instruction in instructions {
                let Instruction::Pass(pass, to) = instruction else { break };
                let result = block.take(*to);
                compute::<V>(isa, *pass, block, result);
                block.put(*to, result);
            }
        },
    );
}

/// Defines the formula of each pass, for columns of a block and for single registers.
macro_rules! passes {
    ($($pass:ident($($operand:ident),+) = $formula:expr;)+) => {
        /// Computes a column. The choice of the formula is outside the loop over registers.
        #[inline(always)]
        fn compute<V: Lanes>(isa: V::Isa, pass: Pass, block: &Block<'_, '_>, result: &mut [u64; BLOCK]) {
            match pass {
                $(Pass::$pass($($operand),+) => {
                    each(isa, [$(block.get($operand)),+], result, #[inline(always)] |[$($operand),+]: [V; _]| $formula);
                })+
                Pass::Two(operations, operands) => two::<V>(isa, operations, operands.map(|one| block.get(one)), result),
            }
        }

        /// Computes one register from the registers of the operands.
        fn on_register<V: Lanes>(pass: Pass, register: impl Fn(Operand) -> V) -> V {
            match pass {
                $(Pass::$pass($($operand),+) => {
                    $(let $operand = register($operand);)+
                    $formula
                })+
                Pass::Two([first, second], [a, b, c]) => {
                    combined(second, combined(first, register(a), register(b)), register(c))
                }
            }
        }
    };
}

passes! {
    Copy(a) = a;
    Not(a) = !a;
    And(a, b) = a & b;
    Or(a, b) = a | b;
    Xor(a, b) = a ^ b;
    Without(a, b) = a & !b;
    Choose(a, b, c) = (a & b) | (c & !a);
    Count(a) = a.popcount();
    Equal(a, b) = a.equal(b);
    NotEqual(a, b) = !a.equal(b);
    Less(a, b) = is_less(a, b);
    NotLess(a, b) = !is_less(a, b);
    North(a) = a.north();
    South(a) = a.south();
    East(a) = a.east();
    West(a) = a.west();
    NorthEast(a) = a.north().east();
    NorthWest(a) = a.north().west();
    SouthEast(a) = a.south().east();
    SouthWest(a) = a.south().west();
}

/// Computes a column by two operations. Each pair of operations has its own loop.
#[inline(always)]
fn two<V: Lanes>(isa: V::Isa, [first, second]: [Bitwise; 2], operands: [&[u64; BLOCK]; 3], result: &mut [u64; BLOCK]) {
    macro_rules! loops {
        ($($first:ident)+, $others:tt) => {
            match first {
                $(Bitwise::$first => loops!(@second $first $others),)+
                Bitwise::RemovedFrom => unreachable!("the operands of a first operation are in order"),
            }
        };
        (@second $first:ident [$($second:ident)+]) => {
            match second {
                $(Bitwise::$second => each(isa, operands, result, #[inline(always)] |[a, b, c]: [V; 3]| {
                    combined(Bitwise::$second, combined(Bitwise::$first, a, b), c)
                }),)+
            }
        };
    }
    loops!(And Or Xor Without, [And Or Xor Without RemovedFrom]);
}

/// Combines the bits of two words.
#[inline(always)]
fn combined<V: Lanes>(operation: Bitwise, a: V, b: V) -> V {
    match operation {
        Bitwise::And => a & b,
        Bitwise::Or => a | b,
        Bitwise::Xor => a ^ b,
        Bitwise::Without => a & !b,
        Bitwise::RemovedFrom => b & !a,
    }
}

/// Runs a plan on registers instead of columns. Before the call, `slots` contains the values that the plan is given.
/// Afterwards, it contains the results. `compute` returns all results of a pattern. Nothing is skipped.
pub(crate) fn run_on_registers<V: Lanes, E>(
    plan: &Plan,
    pieces: &[V],
    slots: &mut [V],
    mut compute: impl FnMut(Pattern, &[V]) -> Result<Vec<V>, E>,
) -> Result<(), E> {
    for instruction in &plan.instructions {
        match instruction {
            Instruction::Pass(pass, to) => slots[*to] = on_register(*pass, |operand| register(operand, pieces, slots)),
            Instruction::Pattern(pattern, inputs, results) => {
                let inputs: Vec<V> = inputs.iter().map(|input| register(*input, pieces, slots)).collect();
                results.iter().zip(compute(*pattern, &inputs)?).for_each(|(to, value)| slots[*to] = value);
            }
            Instruction::SkipIf(..) => {}
        }
    }
    Ok(())
}

/// Returns the register of an operand.
pub(crate) fn register<V: Lanes>(operand: Operand, pieces: &[V], slots: &[V]) -> V {
    match operand {
        Operand::Pieces(n) => pieces[n],
        Operand::Slot(n) => slots[n],
    }
}

/// Returns all ones in the lanes where the number `a` is less than `b`, and zero in the other lanes. The numbers are so
/// small that their difference does not overflow.
#[inline(always)]
fn is_less<V: Lanes>(a: V, b: V) -> V {
    // The complement of a number is -1 minus this number.
    let difference = !(!a).wrapping_add(b);
    let sign = difference.shr::<63>();
    !sign.wrapping_add(!a.nothing())
}

/// Computes each register of a column from the registers at the same place of other columns.
#[inline(always)]
fn each<V: Lanes, const IN: usize>(
    isa: V::Isa,
    operands: [&[u64; BLOCK]; IN],
    result: &mut [u64; BLOCK],
    operation: impl Fn([V; IN]) -> V,
) {
    for i in 0..BLOCK / V::COUNT {
        no_revectorize::<V>();
        let mut registers = [V::load(isa, &V::Chunk::chunks(operands[0])[i]); IN];
        for (register, operand) in registers.iter_mut().zip(operands) {
            *register = V::load(isa, &V::Chunk::chunks(operand)[i]);
        }
        operation(registers).store(&mut V::Chunk::chunks_mut(result)[i]);
    }
}

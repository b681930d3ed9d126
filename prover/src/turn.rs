//! One turn of a loop, on every path from its entry back to it.

use setwise_assembly::{Control, Data, Dialect, Flow, Function, InnermostLoop, Instruction};

use crate::bits::Term;
use crate::instructions;
use crate::machine::{Access, Inputs, Machine, State};
use crate::number::{Number, Symbol};

/// The effects of one turn.
#[derive(Debug)]
pub struct Turn<T> {
    /// The loads from columns and the stores to columns, in order.
    pub accesses: Vec<Access<T>>,
    /// The numbers that decide whether the loop ends, each with its jump.
    pub exits: Vec<(Number, Instruction)>,
    /// The state at the end.
    pub end: State<T>,
    /// The number of instructions.
    pub instructions: usize,
}

/// A function of a listing.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The function.
    pub function: &'a Function,
    /// The dialect of the listing.
    pub dialect: Dialect,
    /// The constant pool of the listing.
    pub data: &'a Data,
    /// The number of boards in a register. The source may count turns in registers.
    pub register: usize,
}

/// A loop of a function.
#[derive(Debug, Clone, Copy)]
pub struct Body<'a> {
    /// The function.
    pub source: Source<'a>,
    /// The blocks of the function.
    pub flow: &'a Flow,
    /// The loop.
    pub found: &'a InnermostLoop,
}

/// The largest number of paths through a loop. A loop that serves both short and long batches has two.
const MOST_PATHS: usize = 16;

impl Body<'_> {
    /// Returns every path from the entry of the loop back to it, as numbers of blocks.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many paths.
    pub fn paths(&self) -> Result<Vec<Vec<usize>>, String> {
        let (mut paths, mut open) = (Vec::new(), vec![vec![self.found.entry]]);
        while let Some(path) = open.pop() {
            let last = path.last().map_or(self.found.entry, |block| *block);
            for next in &self.flow.blocks[last].next {
                if *next == self.found.entry {
                    paths.push(path.clone());
                } else if self.found.blocks.contains(next) && !path.contains(next) {
                    open.push(path.iter().copied().chain([*next]).collect());
                }
            }
            if paths.len() + open.len() > MOST_PATHS {
                return Err(format!("more than {MOST_PATHS} paths through the loop"));
            }
        }
        Ok(paths)
    }

    /// Executes one turn along a path.
    ///
    /// # Errors
    ///
    /// Returns an error with the line and the instruction if an instruction cannot be executed.
    pub fn run<T: Term>(&self, path: &[usize], start: State<T>, inputs: &Inputs<T>) -> Result<Turn<T>, String> {
        let mut machine = Machine::new(start, self.source.data, inputs);
        let (mut exits, mut instructions) = (Vec::new(), 0);
        for block in path {
            for instruction in self.flow.instructions(*block, &self.source.function.lines) {
                instructions += 1;
                match self.source.dialect.control(instruction) {
                    Control::Next => {
                        instructions::step(&mut machine, self.source.dialect, instruction).map_err(|reason| {
                            let Instruction { mnemonic, operands, line } = instruction;
                            format!("line {line}: `{mnemonic} {operands}`: {reason}")
                        })?;
                    }
                    Control::Branch(_) => {
                        let condition = instructions::condition(&mut machine, self.source.dialect, instruction);
                        if self.leaves(*block) {
                            exits.extend(condition.map(|number| (number, instruction.clone())));
                        }
                    }
                    Control::Jump(_) | Control::End => {}
                }
            }
        }
        Ok(Turn { accesses: machine.accesses, exits, end: machine.state, instructions })
    }

    /// Returns whether execution may leave the loop after a block.
    fn leaves(&self, block: usize) -> bool {
        self.flow.blocks[block].next.iter().any(|next| !self.found.blocks.contains(next))
    }

    /// Returns the growth of a number in one turn.
    ///
    /// # Errors
    ///
    /// Returns an error if the growth is not a constant.
    pub fn growth<T: Term>(&self, number: &Number, turn: &Turn<T>) -> Result<i64, String> {
        let no_inputs = |_: &Number, width: usize| crate::bits::unknown(width);
        let end = Machine::new(turn.end.clone(), self.source.data, &no_inputs);
        let next = number.with(|symbol| match symbol {
            Symbol::Join(block, register) if *block == self.found.entry => end.number(register),
            other => Number::symbol(other.clone()),
        });
        let growth = next.minus(number);
        let constant = growth.as_constant().ok_or_else(|| format!("{number} grows by {growth} in one turn"));
        constant.map(u64::cast_signed)
    }
}

//! Executes one iteration of a loop, on every path from the entry of the loop back to the entry.

use std::collections::BTreeSet;

use setwise_assembly::{Control, Flow, InnermostLoop, Instruction};

use crate::dataflow::{self, Source, States};
use crate::instructions;
use crate::linear_expr::{LinearExpr, Symbol};
use crate::machine::{Access, Inputs, Machine, State};

/// The effects of one iteration.
#[derive(Debug)]
pub struct Iteration {
    /// The loads from columns and the stores to columns, in order.
    pub accesses: Vec<Access>,
    /// The jumps that may end the loop.
    pub exits: Vec<Exit>,
    /// The state at the end.
    pub end: State,
    /// The number of instructions.
    pub instructions: usize,
}

/// A jump that may end the loop.
#[derive(Debug)]
pub struct Exit {
    /// The number that is zero if and only if the loop ends here, or `None` if no such number is known.
    pub ends_at_zero: Option<LinearExpr>,
    /// The number of accesses to columns before the jump.
    pub accesses: usize,
    /// The jump.
    pub jump: Instruction,
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
    /// The states of all blocks.
    pub states: &'a States,
    /// The states after the blocks that lead to the loop.
    pub entries: &'a [&'a State],
}

/// The largest number of paths through a loop. A loop for both short and long batches has two paths.
const MOST_PATHS: usize = 16;

impl Body<'_> {
    /// Returns every path from the entry of the loop back to the entry, each as a list of block indices.
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

    /// Executes one iteration along a path.
    ///
    /// # Errors
    ///
    /// Returns an error with the line and the instruction if an instruction cannot be executed, or if values remain on
    /// the operand stack of WebAssembly after a jump.
    pub fn run(&self, path: &[usize], start: State, inputs: &Inputs) -> Result<Iteration, String> {
        let mut machine = Machine::new(start, self.source.data, inputs);
        let (mut exits, mut instructions) = (Vec::new(), 0);
        for (n, block) in path.iter().enumerate() {
            for instruction in self.flow.instructions(*block, &self.source.function.lines) {
                instructions += 1;
                let control = self.source.dialect.control(instruction);
                if control == Control::Next {
                    instructions::step(&mut machine, self.source.dialect, instruction)
                        .map_err(|reason| located(instruction, &reason))?;
                    continue;
                }
                let condition = match control {
                    Control::Branch(_) => instructions::condition(&mut machine, self.source.dialect, instruction),
                    _ => None,
                };
                if self.leaves(*block) {
                    // The path takes the jump unless it continues at the next block of the listing. The loop ends if
                    // execution goes the other way.
                    let next = path.get(n + 1).copied().unwrap_or(self.found.entry);
                    let ends = condition.filter(|condition| condition.is_zero == (next == block + 1));
                    let ends_at_zero = ends.map(|condition| condition.number);
                    exits.push(Exit { ends_at_zero, accesses: machine.accesses.len(), jump: instruction.clone() });
                }
                if !machine.state.operands.is_empty() {
                    return Err(located(instruction, "values remain on the stack"));
                }
            }
        }
        Ok(Iteration { accesses: machine.accesses, exits, end: machine.state, instructions })
    }

    /// Returns whether execution may leave the loop after a block.
    fn leaves(&self, block: usize) -> bool {
        self.flow.blocks[block].next.iter().any(|next| !self.found.blocks.contains(next))
    }

    /// Returns by how much a number grows in one iteration.
    ///
    /// # Errors
    ///
    /// Returns an error if the growth is not a constant.
    pub fn growth(&self, number: &LinearExpr, iteration: &Iteration) -> Result<i64, String> {
        // A value that an instruction of the loop wrote may be different in the next iteration.
        let lines: Vec<usize> = self.instructions().map(|instruction| instruction.line).collect();
        if number.any(&|symbol| matches!(symbol, Symbol::Result(line, _) if lines.contains(line))) {
            return Err(format!("{number} is not known in the next iteration"));
        }
        let no_inputs = |_: &LinearExpr, width: usize| crate::bits::unknown(width);
        let end = Machine::new(iteration.end.clone(), self.source.data, &no_inputs);
        let next = self.with_registers(number, &|register| end.number(register));
        let growth = next.minus(number);
        let constant = growth.as_constant().ok_or_else(|| format!("{number} grows by {growth} in one iteration"));
        constant.map(u64::cast_signed)
    }

    /// Returns the value of a number in the first iteration, if the loop is entered in the state `entry`.
    #[must_use]
    pub fn at_entry(&self, number: &LinearExpr, entry: &State) -> LinearExpr {
        self.with_registers(number, &|register| dataflow::number(entry, register))
    }

    /// Returns a number in which the value of each register at the start of an iteration is replaced by `of(register)`.
    fn with_registers(&self, number: &LinearExpr, of: &dyn Fn(&str) -> LinearExpr) -> LinearExpr {
        number.with(&|symbol| match symbol {
            Symbol::Join(block, register) if *block == self.found.entry => of(register),
            other => LinearExpr::symbol(other.clone()),
        })
    }

    /// Returns the states in which a block is reached for the first time. These are the states after those predecessors
    /// of the block that cannot be reached from the block.
    #[must_use]
    pub fn first_states(&self, block: usize) -> Vec<&State> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![block]);
        while let Some(from) = open.pop() {
            open.extend(self.flow.blocks[from].next.iter().filter(|next| reached.insert(**next)));
        }
        let leads = |from: &usize| self.flow.blocks[*from].next.contains(&block) && !reached.contains(from);
        (0..self.flow.blocks.len()).filter(leads).filter_map(|from| self.states.after[from].as_ref()).collect()
    }

    /// Returns the instructions of the loop.
    fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        let lines = &self.source.function.lines;
        self.found.blocks.iter().flat_map(move |block| self.flow.instructions(*block, lines))
    }
}

/// Returns an error message that consists of the line, the instruction and the reason.
fn located(instruction: &Instruction, reason: &str) -> String {
    let Instruction { mnemonic, operands, line } = instruction;
    format!("line {line}: `{mnemonic} {operands}`: {reason}")
}

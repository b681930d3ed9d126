//! Finds the content of registers before each block of a function: constants, and sums of earlier values.
//!
//! ```text
//! vpbroadcastq .LCPI0_0(%rip), %ymm0        ymm0 = a mask, in every iteration of the loop
//! xorl %ecx, %ecx                           rcx = 0
//! loop:                                     rcx = 0 or rcx + 32: a new symbol
//!   addq $32, %rcx
//! ```
//!
//! Blocks are executed repeatedly until no register changes. Where paths with different values meet, a bit becomes
//! unknown and a number becomes a symbol. (Source: Kildall, A Unified Approach to Global Program Optimization, 1973.)

use std::collections::BTreeMap;

use setwise_assembly::{Control, Data, Dialect, Flow, Function};

use crate::bits::{Bit, unknown};
use crate::instructions;
use crate::linear_expr::{LinearExpr, Symbol};
use crate::machine::{Machine, State, Value};

/// A function of a listing.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The function.
    pub function: &'a Function,
    /// The dialect of the listing.
    pub dialect: Dialect,
    /// The constant pool of the listing.
    pub data: &'a Data,
}

/// The largest number of passes over all blocks.
const MOST_PASSES: usize = 100;

/// The states before and after each block. Unreachable blocks have no states.
#[derive(Debug)]
pub struct States {
    /// Before each block.
    pub before: Vec<Option<State>>,
    /// After each block.
    pub after: Vec<Option<State>>,
}

/// Returns the states of all blocks of a function.
///
/// # Errors
///
/// Returns an error if the states still change after many passes.
pub fn states(source: Source, flow: &Flow) -> Result<States, String> {
    let count = flow.blocks.len();
    let mut states = States { before: vec![None; count], after: vec![None; count] };
    for _ in 0..MOST_PASSES {
        let mut changed = false;
        for block in 0..count {
            let Some(before) = entry_of(&states, flow, block) else { continue };
            if states.before[block].as_ref() == Some(&before) {
                continue;
            }
            changed = true;
            states.after[block] = Some(after(&before, source, flow, block));
            states.before[block] = Some(before);
        }
        if !changed {
            return Ok(states);
        }
    }
    Err("the values of registers before the loop keep changing".into())
}

/// Returns a register of a state as a number.
#[must_use]
pub fn number(state: &State, register: &str) -> LinearExpr {
    match state.registers.get(register) {
        None => LinearExpr::symbol(Symbol::Start(register.into())),
        Some(Value::Number(number)) => number.clone(),
        Some(Value::Bits(_) | Value::Test(_)) => LinearExpr::symbol(Symbol::Result(0, register.into())),
    }
}

/// Returns the state before a block. A value is known in this state only if all blocks that lead to this block agree on
/// the value. Returns `None` if the block has not been reached.
fn entry_of(states: &States, flow: &Flow, block: usize) -> Option<State> {
    let leads = |from: &usize| flow.blocks[*from].next.contains(&block);
    let mut entries: Vec<&State> =
        (0..flow.blocks.len()).filter(leads).filter_map(|from| states.after[from].as_ref()).collect();
    let start = State::default();
    if block == 0 {
        entries.push(&start);
    }
    let (first, others) = entries.split_first()?;
    // Values that an earlier block left on the operand stack of WebAssembly are treated as unknown.
    let mut met = State { operands: Vec::new(), ..(*first).clone() };
    others.iter().for_each(|other| met = meet(&met, other, block));
    // A number that has become a symbol of this block remains a symbol. Otherwise the passes might not end.
    for (name, value) in states.before[block].iter().flat_map(|old| &old.registers) {
        let symbol = Value::Number(LinearExpr::symbol(Symbol::Join(block, name.clone())));
        if *value == symbol {
            met.registers.insert(name.clone(), symbol);
        }
    }
    Some(met)
}

/// Returns a state with the values on which two states agree. All other values are unknown.
fn meet(a: &State, b: &State, block: usize) -> State {
    let mut registers = BTreeMap::new();
    for name in a.registers.keys().chain(b.registers.keys()) {
        let start = Value::Number(LinearExpr::symbol(Symbol::Start(name.clone())));
        let of = |state: &State| state.registers.get(name).unwrap_or(&start).clone();
        let value = match (of(a), of(b)) {
            (a, b) if a == b => a,
            (Value::Bits(a), Value::Bits(b)) if a.len() == b.len() => {
                Value::Bits(a.iter().zip(&b).map(|(a, b)| if a == b { a.clone() } else { Bit::Unknown }).collect())
            }
            (Value::Bits(bits), _) | (_, Value::Bits(bits)) => Value::Bits(unknown(bits.len())),
            _ => Value::Number(LinearExpr::symbol(Symbol::Join(block, name.clone()))),
        };
        registers.insert(name.clone(), value);
    }
    let slots = a.slots.iter().filter(|(address, value)| b.slots.get(address) == Some(value));
    State {
        registers,
        slots: slots.map(|(address, value)| (address.clone(), value.clone())).collect(),
        operands: Vec::new(),
        compared: None,
    }
}

/// Returns the state after a block. Everything that an unsupported instruction could write becomes unknown.
fn after(before: &State, source: Source, flow: &Flow, block: usize) -> State {
    let Source { function, dialect, data, .. } = source;
    let inputs = |_: &LinearExpr, width: usize| unknown(width);
    let mut machine = Machine::new(before.clone(), data, &inputs);
    for instruction in flow.instructions(block, &function.lines) {
        if dialect.control(instruction) != Control::Next {
            instructions::condition(&mut machine, dialect, instruction);
        } else if instructions::step(&mut machine, dialect, instruction).is_err() {
            instructions::forget(&mut machine, dialect, instruction);
        }
    }
    machine.state
}

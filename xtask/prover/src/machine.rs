//! The state of a machine: registers, spilled registers, and the accesses to columns.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use setwise_assembly::Data;

use crate::bits::{Bit, BitVec, as_word, fixed, unknown};
use crate::linear_expr::{LinearExpr, Symbol};

/// The content of a register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// An address or a counter.
    Number(LinearExpr),
    /// Bits, usually the content of a vector register.
    Bits(BitVec),
    /// The result of a comparison: 1 if the condition holds, otherwise 0.
    Test(Condition),
}

/// The condition that a number is zero, or that it is not zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The number.
    pub number: LinearExpr,
    /// If true, the condition is that the number is zero. If false, the condition is that the number is not zero.
    pub is_zero: bool,
}

/// Registers, spilled registers, and the last comparison. A register that is not in the map has not been written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The registers by name. For WebAssembly, these are the locals and globals.
    pub registers: BTreeMap<String, Value>,
    /// The stack in memory, by address.
    pub slots: BTreeMap<LinearExpr, Value>,
    /// The operand stack of WebAssembly.
    pub operands: Vec<Value>,
    /// The number that the flags describe: the result of an instruction, or the difference of two compared numbers.
    /// `None` if the number is unknown.
    pub compared: Option<LinearExpr>,
}

/// A load from a column, or a store to a column.
#[derive(Debug, Clone)]
pub struct Access {
    /// The address of the first byte.
    pub address: LinearExpr,
    /// The bits that were loaded or stored.
    pub bits: BitVec,
    /// Whether the access is a store.
    pub is_store: bool,
}

/// A function from an address in a column and a width in bits to the bits at that address.
pub type Inputs<'a> = dyn Fn(&LinearExpr, usize) -> BitVec + 'a;

/// A machine that executes instructions one by one.
pub struct Machine<'a> {
    /// Registers and spilled registers.
    pub state: State,
    /// The accesses to columns so far.
    pub accesses: Vec<Access>,
    /// The line of the current instruction.
    pub line: usize,
    /// The number of unknown values so far. It distinguishes several unknown values of one line.
    unknown: Cell<usize>,
    data: &'a Data,
    inputs: &'a Inputs<'a>,
}

impl<'a> Machine<'a> {
    /// Creates a machine in a given state.
    pub fn new(state: State, data: &'a Data, inputs: &'a Inputs<'a>) -> Self {
        Self { state, accesses: Vec::new(), line: 0, unknown: Cell::new(0), data, inputs }
    }

    /// Returns a register as a number.
    #[must_use]
    pub fn number(&self, register: &str) -> LinearExpr {
        match self.state.registers.get(register) {
            None => LinearExpr::symbol(Symbol::Start(register.into())),
            Some(value) => self.as_number(value),
        }
    }

    /// Returns a value as a number.
    #[must_use]
    pub fn as_number(&self, value: &Value) -> LinearExpr {
        match value {
            Value::Number(number) => number.clone(),
            Value::Bits(bits) => bits.get(..64).and_then(as_word).map_or_else(|| self.unknown(), LinearExpr::constant),
            Value::Test(_) => self.unknown(),
        }
    }

    /// Returns a new unknown number. It has a separate symbol, so its difference from any other number is also
    /// unknown.
    pub fn unknown(&self) -> LinearExpr {
        let number = self.unknown.get();
        self.unknown.set(number + 1);
        LinearExpr::symbol(Symbol::Result(self.line, format!("unknown value {number}")))
    }

    /// Writes a number to a register.
    pub fn set_number(&mut self, register: &str, number: LinearExpr) {
        self.state.registers.insert(register.into(), Value::Number(number));
    }

    /// Makes the content of a register unknown.
    pub fn forget(&mut self, register: &str) {
        let result = LinearExpr::symbol(Symbol::Result(self.line, register.into()));
        self.set_number(register, result);
    }

    /// Returns the lowest `width` bits of a register.
    #[must_use]
    pub fn bits(&self, register: &str, width: usize) -> BitVec {
        self.state.registers.get(register).map_or_else(|| unknown(width), |value| as_bits(value, width))
    }

    /// Writes bits to a register. The bits above them become unknown.
    pub fn set_bits(&mut self, register: &str, bits: BitVec) {
        self.state.registers.insert(register.into(), Value::Bits(bits));
    }

    /// Loads bits from read-only data, from the stack, or from a column.
    pub fn load(&mut self, address: &LinearExpr, width: usize) -> BitVec {
        if let Some(Symbol::Label(label)) = address.as_symbol() {
            let bytes = self.data.bytes(label, address.constant, width / 8);
            return bytes.map_or_else(|| unknown(width), fixed);
        }
        if is_stack(address) {
            return self.state.slots.get(address).map_or_else(|| unknown(width), |value| as_bits(value, width));
        }
        let bits = (self.inputs)(address, width);
        self.accesses.push(Access { address: address.clone(), bits: bits.clone(), is_store: false });
        bits
    }

    /// Returns the number at an address in the stack, in read-only data or in the caller's memory, or `None` if this
    /// number is unknown. Assumes that the function does not change the caller's memory.
    pub fn loaded(&mut self, address: &LinearExpr) -> Option<LinearExpr> {
        match address.as_symbol() {
            Some(Symbol::Label(_)) => as_word(&self.load(address, 64)).map(LinearExpr::constant),
            _ if is_stack(address) => self.state.slots.get(address).map(|value| self.as_number(value)),
            Some(Symbol::Start(_)) => Some(LinearExpr::symbol(Symbol::Loaded(Box::new(address.clone())))),
            _ => None,
        }
    }

    /// Loads a number into a register.
    pub fn load_number(&mut self, address: &LinearExpr, register: &str) {
        match self.loaded(address) {
            Some(number) => self.set_number(register, number),
            None => self.forget(register),
        }
    }

    /// Stores bits to the stack or to a column.
    pub fn store(&mut self, address: LinearExpr, bits: BitVec) {
        if is_stack(&address) {
            self.spill(address, bits.len() / 8, Value::Bits(bits));
        } else {
            self.accesses.push(Access { address, bits, is_store: true });
        }
    }

    /// Stores an 8-byte number to the stack or to a column.
    pub fn store_number(&mut self, address: LinearExpr, number: LinearExpr) {
        if is_stack(&address) {
            self.spill(address, 8, Value::Number(number));
        } else {
            self.accesses.push(Access { address, bits: unknown(64), is_store: true });
        }
    }

    /// Stores a value to the stack. Older values that overlap with the new value become unknown, and so do values at an
    /// unknown distance from it. A distance is unknown if the function aligns the stack pointer between two stores.
    fn spill(&mut self, address: LinearExpr, bytes: usize, value: Value) {
        let overlaps = |old: &LinearExpr, value: &Value| {
            let length = if let Value::Bits(bits) = value { bits.len() / 8 } else { 8 };
            let distance = old.constant.wrapping_sub(address.constant).cast_signed();
            old.base() != address.base() || distance < bytes as i64 && -distance < length as i64
        };
        self.state.slots.retain(|old, value| !overlaps(old, value));
        self.state.slots.insert(address, value);
    }

    /// Marks as unknown everything that a call may change: the stack, the flags, the `general` registers, and all other
    /// registers that have been written. Registers in `kept` keep their values. General registers are included even if
    /// they have not been written, because they may hold arguments.
    pub fn forget_all(&mut self, general: &[&str], kept: &[&str]) {
        let written: Vec<String> = self.state.registers.keys().cloned().collect();
        let all: BTreeSet<&str> = written.iter().map(String::as_str).chain(general.iter().copied()).collect();
        for register in all.into_iter().filter(|register| !kept.contains(register)) {
            self.forget(register);
        }
        self.state.slots.clear();
        self.state.operands.clear();
        self.state.compared = None;
    }
}

/// Returns the lowest `width` bits of a value. Bits above the value are unknown.
fn as_bits(value: &Value, width: usize) -> BitVec {
    let mut bits = match value {
        Value::Bits(bits) => bits.clone(),
        Value::Number(number) => number.as_constant().map_or_else(Vec::new, |word| fixed(&word.to_le_bytes())),
        Value::Test(_) => Vec::new(),
    };
    bits.resize(width, Bit::Unknown);
    bits
}

/// The names of stack pointers.
const STACK_POINTERS: [&str; 3] = ["rsp", "sp", "__stack_pointer"];

/// Returns whether an address is at a constant offset from a stack pointer.
fn is_stack(address: &LinearExpr) -> bool {
    matches!(address.as_symbol(), Some(Symbol::Start(name) | Symbol::Result(_, name)) if STACK_POINTERS.contains(&name.as_str()))
}

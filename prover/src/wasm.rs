//! Instructions of WebAssembly: simd128, and the integer instructions of loops.
//!
//! Operands are taken from a stack. The compiler leaves it empty between basic blocks. A missing value is treated as unknown,
//! because it was not computed in this block.

use setwise_assembly::Instruction;

use crate::bits::{Bit, Bits, Term, arithmetic, fixed, logic, shift, shuffle};
use crate::machine::{Machine, Value};
use crate::number::{Number, Symbol};

/// The width of a vector.
const WIDTH: usize = 128;

/// The operation of a vector instruction. Sizes are in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// The intersection.
    And,
    /// The first operand without the second.
    AndNot,
    /// The union.
    Or,
    /// The symmetric difference.
    Xor,
    /// The complement.
    Not,
    /// The third operand is a mask that selects from the first two.
    Select,
    /// The sums of lanes.
    Add(usize),
    /// The differences of lanes.
    Subtract(usize),
    /// All ones in lanes that are equal, zeros in the others.
    Equal(usize),
    /// A shift toward the highest bit. The count is modulo the size of a lane.
    Up(usize),
    /// A shift toward the lowest bit. The count is modulo the size of a lane.
    Down(usize),
    /// A copy of a number in all lanes.
    Splat(usize),
    /// The number of set bits of each byte.
    Counts,
    /// The sums of adjacent lanes, in lanes of this size.
    PairSums(usize),
    /// A lookup of bytes in the first operand, by the indices in the second.
    LookUp,
}

/// All known vector instructions, apart from constants, loads and stores.
pub const TABLE: &[(&str, Operation)] = &[
    ("v128.and", Operation::And),
    ("v128.andnot", Operation::AndNot),
    ("v128.or", Operation::Or),
    ("v128.xor", Operation::Xor),
    ("v128.not", Operation::Not),
    ("v128.bitselect", Operation::Select),
    ("i8x16.add", Operation::Add(8)),
    ("i16x8.add", Operation::Add(16)),
    ("i32x4.add", Operation::Add(32)),
    ("i64x2.add", Operation::Add(64)),
    ("i8x16.sub", Operation::Subtract(8)),
    ("i64x2.sub", Operation::Subtract(64)),
    ("i8x16.eq", Operation::Equal(8)),
    ("i32x4.eq", Operation::Equal(32)),
    ("i64x2.eq", Operation::Equal(64)),
    ("i8x16.shl", Operation::Up(8)),
    ("i16x8.shl", Operation::Up(16)),
    ("i32x4.shl", Operation::Up(32)),
    ("i64x2.shl", Operation::Up(64)),
    ("i8x16.shr_u", Operation::Down(8)),
    ("i16x8.shr_u", Operation::Down(16)),
    ("i32x4.shr_u", Operation::Down(32)),
    ("i64x2.shr_u", Operation::Down(64)),
    ("i8x16.splat", Operation::Splat(8)),
    ("i32x4.splat", Operation::Splat(32)),
    ("i64x2.splat", Operation::Splat(64)),
    ("i8x16.popcnt", Operation::Counts),
    ("i16x8.extadd_pairwise_i8x16_u", Operation::PairSums(16)),
    ("i32x4.extadd_pairwise_i16x8_u", Operation::PairSums(32)),
    ("i8x16.swizzle", Operation::LookUp),
];

/// Executes an instruction that is not a jump.
pub(crate) fn step<T: Term>(machine: &mut Machine<T>, instruction: &Instruction) -> Result<(), String> {
    let Instruction { mnemonic, operands, .. } = instruction;
    if mnemonic.starts_with("call") {
        return Err("a call".into());
    }
    let value = match mnemonic.as_str() {
        "v128.const" => Value::Bits(constant(operands).ok_or("unknown form of the instruction")?),
        "v128.load" => {
            let address = address(machine, operands)?;
            Value::Bits(machine.load(&address, WIDTH))
        }
        "v128.load64_splat" => {
            let address = address(machine, operands)?;
            Value::Bits(shuffle::broadcast(&machine.load(&address, 64), WIDTH))
        }
        "v128.store" => {
            let bits = pop_bits(machine);
            let address = address(machine, operands)?;
            machine.store(address, bits);
            return Ok(());
        }
        name => match TABLE.iter().find(|(known, _)| *known == name) {
            Some((_, operation)) => Value::Bits(result(machine, *operation)?),
            None => return scalar(machine, name, operands),
        },
    };
    machine.state.operands.push(value);
    Ok(())
}

/// Returns the number on which a conditional jump depends.
pub(crate) fn condition<T: Term>(machine: &mut Machine<T>) -> Option<Number> {
    match pop(machine) {
        Value::Number(number) | Value::Test(number) => Some(number),
        Value::Bits(_) => None,
    }
}

/// Forgets what an unknown instruction could write. Only instructions with `local` in their name write locals.
pub(crate) fn forget<T: Term>(machine: &mut Machine<T>) {
    machine.state.operands.clear();
    machine.state.slots.clear();
}

/// Returns what a vector instruction computes. The last operand is taken from the stack first.
fn result<T: Term>(machine: &mut Machine<T>, operation: Operation) -> Result<Bits<T>, String> {
    let places = |machine: &mut Machine<T>, lane: usize| {
        let places = pop_number(machine).as_constant().ok_or("the shift count is not constant")?;
        Ok::<_, String>(places as usize % lane)
    };
    Ok(match operation {
        Operation::And => pairwise(machine, Bit::and),
        Operation::AndNot => pairwise(machine, |a, b| a.and(&b.not())),
        Operation::Or => pairwise(machine, Bit::or),
        Operation::Xor => pairwise(machine, Bit::xor),
        Operation::Not => logic::not(&pop_bits(machine)),
        Operation::Select => {
            let [mask, no, yes] = [(); 3].map(|()| pop_bits(machine));
            logic::select(&mask, &yes, &no)
        }
        Operation::Add(lane) => lanewise(machine, |a, b| arithmetic::add(a, b, lane)),
        Operation::Subtract(lane) => lanewise(machine, |a, b| arithmetic::subtract(a, b, lane)),
        Operation::Equal(lane) => lanewise(machine, |a, b| arithmetic::equal(a, b, lane)),
        Operation::Up(lane) => {
            let places = places(machine, lane)?;
            shift::up(&pop_bits(machine), lane, places)
        }
        Operation::Down(lane) => {
            let places = places(machine, lane)?;
            shift::down(&pop_bits(machine), lane, places)
        }
        Operation::Splat(lane) => {
            let word = pop_number(machine).as_constant();
            let element = word.map_or_else(|| vec![Bit::Unknown; 64], |word| fixed(&word.to_le_bytes()));
            shuffle::broadcast(&element[..lane], WIDTH)
        }
        Operation::Counts => arithmetic::counts(&pop_bits(machine), 8),
        Operation::PairSums(lane) => arithmetic::sums(&pop_bits(machine), lane / 2, lane),
        Operation::LookUp => {
            let (index, table) = (pop_bits(machine), pop_bits(machine));
            shuffle::look_up(&table, &index, 0xF0)
        }
    })
}

fn pairwise<T: Term>(machine: &mut Machine<T>, of: impl Fn(&Bit<T>, &Bit<T>) -> Bit<T>) -> Bits<T> {
    let (b, a) = (pop_bits(machine), pop_bits(machine));
    logic::each(&a, &b, of)
}

fn lanewise<T: Term>(machine: &mut Machine<T>, of: impl Fn(&[Bit<T>], &[Bit<T>]) -> Bits<T>) -> Bits<T> {
    let (b, a) = (pop_bits(machine), pop_bits(machine));
    of(&a, &b)
}

/// Executes an integer instruction. Sums are tracked; the results of all other instructions are unknown.
fn scalar<T: Term>(machine: &mut Machine<T>, name: &str, operands: &str) -> Result<(), String> {
    let result = Number::symbol(Symbol::Result(machine.line, "the stack".into()));
    let number = |text: &str| text.parse::<i64>().map_err(|_| "unknown form of the instruction".to_string());
    let register = if name.starts_with("local") { format!("local {operands}") } else { operands.to_string() };
    let (bare, operation) = name.split_once('.').unwrap_or(("", name));
    let value = match (bare, operation) {
        ("local" | "global", "get") => {
            let start = || Value::Number(Number::symbol(Symbol::Start(register.clone())));
            machine.state.registers.get(&register).cloned().unwrap_or_else(start)
        }
        ("local" | "global", "set") => {
            let value = pop(machine);
            machine.state.registers.insert(register, value);
            return Ok(());
        }
        ("local", "tee") => {
            let value = pop(machine);
            machine.state.registers.insert(register, value.clone());
            value
        }
        ("i32" | "i64", "const") => Value::Number(Number::constant(number(operands)?.cast_unsigned())),
        ("i32", "add" | "sub") => {
            let (b, a) = (pop_number(machine), pop_number(machine));
            Value::Number(if operation == "add" { a.plus(&b) } else { a.minus(&b) })
        }
        ("i32", "shl") => {
            let (places, a) = (pop_number(machine).as_constant(), pop_number(machine));
            Value::Number(places.filter(|places| *places < 32).map_or(result, |places| a.times(1 << places)))
        }
        ("i32", "eqz") => Value::Test(pop_number(machine)),
        ("i32", "eq" | "ne" | "lt_u" | "lt_s" | "gt_u" | "gt_s" | "le_u" | "le_s" | "ge_u" | "ge_s") => {
            let (b, a) = (pop_number(machine), pop_number(machine));
            Value::Test(a.minus(&b))
        }
        ("i32" | "i64", "and" | "or" | "xor" | "shr_u" | "shr_s" | "mul" | "rotl") => {
            pop(machine);
            pop(machine);
            Value::Number(result)
        }
        ("i32", "load") => {
            let address = address(machine, operands)?;
            Value::Number(machine.loaded(&address).unwrap_or(result))
        }
        ("i64", "load") | ("i32", "load8_u") => {
            pop(machine);
            Value::Number(result)
        }
        ("i32" | "i64", "store") => {
            pop(machine);
            let address = address(machine, operands)?;
            machine.store_number(address, result);
            return Ok(());
        }
        (_, "drop") => {
            pop(machine);
            return Ok(());
        }
        (_, "end_function") => return Ok(()),
        _ => return Err("unknown instruction".into()),
    };
    machine.state.operands.push(value);
    Ok(())
}

/// Returns the address of an access: a number from the stack and an offset, as in `16:p2align=0`.
fn address<T: Term>(machine: &mut Machine<T>, operands: &str) -> Result<Number, String> {
    let offset = operands.split_once(':').map_or(operands, |(offset, _)| offset);
    let offset: u64 = offset.trim().parse().map_err(|_| format!("unknown operand `{operands}`"))?;
    Ok(pop_number(machine).offset(offset))
}

/// Returns a constant of 16 bytes, given as parts of equal size.
fn constant<T: Term>(operands: &str) -> Option<Bits<T>> {
    let parts: Vec<&str> = operands.split(',').map(str::trim).collect();
    let lane = WIDTH.checked_div(parts.len())?;
    let part = |part: &&str| {
        let word = part.parse::<u64>().ok().or_else(|| part.parse::<i64>().ok().map(i64::cast_unsigned))?;
        Some(fixed(&word.to_le_bytes())[..lane].to_vec())
    };
    parts.iter().map(part).collect::<Option<Vec<_>>>().map(|parts| parts.concat())
}

fn pop<T: Term>(machine: &mut Machine<T>) -> Value<T> {
    let missing = || Value::Number(Number::symbol(Symbol::Result(machine.line, "another block".into())));
    machine.state.operands.pop().unwrap_or_else(missing)
}

fn pop_number<T: Term>(machine: &mut Machine<T>) -> Number {
    let value = pop(machine);
    machine.as_number(&value)
}

fn pop_bits<T: Term>(machine: &mut Machine<T>) -> Bits<T> {
    match pop(machine) {
        Value::Bits(bits) => bits,
        _ => vec![Bit::Unknown; WIDTH],
    }
}

//! The columns of a loop, found from the addresses of its loads and stores.
//!
//! ```text
//! vmovdqu   (%r11,%r8), %ymm2         input column at r11 + r8, lanes 0 to 3
//! vmovdqu 32(%r11,%r8), %ymm3         the same column, lanes 4 to 7
//! vmovdqu %ymm2,   (%r10,%r8)         output column at r10 + r8, lanes 0 to 3
//! vmovdqu %ymm3, 32(%r10,%r8)         the same column, lanes 4 to 7
//! addq $64, %r8                       both advance by 8 lanes
//! ```

use std::collections::{BTreeMap, BTreeSet};

use crate::bits::{Bits, NoBoards, Term};
use crate::machine::{Access, State, Value};
use crate::number::{Number, Symbol};
use crate::turn::{Body, Turn};

/// The number of bytes per board.
const BOARD: u64 = 8;

/// The columns that a turn reads and writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    /// The address of the first lane of each input column, in the order of the kernel's inputs.
    pub inputs: Vec<Number>,
    /// The address of the first lane of the output column.
    pub output: Number,
    /// The number of boards per turn.
    pub lanes: usize,
}

impl Columns {
    /// Finds the columns of a turn: `count` inputs and one output.
    ///
    /// # Errors
    ///
    /// Returns an error if lanes are missing, written twice or not aligned, or if a column or a counter does not advance by
    /// the boards of one turn.
    pub fn of(count: usize, body: &Body, turn: &Turn<NoBoards>, entries: &[&State<NoBoards>]) -> Result<Self, String> {
        let (stores, loads): (Vec<_>, Vec<_>) = turn.accesses.iter().partition(|access| access.is_store);
        let outputs = grouped(&stores)?;
        let [output] = outputs.as_slice() else {
            return Err(format!("expected one output column, found {}", outputs.len()));
        };
        if output.bytes != stores.iter().map(|store| store.bits.len() as u64 / 8).sum::<u64>() {
            return Err("a lane of the output is written twice".into());
        }
        let inputs = grouped(&loads)?;
        if inputs.len() != count {
            return Err(format!("found {} input columns, expected {count}", inputs.len()));
        }
        let lanes = (output.bytes / BOARD) as usize;
        for column in inputs.iter().chain([output]) {
            if column.bytes != output.bytes {
                return Err(format!(
                    "{} bytes are read at {}, but {} are written",
                    column.bytes, column.first, output.bytes
                ));
            }
            let growth = body.growth(&column.first, turn)?;
            if growth != output.bytes.cast_signed() {
                return Err(format!("{} advances by {growth} bytes, expected {}", column.first, output.bytes));
            }
        }
        let entry = entries.first().ok_or("no block leads to the loop")?;
        for (column, entry) in
            inputs.iter().chain([output]).flat_map(|column| entries.iter().map(move |entry| (column, entry)))
        {
            let start = at_entry(body, column, entry);
            if start.constant != 0 {
                return Err(format!("a column starts at {start}, which is not its first board"));
            }
        }
        let registers = lanes / body.source.register;
        check_counters(body, turn, [lanes as i64, output.bytes.cast_signed(), registers as i64])?;
        let inputs = in_order(body, inputs, entry)?;
        Ok(Self { inputs, output: output.first.clone(), lanes })
    }

    /// Returns the input column and the lane of an address.
    #[must_use]
    pub fn lane_of(&self, address: &Number) -> Option<(usize, usize)> {
        let inputs = self.inputs.iter().enumerate();
        inputs.filter_map(|(column, first)| Some((column, address.minus(first).as_constant()?))).find_map(
            |(column, offset)| {
                let lane = usize::try_from(offset / BOARD).ok()?;
                (lane < self.lanes && offset.is_multiple_of(BOARD)).then_some((column, lane))
            },
        )
    }

    /// Returns the 64 bits of each lane that a turn stored.
    #[must_use]
    pub fn stored<T: Term>(&self, accesses: &[Access<T>]) -> Vec<Bits<T>> {
        let mut lanes = vec![Vec::new(); self.lanes];
        for store in accesses.iter().filter(|access| access.is_store) {
            let first = store.address.minus(&self.output).as_constant().unwrap_or(0) / BOARD;
            for (n, bits) in store.bits.chunks(64).enumerate() {
                lanes[first as usize + n] = bits.to_vec();
            }
        }
        lanes
    }
}

/// The accesses to one column, which have no gaps between them.
struct Column {
    first: Number,
    bytes: u64,
}

/// Groups accesses by the symbols of their addresses.
fn grouped<T>(accesses: &[&Access<T>]) -> Result<Vec<Column>, String> {
    let mut groups: BTreeMap<Number, Vec<(i64, u64)>> = BTreeMap::new();
    for Access { address, bits, .. } in accesses {
        groups.entry(address.base()).or_default().push((address.constant.cast_signed(), bits.len() as u64 / 8));
    }
    let column = |(base, mut parts): (Number, Vec<(i64, u64)>)| {
        parts.sort_unstable();
        parts.dedup();
        let start = parts[0].0;
        let mut end = start;
        for (offset, bytes) in parts {
            if offset > end || (offset - start).cast_unsigned() % BOARD != 0 || bytes % BOARD != 0 {
                return Err(format!(
                    "{base}: bytes {end} to {} contain a gap or a part of a board",
                    offset + bytes.cast_signed()
                ));
            }
            end = end.max(offset + bytes.cast_signed());
        }
        Ok(Column { first: base.offset(start.cast_unsigned()), bytes: (end - start).cast_unsigned() })
    };
    groups.into_iter().map(column).collect()
}

/// Returns the address of a column when the loop starts.
fn at_entry(body: &Body, column: &Column, entry: &State<NoBoards>) -> Number {
    column.first.with(|symbol| match symbol {
        Symbol::Join(block, register) if *block == body.found.entry => match entry.registers.get(register) {
            Some(Value::Number(number)) => number.clone(),
            _ => Number::symbol(Symbol::Start(register.clone())),
        },
        other => Number::symbol(other.clone()),
    })
}

/// Returns the addresses of input columns in the order of the slices in the caller's array: by the address from which
/// each pointer was loaded.
fn in_order(body: &Body, columns: Vec<Column>, entry: &State<NoBoards>) -> Result<Vec<Number>, String> {
    if let [column] = columns.as_slice() {
        return Ok(vec![column.first.clone()]);
    }
    let mut places = BTreeMap::new();
    for column in columns {
        let start = at_entry(body, &column, entry);
        let pointers = start.symbols().filter_map(|symbol| match symbol {
            Symbol::Loaded(address) => Some((**address).clone()),
            _ => None,
        });
        let [pointer] = pointers
            .collect::<Vec<_>>()
            .try_into()
            .map_err(|_| format!("{start}: the address of the pointer is unknown"))?;
        places.insert(pointer, column.first);
    }
    let arrays = places.keys().map(Number::base).collect::<BTreeSet<_>>();
    if arrays.len() > 1 {
        return Err("the pointers of the columns are not in one array".into());
    }
    Ok(places.into_values().collect())
}

/// Checks that each number that decides whether the loop ends changes by the work of one turn, in boards, bytes or
/// registers.
fn check_counters(body: &Body, turn: &Turn<NoBoards>, units: [i64; 3]) -> Result<(), String> {
    let mut counters = 0;
    for (number, jump) in &turn.exits {
        let Ok(growth) = body.growth(number, turn) else { continue };
        if units.contains(&growth.abs()) {
            counters += 1;
        } else if growth != 0 {
            let [boards, bytes, registers] = units;
            return Err(format!(
                "line {}: `{} {}`: the counter grows by {growth}; one turn is {boards} boards, {bytes} bytes, {registers} registers",
                jump.line, jump.mnemonic, jump.operands
            ));
        }
    }
    if counters == 0 { Err("no counter ends the loop".into()) } else { Ok(()) }
}

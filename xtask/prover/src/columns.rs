//! Finds the columns of a loop from the addresses of its loads and stores.
//!
//! ```text
//! vmovdqu   (%r11,%r8), %ymm2         input column at r11 + r8, lanes 0 to 3
//! vmovdqu 32(%r11,%r8), %ymm3         the same column, lanes 4 to 7
//! vmovdqu %ymm2,   (%r10,%r8)         output column at r10 + r8, lanes 0 to 3
//! vmovdqu %ymm3, 32(%r10,%r8)         the same column, lanes 4 to 7
//! addq $64, %r8                       both advance by 8 lanes
//! ```
//!
//! Together with the [`Arguments`], the addresses show which column each instruction reads or writes. They also show
//! that each iteration continues where the previous iteration ended.

use std::collections::BTreeMap;

use setwise_assembly::Dialect;

use crate::bits::BitVec;
use crate::iteration::{Body, Iteration};
use crate::linear_expr::{LinearExpr, Symbol};
use crate::machine::Access;

/// The number of bytes per board.
pub(crate) const BOARD: u64 = 8;

/// The columns that an iteration reads and writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    /// The address of the first lane of each input column, in the order of the kernel's inputs.
    pub inputs: Vec<LinearExpr>,
    /// The address of the first lane of the output column.
    pub output: LinearExpr,
    /// The number of boards per iteration.
    pub lanes: usize,
}

/// The position in the columns at which a loop starts when it is entered from a given block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The distance in bytes from the start of each column to the first board that the loop processes.
    pub offset: LinearExpr,
    /// All numbers that are known to equal the length of the columns.
    pub lengths: Vec<LinearExpr>,
}

impl Columns {
    /// Finds the columns of an iteration: `count` inputs and one output. Also returns the start for each block that
    /// leads to the loop.
    ///
    /// # Errors
    ///
    /// Returns an error if the iteration does not have `count` inputs and one output, or if lanes are missing, written
    /// twice or not aligned. Returns an error if a column does not advance by the number of boards of one iteration.
    /// Also returns an error if a column is not among the arguments of the function, or if columns start at different
    /// boards.
    pub fn of(count: usize, body: &Body, iteration: &Iteration) -> Result<(Self, Vec<Start>), String> {
        let (stores, loads): (Vec<_>, Vec<_>) = iteration.accesses.iter().partition(|access| access.is_store);
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
        for column in inputs.iter().chain([output]) {
            if column.bytes != output.bytes {
                return Err(format!(
                    "{} bytes are read at {}, but {} are written",
                    column.bytes, column.first, output.bytes
                ));
            }
            let growth = body.growth(&column.first, iteration)?;
            if growth != output.bytes.cast_signed() {
                return Err(format!("{} advances by {growth} bytes, expected {}", column.first, output.bytes));
            }
        }
        let (inputs, starts) = in_order(body, &inputs, &output.first)?;
        Ok((Self { inputs, output: output.first.clone(), lanes: (output.bytes / BOARD) as usize }, starts))
    }

    /// Returns the input column and the lane of an address, or `None` if no lane of an input column starts at the
    /// address.
    #[must_use]
    pub fn lane_of(&self, address: &LinearExpr) -> Option<(usize, usize)> {
        let inputs = self.inputs.iter().enumerate();
        inputs.filter_map(|(column, first)| Some((column, address.minus(first).as_constant()?))).find_map(
            |(column, offset)| {
                let lane = usize::try_from(offset / BOARD).ok()?;
                (lane < self.lanes && offset.is_multiple_of(BOARD)).then_some((column, lane))
            },
        )
    }

    /// Returns the 64 bits of each lane that an iteration stored.
    #[must_use]
    pub fn stored(&self, accesses: &[Access]) -> Vec<BitVec> {
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

/// The bytes of one column that an iteration accesses, without gaps.
struct Column {
    first: LinearExpr,
    bytes: u64,
}

/// Groups accesses by the symbols of their addresses. Returns an error if a group has a gap, or contains only a part of
/// a board.
fn grouped(accesses: &[&Access]) -> Result<Vec<Column>, String> {
    let mut groups: BTreeMap<LinearExpr, Vec<(i64, u64)>> = BTreeMap::new();
    for Access { address, bits, .. } in accesses {
        groups.entry(address.base()).or_default().push((address.constant.cast_signed(), bits.len() as u64 / 8));
    }
    let column = |(base, mut parts): (LinearExpr, Vec<(i64, u64)>)| {
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

/// Returns the addresses of the input columns in the order of the kernel's inputs, and the start for each block that
/// leads to the loop.
fn in_order(body: &Body, columns: &[Column], output: &LinearExpr) -> Result<(Vec<LinearExpr>, Vec<Start>), String> {
    let forms = Arguments::forms(body.source.dialect, columns.len());
    let (mut inputs, mut starts) = (Vec::new(), Vec::new());
    for entry in body.entries {
        let output = body.at_entry(output, entry);
        let found = forms.iter().find_map(|form| Some((form, form.in_output(&output)?)));
        let (form, offset) = found.ok_or_else(|| format!("the loop writes at {output}, which is not in its output"))?;
        let column = |pointer: &LinearExpr| {
            let start = pointer.plus(&offset);
            let column = columns.iter().find(|column| body.at_entry(&column.first, entry) == start);
            column.map(|column| column.first.clone()).ok_or_else(|| format!("no column is read at {start}"))
        };
        let ordered = form.inputs.iter().map(column).collect::<Result<Vec<_>, _>>()?;
        if !inputs.is_empty() && inputs != ordered {
            return Err("the order of the input columns depends on where the loop is entered".into());
        }
        inputs = ordered;
        starts.push(Start { offset, lengths: form.lengths.clone() });
    }
    if starts.is_empty() { Err("no block leads to the loop".into()) } else { Ok((inputs, starts)) }
}

/// The arguments of a batch loop: the addresses of the columns, and all numbers that equal the length of the columns.
/// These addresses and numbers are expressed in terms of the registers and the memory at the start of the function.
///
/// ```text
/// fn(inputs: [&[u64]; N], output: &mut [u64])     first argument: the address of N slices
///                                                 second and third: the address and the length of the output
/// closure { inputs, output, boards }              first argument: the address of N + 1 slices and of a length
/// ```
///
/// A slice is an address and a length, one word each. Rust does not guarantee the layout of a closure, so the prover
/// refuses the loops if the compiler changes this layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arguments {
    /// The addresses of the input columns, in the order of the kernel's inputs.
    pub inputs: Vec<LinearExpr>,
    /// The address of the output column.
    pub output: LinearExpr,
    /// The lengths of the columns, in boards. The function or its caller has checked that the lengths are equal.
    pub lengths: Vec<LinearExpr>,
}

impl Arguments {
    /// Returns the two possible forms of the arguments for `count` inputs and one output: the form of a function, and
    /// then the form of a closure.
    #[must_use]
    pub fn forms(dialect: Dialect, count: usize) -> [Self; 2] {
        let (word, names) = match dialect {
            Dialect::X86 => (8, ["rdi", "rsi", "rdx"]),
            Dialect::Arm => (8, ["x0", "x1", "x2"]),
            Dialect::Wasm => (4, ["local 0", "local 1", "local 2"]),
        };
        let [first, second, third] = names.map(|name| LinearExpr::symbol(Symbol::Start(name.into())));
        let loaded = |words: usize| {
            let address = first.offset((word * words) as u64);
            LinearExpr::symbol(Symbol::Loaded(Box::new(address)))
        };
        let inputs: Vec<LinearExpr> = (0..count).map(|slice| loaded(2 * slice)).collect();
        let lengths = |slices: usize| (0..slices).map(|slice| loaded(2 * slice + 1));
        [
            Self { inputs: inputs.clone(), output: second, lengths: lengths(count).chain([third]).collect() },
            Self {
                inputs,
                output: loaded(2 * count),
                lengths: lengths(count + 1).chain([loaded(2 * count + 2)]).collect(),
            },
        ]
    }

    /// Returns the distance in bytes of an address from the start of the output column, or `None` if the address is
    /// not in that column.
    #[must_use]
    pub fn in_output(&self, address: &LinearExpr) -> Option<LinearExpr> {
        let pointer = self.output.as_symbol()?;
        let distance = address.minus(&self.output);
        (!distance.any(&|symbol| symbol == pointer) && address.any(&|symbol| symbol == pointer)).then_some(distance)
    }
}

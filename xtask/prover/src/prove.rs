//! Compares the output of a loop with the specification of its kernel, for all boards.

use std::collections::BTreeMap;
use std::fmt;

use setwise_assembly::{Dialect, Flow, Line};
use setwise_board::Bitboard;
use setwise_ir::proof::{AllBoards, Counterexample, Formula, KING, KNIGHT, Squares, Word};

use crate::bits::{Bit, BitVec, as_word, fixed, unknown};
use crate::columns::Columns;
use crate::counter;
use crate::dataflow::{Source, states};
use crate::iteration::{Body, Iteration};
use crate::linear_expr::LinearExpr;
use crate::machine::State;

/// A kernel and its specification.
#[derive(Debug, Clone, Copy)]
pub struct Kernel {
    /// The name, as written in function names.
    pub name: &'static str,
    /// The names of the inputs.
    pub inputs: &'static [&'static str],
    /// The function that returns the expected result for the inputs.
    pub specification: for<'a> fn(&'a AllBoards, &[Squares<'a>]) -> Squares<'a>,
}

/// The kernels whose loops are proved, in the order of the printed table.
pub const KERNELS: [Kernel; 4] = [
    Kernel { name: "KnightAttacks", inputs: &["knights"], specification: |_, inputs| inputs[0].moved(&KNIGHT) },
    Kernel { name: "KingAttacks", inputs: &["kings"], specification: |_, inputs| inputs[0].moved(&KING) },
    Kernel {
        name: "KnightMoves",
        inputs: &["knights", "own"],
        specification: |_, inputs| inputs[0].moved(&KNIGHT).without(&inputs[1]),
    },
    Kernel { name: "Forks", inputs: &["targets"], specification: forks },
];

/// Returns the squares from which a knight attacks at least two targets.
fn forks<'a>(boards: &'a AllBoards, inputs: &[Squares<'a>]) -> Squares<'a> {
    Squares::of(boards, |file, rank| boards.at_least(2, inputs[0].around(&KNIGHT, file, rank)))
}

/// The proof of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    /// The number of instructions of one iteration, on the longest path.
    pub instructions: usize,
    /// The number of boards of one iteration.
    pub lanes: usize,
    /// The number of input bits of one iteration.
    pub bits: usize,
    /// The number of nodes in the decision diagrams of the output.
    pub nodes: usize,
}

/// The reason why a loop is not proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// A lane differs from the specification on these boards.
    Differs(Box<Counterexample>),
    /// The loop does not have the expected form, or contains an unknown instruction.
    Refused(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Differs(counterexample) => counterexample.fmt(f),
            Self::Refused(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Failure {}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Self::Refused(reason)
    }
}

/// Proves every innermost loop of a function. Every such loop must store to a column.
///
/// # Errors
///
/// Returns the failure of the first loop that is not proved: boards on which a lane differs from the specification, or
/// another reason.
pub fn prove(source: Source, kernel: &Kernel) -> Result<Vec<Proof>, Failure> {
    let mut proofs: BTreeMap<usize, Proof> = BTreeMap::new();
    each_path(source, kernel.inputs.len(), |path| {
        let nodes = path.for_all_boards(kernel)?;
        let lanes = path.columns.lanes;
        let bits = 64 * kernel.inputs.len() * lanes;
        let proof = proofs.entry(path.body.found.entry).or_insert(Proof { instructions: 0, lanes, bits, nodes });
        proof.instructions = proof.instructions.max(path.instructions);
        Ok(())
    })?;
    Ok(proofs.into_values().collect())
}

/// Checks the columns and the counter of each path through each loop, and calls `of` for the path.
fn each_path(source: Source, inputs: usize, mut of: impl FnMut(&Path) -> Result<(), Failure>) -> Result<(), Failure> {
    let flow = Flow::of(&source.function.lines, source.dialect);
    refuse_indirect_jumps(source)?;
    let states = states(source, &flow)?;
    for found in flow.innermost_loops() {
        let leads = |from: &usize, to: usize| !found.blocks.contains(from) && flow.blocks[*from].next.contains(&to);
        let entries: Vec<&State> = (0..flow.blocks.len())
            .filter(|from| leads(from, found.entry))
            .filter_map(|from| states.after[from].as_ref())
            .collect();
        let body = Body { source, flow: &flow, found: &found, states: &states, entries: &entries };
        let Some(start) = &states.before[found.entry] else {
            return Err("a loop is reached by a jump with an unknown target".to_string().into());
        };
        let paths = body.paths()?;
        let iterations = paths.iter().map(|path| body.run(path, start.clone(), &|_, width| unknown(width)));
        let iterations: Vec<Iteration> = iterations.collect::<Result<_, _>>()?;
        let middle =
            |block: &&usize| **block != found.entry && (0..flow.blocks.len()).any(|from| leads(&from, **block));
        if found.blocks.contains(&0) || found.blocks.iter().any(|block| middle(&block)) {
            return Err("a loop is entered at several places".to_string().into());
        }
        for (blocks, iteration) in paths.iter().zip(&iterations) {
            let (columns, starts) = Columns::of(inputs, &body, iteration)?;
            counter::check(&body, iteration, columns.lanes, &starts)?;
            of(&Path { body: &body, blocks, start, columns, instructions: iteration.instructions })?;
        }
    }
    Ok(())
}

/// Returns an error if a function jumps to an address in a register or in memory. Such a jump may lead to any block.
fn refuse_indirect_jumps(source: Source) -> Result<(), String> {
    for line in &source.function.lines {
        let Line::Instruction(jump) = line else { continue };
        let is_indirect = match source.dialect {
            Dialect::X86 => jump.mnemonic.starts_with("jmp") && jump.operands.starts_with('*'),
            Dialect::Arm => jump.mnemonic.starts_with("br") && jump.mnemonic != "brk",
            Dialect::Wasm => false,
        };
        if is_indirect {
            return Err(format!("line {}: `{} {}`: the target is unknown", jump.line, jump.mnemonic, jump.operands));
        }
    }
    Ok(())
}

/// One path through a loop.
struct Path<'a> {
    body: &'a Body<'a>,
    blocks: &'a [usize],
    start: &'a State,
    columns: Columns,
    instructions: usize,
}

impl Path<'_> {
    /// Compares all lanes with the specification for all boards. Input `n` of lane `l` is board `l * inputs + n`.
    /// Returns the number of nodes in the decision diagrams.
    fn for_all_boards(&self, kernel: &Kernel) -> Result<usize, Failure> {
        let count = kernel.inputs.len();
        let boards = AllBoards::new(count * self.columns.lanes);
        let of_lane = |board: usize| (0..64).map(|square| Bit::from(boards.has(board, square))).collect();
        let inputs = |address: &LinearExpr, width: usize| self.loaded(address, width, of_lane);
        let iteration: Iteration = self.body.run(self.blocks, self.start.clone(), &inputs)?;
        let found: Vec<Option<Vec<Formula>>> =
            self.columns.stored(&iteration.accesses).iter().map(|lane| formulas(&boards, lane)).collect();
        let nodes = found.iter().flatten().flatten().map(Formula::nodes).sum();
        let wrong = |lane: &usize| found[*lane].as_deref() != Some(expected(kernel, &boards, *lane).formulas());
        match (0..found.len()).find(wrong) {
            None => Ok(nodes),
            Some(lane) => Err(self.refuted(kernel, &boards, lane, found[lane].as_deref())),
        }
    }

    /// Returns the bits at an address in the input columns. `of(n)` returns the bits of board `n`. Boards are numbered
    /// as in [`for_all_boards`](Self::for_all_boards). Bits outside the columns are unknown.
    fn loaded(&self, address: &LinearExpr, width: usize, of: impl Fn(usize) -> BitVec) -> BitVec {
        let lane = |n: usize| {
            let (column, lane) = self.columns.lane_of(&address.offset(8 * n as u64))?;
            Some(of(lane * self.columns.inputs.len() + column))
        };
        let mut bits: BitVec = (0..width.div_ceil(64)).flat_map(|n| lane(n).unwrap_or_else(|| unknown(64))).collect();
        bits.truncate(width);
        bits
    }

    /// Returns a failure with boards on which a lane differs, or with the reason why no such boards were found. The
    /// boards contain as few squares as possible. The result shown in the failure is computed by executing the path
    /// once more on these boards.
    fn refuted(&self, kernel: &Kernel, boards: &AllBoards, lane: usize, found: Option<&[Formula]>) -> Failure {
        let Some(found) = found else {
            return format!("lane {lane} depends on a value that the loop did not load, or its formula is too large")
                .into();
        };
        let expected = expected(kernel, boards, lane).word();
        let smallest = boards.smallest_difference(&expected, &Word::Bits(found.to_vec()));
        let shown = match smallest {
            Ok(Some(shown)) => shown,
            Ok(None) => return format!("lane {lane} differs, but no boards were found on which it does").into(),
            Err(reason) => return reason.to_string().into(),
        };
        let Some(found) = self.on(|board| shown[board]).get(lane).and_then(|bits| as_word(bits)) else {
            return format!("lane {lane} cannot be computed for a counterexample").into();
        };
        let count = kernel.inputs.len();
        let names = (0..shown.len())
            .filter(|board| shown[*board] != 0 || board / count == lane)
            .map(|board| (format!("{} {}", kernel.inputs[board % count], board / count), Bitboard(shown[board])));
        Failure::Differs(Box::new(Counterexample {
            program: kernel.name.into(),
            boards: names.collect(),
            result: format!("lane {lane}"),
            expected: boards.value(&expected, &shown),
            found,
        }))
    }

    /// Returns the lanes that one iteration stores for given boards.
    fn on(&self, board: impl Fn(usize) -> u64) -> Vec<BitVec> {
        let inputs =
            |address: &LinearExpr, width: usize| self.loaded(address, width, |n| fixed(&board(n).to_le_bytes()));
        let iteration = self.body.run(self.blocks, self.start.clone(), &inputs);
        iteration.map_or_else(|_| Vec::new(), |iteration| self.columns.stored(&iteration.accesses))
    }
}

/// Returns the expected result of a kernel in one lane.
fn expected<'a>(kernel: &Kernel, boards: &'a AllBoards, lane: usize) -> Squares<'a> {
    let count = kernel.inputs.len();
    let inputs: Vec<_> = (0..count).map(|input| Squares::input(boards, lane * count + input)).collect();
    (kernel.specification)(boards, &inputs)
}

/// Returns the bits of a lane as formulas, or `None` if a bit is unknown.
fn formulas(boards: &AllBoards, lane: &[Bit]) -> Option<Vec<Formula>> {
    let formula = |bit: &Bit| match bit {
        Bit::Unknown => None,
        Bit::Fixed(value) => Some(boards.always(*value)),
        Bit::Of(formula) => Some(formula.clone()),
    };
    lane.iter().map(formula).collect()
}

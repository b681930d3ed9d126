//! The patterns of the library as functions of sets: the one list, and how a kernel becomes a function.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, Int64Array, StructArray, UInt64Array};
use arrow::buffer::ScalarBuffer;
use arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::{Result, ScalarValue, exec_err};
use setwise::{Color, Kernel, Lanes, Spread, kernel, patterns::*};

use crate::error::external;
use crate::function::Function;
use crate::kind::Kind;

/// A kernel on arrays.
type Run = Arc<dyn Fn(&[&dyn Array]) -> Result<Vec<UInt64Array>> + Send + Sync>;

/// Kernels that differ in one parameter, each with the text of its argument.
type Choice = Vec<(String, Run)>;

/// Returns all functions of sets.
#[rustfmt::skip]
pub(crate) fn functions() -> Vec<Function> {
    let mut all = vec![
        set("knight_attacks", ["knights"], KnightAttacks, "the squares that the knights attack"),
        set("knight_moves", ["knights", "own"], KnightMoves, "the squares that the knights attack, without own pieces"),
        set("knight_captures", ["knights", "them"], KnightCaptures, "the pieces of the other side that the knights attack"),
        set("knight_quiet_moves", ["knights", "occupied"], KnightQuietMoves, "the empty squares that the knights attack"),
        number("knight_mobility", ["knights", "own"], KnightMobility, "the number of moves of the knights, added up over the knights"),
        sets("knight_directions", ["knights"], KnightDirections, DIRECTIONS, "the squares that the knights attack in each of the eight directions, clockwise from north-north-east"),
        set("royal_forks", ["king", "queens"], RoyalForks, "the squares from which a knight attacks the king and a queen"),
        set("king_attacks", ["kings"], KingAttacks, "the squares that the kings attack"),
        set("king_moves", ["kings", "own"], KingMoves, "the squares that the kings attack, without own pieces"),
        set("escape_squares", ["king", "taboo"], EscapeSquares, "the squares that the king attacks, without the taboo squares"),
        number("vulnerable_lines", ["king", "taboo"], VulnerableLines, "the lines that contain the king and all its escape squares, added up: 1 rank, 2 file, 4 diagonal, 8 antidiagonal"),
        sets("king_files", ["king", "own_pawns", "their_pawns"], KingFiles, ["open", "half_open"], "the open and the half-open files among the king's file and the adjacent files"),
        set("rook_attacks", ["rooks", "occupied"], RookAttacks, "the squares that the rooks attack, up to and including the first piece on the way"),
        set("bishop_attacks", ["bishops", "occupied"], BishopAttacks, "the squares that the bishops attack, up to and including the first piece on the way"),
        set("file_fill", ["set"], FileFill, "all squares of the files that the set occupies"),
        set("fill_up", ["set"], FillUp, "the set and all squares north of it"),
        set("fill_down", ["set"], FillDown, "the set and all squares south of it"),
        set("flip_diagonal", ["set"], FlipDiagonal, "the set reflected in the diagonal from a1 to h8, so that files become ranks"),
        set("king_flood", ["start", "path"], KingFloodFill, "the squares of path that a king reaches from start by steps within path"),
        set("shortest_path_squares", ["a", "b", "path"], ShortestPathSquares, "the squares of all shortest king paths within path from a to the nearest squares of b"),
        steps("king_steps", ["a", "b", "path"], KingSteps, "the least number of king steps from a to b within path; null if there is no way"),
        steps("knight_steps", ["a", "b", "path"], KnightSteps, "the least number of knight moves from a to b within path; null if there is no way"),
        steps("king_distance", ["a", "b"], KingDistance, "the least number of king steps from a to b on an empty board; null if either is empty"),
        steps("knight_distance", ["a", "b"], KnightDistance, "the least number of knight moves from a to b on an empty board; null if either is empty"),
        sets("king_distance_digits", ["set"], KingDistanceDigits, DIGITS, "the king distance of each square from the set, in binary, one set for each digit"),
        sets("knight_distance_digits", ["set"], KnightDistanceDigits, DIGITS, "the knight distance of each square from the set, in binary, one set for each digit"),
        number("popcount", ["set"], PopCount, "the number of squares in the set"),
    ];
    all.extend([
        chosen("safe_forks", ["targets", "own", "own_knights", "their_pawns", "their_knights"], ("side", None), sides(|side| SafeForks { pawns: !side }), "the squares to which a knight of the side can move, where it forks at least two targets and no pawn or knight attacks it"),
        chosen("attacked_squares", ["pawns", "knights", "bishops", "rooks", "queens", "king", "occupied", "looked_through"], ("side", None), sides(|side| AttackedSquares { side }), "the squares that the pieces of the side attack; sliders see through the pieces in looked_through"),
        chosen("pawn_attacks", ["pawns"], ("side", None), sides(|side| PawnAttacks { side }), "the squares that the pawns of the side attack"),
        chosen("shield_pawns", ["king", "own_pawns"], ("side", None), sides(|side| ShieldPawns { side }), "the pawns one or two ranks ahead of the side's king, on its file or an adjacent file"),
        chosen("passed_pawns", ["own_pawns", "their_pawns"], ("side", None), sides(|side| PassedPawns { side }), "the pawns of the side without a pawn of the other side ahead, on their file or an adjacent file"),
        chosen("fork_squares", ["targets"], ("n", Some("2")), at_least(), "the squares from which a knight attacks at least n of the targets; two, if n is left out"),
        chosen("fork_squares_exactly", ["targets"], ("n", None), exactly(), "the squares from which a knight attacks exactly n of the targets"),
        chosen("knight_fill", ["knights"], ("n", None), repeated(KnightFill::<1>, 6), "the squares within n knight moves on an empty board"),
        chosen("king_fill", ["kings"], ("n", None), repeated(KingFill::<1>, 7), "the squares within n king steps on an empty board"),
        chosen("knight_reach_exactly", ["knights", "allowed"], ("n", None), repeated(KnightReachExactly::<1>, 63), "the squares reached by exactly n knight moves, each onto an allowed square"),
        chosen("knight_reach_within", ["knights", "allowed"], ("n", None), repeated(KnightReachWithin::<1>, 63), "the squares reached by at most n knight moves, each onto an allowed square"),
        chosen("leaper_attacks", ["leapers"], ("leaper", None), leapers(), "the squares that the leapers attack on an empty board"),
    ]);
    all
}

const DIRECTIONS: [&str; 8] =
    ["no_no_ea", "no_ea_ea", "so_ea_ea", "so_so_ea", "so_so_we", "so_we_we", "no_we_we", "no_no_we"];
const DIGITS: [&str; 3] = ["ones", "twos", "fours"];

/// Returns a function whose result is a set.
fn set<K, const IN: usize>(name: &str, inputs: [&'static str; IN], kernel: K, description: &str) -> Function
where
    K: Kernel<IN, 1> + Send + Sync + 'static,
{
    let run = run(kernel);
    Function::new(name, vec![parameters(&inputs)], DataType::UInt64, description, move |arguments| {
        let [set] = results(&run, &arguments.arrays)?;
        Ok(Arc::new(set))
    })
}

/// Returns a function whose result is a number.
fn number<K, const IN: usize>(name: &str, inputs: [&'static str; IN], kernel: K, description: &str) -> Function
where
    K: Kernel<IN, 1> + Send + Sync + 'static,
{
    let run = run(kernel);
    Function::new(name, vec![parameters(&inputs)], DataType::Int64, description, move |arguments| {
        let [numbers] = results(&run, &arguments.arrays)?;
        Ok(Arc::new(signed(&numbers)))
    })
}

/// Returns a function whose result is a number of steps. It is null if there is no way.
fn steps<K, const IN: usize>(name: &str, inputs: [&'static str; IN], kernel: K, description: &str) -> Function
where
    K: Kernel<IN, 1> + Send + Sync + 'static,
{
    let run = run(kernel);
    Function::new(name, vec![parameters(&inputs)], DataType::Int64, description, move |arguments| {
        let [steps] = results(&run, &arguments.arrays)?;
        let steps = steps.iter().map(|steps| steps.filter(|steps| *steps != NO_WAY).map(u64::cast_signed));
        Ok(Arc::new(steps.collect::<Int64Array>()))
    })
}

/// Returns a function whose result is a struct with one set for each result of the kernel.
fn sets<K, const IN: usize, const OUT: usize>(
    name: &str,
    inputs: [&'static str; IN],
    kernel: K,
    names: [&'static str; OUT],
    description: &str,
) -> Function
where
    K: Kernel<IN, OUT> + Send + Sync + 'static,
{
    let fields: Fields = names.iter().map(|name| Field::new(*name, DataType::UInt64, true)).collect();
    let (run, result) = (run(kernel), DataType::Struct(fields.clone()));
    Function::new(name, vec![parameters(&inputs)], result, description, move |arguments| {
        let sets: [UInt64Array; OUT] = results(&run, &arguments.arrays)?;
        let nulls = sets[0].nulls().cloned();
        let sets = sets.into_iter().map(|set| Arc::new(set) as ArrayRef).collect();
        Ok(Arc::new(StructArray::try_new(fields.clone(), sets, nulls)?))
    })
}

/// Returns a function whose result is a set, and whose last argument is a constant that chooses the kernel. With a default, the
/// constant may be left out.
fn chosen<const IN: usize>(
    name: &'static str,
    inputs: [&'static str; IN],
    (parameter, default): (&'static str, Option<&'static str>),
    choice: Choice,
    description: &str,
) -> Function {
    let without = parameters(&inputs);
    let mut forms = vec![without.iter().copied().chain([(parameter, Kind::Constant)]).collect()];
    forms.extend(default.is_some().then_some(without));
    let keys: Vec<&str> = choice.iter().map(|(key, _)| key.as_str()).collect();
    let expected = match keys[..] {
        ["1", .., last] => format!("a number from 1 to {last}"),
        _ => keys.join(", "),
    };
    let description = format!("{description}; {parameter} is {expected}");
    Function::new(name, forms, DataType::UInt64, description, move |arguments| {
        let key = match (arguments.constants.first(), default) {
            (Some(constant), _) => key(constant),
            (None, default) => default.unwrap_or_default().to_string(),
        };
        let Some((_, run)) = choice.iter().find(|(name, _)| *name == key) else {
            return exec_err!("{name}: {parameter} is '{key}', expected {expected}");
        };
        let [set] = results(run, &arguments.arrays)?;
        Ok(Arc::new(set))
    })
}

/// Returns the text of a constant.
pub(crate) fn key(constant: &ScalarValue) -> String {
    constant.try_as_str().flatten().map_or_else(|| constant.to_string(), str::to_string)
}

fn parameters(inputs: &[&'static str]) -> Vec<(&'static str, Kind)> {
    inputs.iter().map(|name| (*name, Kind::Set)).collect()
}

/// Returns the kernel on arrays, on the best backend.
fn run<K, const IN: usize, const OUT: usize>(kernel: K) -> Run
where
    K: Kernel<IN, OUT> + Send + Sync + 'static,
{
    let backend = setwise::auto();
    Arc::new(move |input| {
        let input: [&dyn Array; IN] = input.try_into().expect("the parameters of the kernel");
        Ok(setwise_arrow::map(backend, kernel, input).map_err(external)?.into())
    })
}

/// Runs a kernel that has this number of results.
fn results<const OUT: usize>(run: &Run, arrays: &[ArrayRef]) -> Result<[UInt64Array; OUT]> {
    let arrays: Vec<&dyn Array> = arrays.iter().map(AsRef::as_ref).collect();
    Ok(run(&arrays)?.try_into().expect("the results of the kernel"))
}

/// Returns the same words as signed numbers, in the same buffer.
pub(crate) fn signed(words: &UInt64Array) -> Int64Array {
    let buffer = words.values().inner().clone();
    Int64Array::new(ScalarBuffer::new(buffer, 0, words.len()), words.nulls().cloned())
}

/// Returns a kernel for each side.
fn sides<K, const IN: usize>(kernel: impl Fn(Color) -> K) -> Choice
where
    K: Kernel<IN, 1> + Send + Sync + 'static,
{
    vec![("white".to_string(), run(kernel(Color::White))), ("black".to_string(), run(kernel(Color::Black)))]
}

/// Returns the kernel applied 1 to `most` times to its first input. The pattern for `n` is that for 1, `n` times.
fn repeated<K, const IN: usize>(kernel: K, most: usize) -> Choice
where
    K: Kernel<IN, 1> + Send + Sync + 'static,
{
    let once = run(kernel);
    let times = |n: usize| -> Run {
        let once = Arc::clone(&once);
        Arc::new(move |input| {
            let mut reached = once(input)?;
            for _ in 1..n {
                let first: &dyn Array = &reached[0];
                let next: Vec<&dyn Array> = [first].into_iter().chain(input[1..].iter().copied()).collect();
                reached = once(&next)?;
            }
            Ok(reached)
        })
    };
    (1..=most).map(|n| (n.to_string(), times(n))).collect()
}

/// Returns the forks of at least 1 to 8 targets.
fn at_least() -> Choice {
    let runs: [Run; 8] = [
        run(KnightAttacks),
        run(ForkSquares::<2>),
        run(ForkSquares::<3>),
        run(ForkSquares::<4>),
        run(ForkSquares::<5>),
        run(ForkSquares::<6>),
        run(ForkSquares::<7>),
        run(ForkSquares::<8>),
    ];
    numbered(runs)
}

/// Returns the forks of exactly 1 to 8 targets.
fn exactly() -> Choice {
    let runs: [Run; 8] = [
        run(ForkSquaresExactly::<1>),
        run(ForkSquaresExactly::<2>),
        run(ForkSquaresExactly::<3>),
        run(ForkSquaresExactly::<4>),
        run(ForkSquaresExactly::<5>),
        run(ForkSquaresExactly::<6>),
        run(ForkSquaresExactly::<7>),
        run(ForkSquaresExactly::<8>),
    ];
    numbered(runs)
}

fn numbered(runs: [Run; 8]) -> Choice {
    (1..).zip(runs).map(|(n, run): (u32, Run)| (n.to_string(), run)).collect()
}

/// Returns the leapers that have a name.
fn leapers() -> Choice {
    use leaper::*;
    fn one<L: Leaper + Send + Sync + 'static>(_: L) -> Run {
        run(LeaperAttacks::<L>::new())
    }
    let named: [(&str, Run); 20] = [
        ("wazir", one(Wazir)),
        ("ferz", one(Ferz)),
        ("king", one(King)),
        ("dabbaba", one(Dabbaba)),
        ("knight", one(Knight)),
        ("alfil", one(Alfil)),
        ("alibaba", one(Alibaba)),
        ("squirrel", one(Squirrel)),
        ("threeleaper", one(Threeleaper)),
        ("camel", one(Camel)),
        ("zebra", one(Zebra)),
        ("tripper", one(Tripper)),
        ("gnu", one(Gnu)),
        ("bison", one(Bison)),
        ("buffalo", one(Buffalo)),
        ("fourleaper", one(Fourleaper)),
        ("giraffe", one(Giraffe)),
        ("stag", one(Stag)),
        ("antelope", one(Antelope)),
        ("root50leaper", one(Root50Leaper)),
    ];
    named.into_iter().map(|(name, run)| (name.to_string(), run)).collect()
}

// Functions of the library that are made for use in kernels, as kernels.
kernel! { fn RookAttacks(_spread, rooks, occupied) -> [attacks] { let attacks = orthogonal_attacks(rooks, occupied); } }
kernel! { fn BishopAttacks(_spread, bishops, occupied) -> [attacks] { let attacks = diagonal_attacks(bishops, occupied); } }
kernel! { fn FileFill(_spread, set) -> [files] { let files = file_fill(set); } }
kernel! { fn FillUp(_spread, set) -> [filled] { let filled = fill_up(set); } }
kernel! { fn FillDown(_spread, set) -> [filled] { let filled = fill_down(set); } }
kernel! { fn FlipDiagonal(_spread, set) -> [flipped] { let flipped = flip_diagonal(set); } }
kernel! { fn PopCount(_spread, set) -> [count] { let count = set.popcount(); } }
kernel! { fn KingDistance(spread, a, b) -> [steps] { let [steps] = KingSteps.eval(spread, [a, b, !a.nothing()]); } }
kernel! { fn KnightDistance(spread, a, b) -> [steps] { let [steps] = KnightSteps.eval(spread, [a, b, !a.nothing()]); } }

/// The squares that the pawns of one side attack.
#[derive(Clone, Copy)]
struct PawnAttacks {
    side: Color,
}

impl Kernel<1, 1> for PawnAttacks {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [pawns]: [V; 1]) -> [V; 1] {
        [pawn_attacks(pawns, self.side)]
    }
}

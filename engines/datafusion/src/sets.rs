//! The patterns of the library as functions of sets: the list, and a constructor for each kind of result.

use std::sync::Arc;

use arrow::array::{Array, Int64Array, UInt64Array};
use arrow::buffer::ScalarBuffer;
use arrow::datatypes::DataType;
use setwise::{Color, Kernel, Lanes, Spread, kernel, patterns::*};

use crate::arrays::{fields, parameters, results, run, structure};
use crate::chosen::{at_least, chosen, chosen_sets, exactly, leapers, repeated, sides};
use crate::function::Function;

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
        sets("knight_moves_by_direction", ["knights", "own"], KnightMovesByDirection, DIRECTIONS, "the squares that the knights attack in each of the eight directions, without own pieces, clockwise from north-north-east"),
        set("royal_forks", ["king", "queens"], RoyalForks, "the squares from which a knight attacks the king and a queen"),
        set("family_forks", ["king", "queens", "rooks"], FamilyForks, "the squares from which a knight attacks the king, a queen and a rook at once"),
        set("king_attacks", ["kings"], KingAttacks, "the squares that the kings attack"),
        set("king_moves", ["kings", "own"], KingMoves, "the squares that the kings attack, without own pieces"),
        set("escape_squares", ["king", "taboo"], EscapeSquares, "the squares that the king attacks, without the taboo squares"),
        number("vulnerable_lines", ["king", "taboo"], VulnerableLines, "the lines that contain the king and all its escape squares, added up: 1 rank, 2 file, 4 diagonal, 8 antidiagonal"),
        set("distant_checks", ["king", "taboo", "their_diagonal", "their_straight", "them", "occupied"], DistantChecks, "the squares, not next to the king, to which a slider of the other side can move and from which it then checks along one of the king's vulnerable lines"),
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
        chosen_sets("pawn_attack_directions", ["pawns"], "side", sides(|side| PawnAttackDirections { side }), ["east", "west"], "the squares that the pawns of the side attack toward file h, and those that they attack toward file a"),
        chosen_sets("pawn_pushes", ["pawns", "occupied"], "side", sides(|side| PawnPushes { side }), ["one_step", "two_steps"], "the empty squares that the pawns of the side reach by one step, and those that they reach by two steps"),
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
    let (run, fields) = (run(kernel), fields(names));
    let result = DataType::Struct(fields.clone());
    Function::new(name, vec![parameters(&inputs)], result, description, move |arguments| {
        structure(&fields, results::<OUT>(&run, &arguments.arrays)?)
    })
}

/// Returns the same words as signed numbers, in the same buffer.
fn signed(words: &UInt64Array) -> Int64Array {
    let buffer = words.values().inner().clone();
    Int64Array::new(ScalarBuffer::new(buffer, 0, words.len()), words.nulls().cloned())
}

// Functions of the library that are made for use in kernels, as kernels.
kernel! { fn RookAttacks(_spread, rooks, occupied) -> [attacks] { let attacks = orthogonal_attacks(rooks, occupied); } }
kernel! { fn BishopAttacks(_spread, bishops, occupied) -> [attacks] { let attacks = diagonal_attacks(bishops, occupied); } }
kernel! { fn FileFill(_spread, set) -> [files] { let files = file_fill(set); } }
kernel! { fn FillUp(_spread, set) -> [filled] { let filled = fill_up(set); } }
kernel! { fn FillDown(_spread, set) -> [filled] { let filled = fill_down(set); } }
kernel! { fn FlipDiagonal(_spread, set) -> [flipped] { let flipped = flip_diagonal(set); } }
kernel! { fn PopCount(_spread, set) -> [count: number(64)] { let count = set.popcount(); } }
kernel! { fn KingDistance(spread, a, b) -> [steps: number(64)] { let [steps] = KingSteps.eval(spread, [a, b, !a.nothing()]); } }
kernel! { fn KnightDistance(spread, a, b) -> [steps: number(64)] { let [steps] = KnightSteps.eval(spread, [a, b, !a.nothing()]); } }

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

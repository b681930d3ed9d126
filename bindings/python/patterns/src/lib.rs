//! The table of ufuncs: name, inputs, results, kernel and definition.
//!
//! A kernel becomes a function of columns that is not generic. So one loop serves all patterns, all types of arrays and
//! the counts of squares. This is a separate crate because it takes most of the compile time: each kernel is compiled for each
//! backend.
#![forbid(unsafe_code)]

mod kernels;

use setwise::patterns::leaper::{self, LeaperAttacks};
use setwise::patterns::*;
use setwise::{Backends, Bitboard, Color, Kernel, Square};

pub use kernels::Identity;
use kernels::*;

/// A pattern and its ufunc.
#[derive(Debug)]
pub struct Pattern {
    /// The name of the ufunc.
    pub name: &'static str,
    /// The names of the inputs. At most [`MOST`].
    pub inputs: &'static [&'static str],
    /// The meaning of the inputs.
    pub arguments: Arguments,
    /// The names of the results. At most [`MOST`].
    pub outputs: &'static [&'static str],
    /// The meaning of the results.
    pub results: Results,
    /// The kernel.
    pub run: Run,
    /// The definition, a sentence.
    pub definition: &'static str,
}

/// The largest number of inputs, and of results, of a pattern.
pub const MOST: usize = 8;

/// Computes a pattern on columns of equal length.
pub type Run = fn(Backends, &[&[u64]], &mut [&mut [u64]]);

/// The meaning of the inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arguments {
    /// All are sets.
    Sets,
    /// The last one is a number, the others are sets.
    SetsAndNumber,
    /// All are squares, 0 (a1) to 63 (h8). The kernel receives the set of this square, or the empty set for another number.
    Squares,
}

/// The meaning of the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Results {
    /// Sets.
    Sets,
    /// The number of squares in the result of the kernel.
    Counts,
    /// Numbers from 0 to 255.
    Bytes,
    /// Numbers from 0 to 65,535.
    Shorts,
}

/// Makes a function of columns from a kernel.
macro_rules! on_columns {
    ($kernel:expr) => {
        |backend, input, output| map(backend, $kernel, input, output)
    };
}

/// All patterns.
#[rustfmt::skip]
pub static PATTERNS: &[Pattern] = &[
    sets("knight_attacks", &["knights"], on_columns!(KnightAttacks), "The squares that the knights attack."),
    sets("knight_moves", &["knights", "own"], on_columns!(KnightMoves), "The squares that the knights attack, without own pieces."),
    sets("knight_captures", &["knights", "them"], on_columns!(KnightCaptures), "The pieces of the other side that the knights attack."),
    sets("knight_quiet_moves", &["knights", "occupied"], on_columns!(KnightQuietMoves), "The empty squares that the knights attack."),
    numbers("knight_mobility", &["knights", "own"], Results::Shorts, on_columns!(KnightMobility), "The number of moves of the knights, added up over the knights: 0 to 336."),
    several("knight_directions", &["knights"], &["no_no_ea", "no_ea_ea", "so_ea_ea", "so_so_ea", "so_so_we", "so_we_we", "no_we_we", "no_no_we"], on_columns!(KnightDirections), "The squares that the knights attack in each of the eight directions, clockwise from north-north-east."),
    by_number("knight_fill", &["knights", "n"], on_columns!(KnightFillBy), "The squares within n knight moves on an empty board, including those of the knights."),
    by_number("knight_reach_exactly", &["knights", "allowed", "n"], on_columns!(KnightReachExactlyBy), "The squares reached by exactly n knight moves, each onto an allowed square."),
    by_number("knight_reach_within", &["knights", "allowed", "n"], on_columns!(KnightReachWithinBy), "The squares reached by at most n knight moves, each onto an allowed square, including those of the knights."),
    sets("fork_squares", &["targets"], on_columns!(Forks), "The squares from which a knight attacks at least two of the targets."),
    by_number("fork_squares_at_least", &["targets", "n"], on_columns!(ForksAtLeast), "The squares from which a knight attacks at least n of the targets."),
    by_number("fork_squares_exactly", &["targets", "n"], on_columns!(ForksExactly), "The squares from which a knight attacks exactly n of the targets."),
    sets("royal_forks", &["king", "queens"], on_columns!(RoyalForks), "The squares from which a knight attacks the king and a queen."),
    sets("white_safe_forks", &["targets", "own", "own_knights", "their_pawns", "their_knights"], on_columns!(SafeForks { pawns: Color::Black }), "The squares to which a white knight can move, where it forks at least two targets and no black pawn or knight attacks it."),
    sets("black_safe_forks", &["targets", "own", "own_knights", "their_pawns", "their_knights"], on_columns!(SafeForks { pawns: Color::White }), "The squares to which a black knight can move, where it forks at least two targets and no white pawn or knight attacks it."),
    sets("king_attacks", &["kings"], on_columns!(KingAttacks), "The squares that the kings attack."),
    sets("king_moves", &["kings", "own"], on_columns!(KingMoves), "The squares that the kings attack, without own pieces."),
    by_number("king_fill", &["kings", "n"], on_columns!(KingFillBy), "The squares within n king steps on an empty board, including those of the kings."),
    sets("escape_squares", &["king", "taboo"], on_columns!(EscapeSquares), "The squares that the king attacks, without the taboo squares."),
    numbers("vulnerable_lines", &["king", "taboo"], Results::Bytes, on_columns!(VulnerableLines), "The lines that contain the king and all its escape squares, added up: 1 rank, 2 file, 4 diagonal, 8 antidiagonal."),
    several("king_files", &["king", "own_pawns", "their_pawns"], &["open", "half_open"], on_columns!(KingFiles), "The open and the half-open files among the king's file and the adjacent files."),
    sets("white_shield_pawns", &["king", "own_pawns"], on_columns!(ShieldPawns { side: Color::White }), "The white pawns one or two ranks ahead of the white king, on its file or an adjacent file."),
    sets("black_shield_pawns", &["king", "own_pawns"], on_columns!(ShieldPawns { side: Color::Black }), "The black pawns one or two ranks ahead of the black king, on its file or an adjacent file."),
    sets("white_passed_pawns", &["own_pawns", "their_pawns"], on_columns!(PassedPawns { side: Color::White }), "The white pawns without a black pawn ahead of them on their file or an adjacent file."),
    sets("black_passed_pawns", &["own_pawns", "their_pawns"], on_columns!(PassedPawns { side: Color::Black }), "The black pawns without a white pawn ahead of them on their file or an adjacent file."),
    sets("white_pawn_attacks", &["pawns"], on_columns!(PawnAttacks(Color::White)), "The squares that the white pawns attack."),
    sets("black_pawn_attacks", &["pawns"], on_columns!(PawnAttacks(Color::Black)), "The squares that the black pawns attack."),
    sets("white_attacked_squares", ATTACKERS, on_columns!(AttackedSquares { side: Color::White }), "The squares that the white pieces attack. Sliders see through the pieces in looked_through."),
    sets("black_attacked_squares", ATTACKERS, on_columns!(AttackedSquares { side: Color::Black }), "The squares that the black pieces attack. Sliders see through the pieces in looked_through."),
    sets("rook_attacks", &["rooks", "occupied"], on_columns!(RookAttacks), "The squares that the rooks attack, up to and including the first piece on the way."),
    sets("bishop_attacks", &["bishops", "occupied"], on_columns!(BishopAttacks), "The squares that the bishops attack, up to and including the first piece on the way."),
    sets("file_fill", &["boards"], on_columns!(FileFill), "All squares of the files that the set occupies."),
    sets("fill_up", &["boards"], on_columns!(FillUp), "The set and all squares north of it."),
    sets("fill_down", &["boards"], on_columns!(FillDown), "The set and all squares south of it."),
    sets("flip_diagonal", &["boards"], on_columns!(FlipDiagonal), "The set mirrored at the diagonal from a1 to h8, so that files become ranks."),
    numbers("popcount", &["boards"], Results::Counts, on_columns!(Identity), "The number of squares in the set."),
    sets("king_flood", &["start", "path"], on_columns!(KingFloodFill), "The squares of path that a king reaches from start by steps within path."),
    sets("shortest_path_squares", &["a", "b", "path"], on_columns!(ShortestPathSquares), "The squares of all shortest king paths within path from a to the nearest squares of b."),
    numbers("king_steps", &["a", "b", "path"], Results::Bytes, on_columns!(KingSteps), "The least number of king steps from a to b within path; 64 if there is no way."),
    numbers("knight_steps", &["a", "b", "path"], Results::Bytes, on_columns!(KnightSteps), "The least number of knight moves from a to b within path; 64 if there is no way."),
    several("king_distance_digits", &["boards"], &["ones", "twos", "fours"], on_columns!(KingDistanceDigits), "The king distance of each square from the set, in binary, one set for each digit."),
    several("knight_distance_digits", &["boards"], &["ones", "twos", "fours"], on_columns!(KnightDistanceDigits), "The knight distance of each square from the set, in binary, one set for each digit."),
    squares("knight_attacks_from", &["squares"], Results::Sets, on_columns!(KnightAttacks), "The squares that a knight on this square attacks; none for a number that is not a square."),
    squares("king_attacks_from", &["squares"], Results::Sets, on_columns!(KingAttacks), "The squares that a king on this square attacks; none for a number that is not a square."),
    squares("knight_distance", &["a", "b"], Results::Bytes, |_, input, output| distances(input, output, knight_distance), "The least number of knight moves between two squares on an empty board; 64 if either number is not a square."),
    squares("king_distance", &["a", "b"], Results::Bytes, |_, input, output| distances(input, output, king_distance), "The least number of king steps between two squares; 64 if either number is not a square."),
    squares("manhattan_distance", &["a", "b"], Results::Bytes, |_, input, output| distances(input, output, manhattan_distance), "The number of files and ranks between two squares, added up; 64 if either number is not a square."),
    leapers("wazir_attacks", on_columns!(LeaperAttacks::<leaper::Wazir>::new()), "The squares that the wazirs (1, 0) attack."),
    leapers("ferz_attacks", on_columns!(LeaperAttacks::<leaper::Ferz>::new()), "The squares that the ferzes (1, 1) attack."),
    leapers("dabbaba_attacks", on_columns!(LeaperAttacks::<leaper::Dabbaba>::new()), "The squares that the dabbabas (2, 0) attack."),
    leapers("alfil_attacks", on_columns!(LeaperAttacks::<leaper::Alfil>::new()), "The squares that the alfils (2, 2) attack."),
    leapers("alibaba_attacks", on_columns!(LeaperAttacks::<leaper::Alibaba>::new()), "The squares that the alibabas (2, 0) and (2, 2) attack."),
    leapers("squirrel_attacks", on_columns!(LeaperAttacks::<leaper::Squirrel>::new()), "The squares that the squirrels (2, 0), (2, 1) and (2, 2) attack."),
    leapers("threeleaper_attacks", on_columns!(LeaperAttacks::<leaper::Threeleaper>::new()), "The squares that the threeleapers (3, 0) attack."),
    leapers("camel_attacks", on_columns!(LeaperAttacks::<leaper::Camel>::new()), "The squares that the camels (3, 1) attack."),
    leapers("zebra_attacks", on_columns!(LeaperAttacks::<leaper::Zebra>::new()), "The squares that the zebras (3, 2) attack."),
    leapers("tripper_attacks", on_columns!(LeaperAttacks::<leaper::Tripper>::new()), "The squares that the trippers (3, 3) attack."),
    leapers("gnu_attacks", on_columns!(LeaperAttacks::<leaper::Gnu>::new()), "The squares that the gnus (3, 1) and (2, 1) attack."),
    leapers("bison_attacks", on_columns!(LeaperAttacks::<leaper::Bison>::new()), "The squares that the bisons (3, 1) and (3, 2) attack."),
    leapers("buffalo_attacks", on_columns!(LeaperAttacks::<leaper::Buffalo>::new()), "The squares that the buffaloes (2, 1), (3, 1) and (3, 2) attack."),
    leapers("fourleaper_attacks", on_columns!(LeaperAttacks::<leaper::Fourleaper>::new()), "The squares that the fourleapers (4, 0) attack."),
    leapers("giraffe_attacks", on_columns!(LeaperAttacks::<leaper::Giraffe>::new()), "The squares that the giraffes (4, 1) attack."),
    leapers("stag_attacks", on_columns!(LeaperAttacks::<leaper::Stag>::new()), "The squares that the stags (4, 2) attack."),
    leapers("antelope_attacks", on_columns!(LeaperAttacks::<leaper::Antelope>::new()), "The squares that the antelopes (4, 3) attack."),
    leapers("root50leaper_attacks", on_columns!(LeaperAttacks::<leaper::Root50Leaper>::new()), "The squares that the root-50 leapers (5, 5) and (7, 1) attack."),
];

const ATTACKERS: &[&str] = &["pawns", "knights", "bishops", "rooks", "queens", "king", "occupied", "looked_through"];

/// A list of names.
type Names = &'static [&'static str];

/// Returns a pattern whose result is a set.
const fn sets(name: &'static str, inputs: Names, run: Run, definition: &'static str) -> Pattern {
    several(name, inputs, &["squares"], run, definition)
}

/// Returns a pattern of one set for leapers.
const fn leapers(name: &'static str, run: Run, definition: &'static str) -> Pattern {
    sets(name, &["leapers"], run, definition)
}

/// Returns a pattern whose results are sets.
const fn several(name: &'static str, inputs: Names, outputs: Names, run: Run, definition: &'static str) -> Pattern {
    Pattern { name, inputs, arguments: Arguments::Sets, outputs, results: Results::Sets, run, definition }
}

/// Returns a pattern whose last input is a number.
const fn by_number(name: &'static str, inputs: Names, run: Run, definition: &'static str) -> Pattern {
    Pattern { arguments: Arguments::SetsAndNumber, ..sets(name, inputs, run, definition) }
}

/// Returns a pattern whose result is a number.
const fn numbers(name: &'static str, inputs: Names, results: Results, run: Run, definition: &'static str) -> Pattern {
    Pattern { outputs: &["number"], results, ..sets(name, inputs, run, definition) }
}

/// Returns a pattern whose inputs are squares.
const fn squares(name: &'static str, inputs: Names, results: Results, run: Run, definition: &'static str) -> Pattern {
    Pattern { arguments: Arguments::Squares, ..numbers(name, inputs, results, run, definition) }
}

/// Runs a kernel on columns. There must be one column for each input and each result of the kernel.
fn map<K, const IN: usize, const OUT: usize>(backend: Backends, kernel: K, input: &[&[u64]], output: &mut [&mut [u64]])
where
    K: Kernel<IN, OUT>,
{
    let input: [&[u64]; IN] = input.try_into().expect("the inputs of the kernel");
    let output: &mut [&mut [u64]; OUT] = output.try_into().expect("the results of the kernel");
    backend.map(kernel, input, output.each_mut().map(|column| &mut **column));
}

/// Computes the distances of squares, each given as a set.
fn distances(input: &[&[u64]], output: &mut [&mut [u64]], distance: fn(Square, Square) -> u32) {
    let ([a, b], [distances]) = (input, output) else { unreachable!("two inputs and one result") };
    for ((a, b), result) in a.iter().zip(*b).zip(distances.iter_mut()) {
        let squares = Bitboard(*a).first().zip(Bitboard(*b).first());
        *result = squares.map_or(NO_WAY, |(a, b)| distance(a, b).into());
    }
}

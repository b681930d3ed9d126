//! Random legal games, and their text in the styles in which PGN files are written.
//!
//! `cozy-chess` lists the legal moves and plays them. The text of a move is made here, by comparing it with all other
//! legal moves.

use cozy_chess::{Board, Color, File, Move, Piece, Square};

use crate::random::Sets;

/// A random legal game.
#[derive(Debug, Clone)]
pub struct RandomGame {
    /// The position before each move, and the last position.
    pub boards: Vec<Board>,
    /// The moves. Castling is a move of the king to the square of its rook.
    pub moves: Vec<Move>,
}

/// How a move is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveStyle {
    /// Standard algebraic notation, with a file or a rank only where they are needed.
    San,
    /// Standard algebraic notation with the file and the rank of every piece.
    FullSan,
    /// Long algebraic notation, such as `Ng1-f3` and `e2-e4`.
    Long,
    /// UCI, such as `g1f3`. Castling is a move of the king by two squares.
    Uci,
}

/// How games are written.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// How moves are written.
    pub moves: MoveStyle,
    /// Whether castling is written with zeros.
    pub zeros: bool,
    /// Whether the letter of a promotion follows without `=`, and checks are not marked.
    pub terse: bool,
    /// Whether comments, variations, annotations and lines with `%` are added.
    pub decorated: bool,
    /// The columns after which a line ends, or `None` for one line for each game.
    pub columns: Option<usize>,
    /// Whether lines end with CR LF.
    pub crlf: bool,
}

impl Style {
    /// The export format of the PGN standard.
    pub const EXPORT: Self =
        Self { moves: MoveStyle::San, zeros: false, terse: false, decorated: false, columns: Some(80), crlf: false };
}

/// Starts of games in which castling, captures en passant, promotions, pins and several pieces of a kind are frequent.
pub const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/1N3N2/3q4/3Q4/1n4n1/8/R3K2R b KQkq - 3 20",
    "4k3/PPP5/8/1N1r1N2/1n1R1n2/8/5ppp/2K5 w - - 0 1",
    "4k3/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 12 1",
    "q3k2q/8/2N1N3/1B3B2/1b3b2/2n1n3/8/Q3K2Q b - - 0 99",
];

impl RandomGame {
    /// Returns a game from one of the [`STARTS`], with at most `most` moves. Castling, captures en passant and promotions
    /// are preferred.
    ///
    /// # Panics
    ///
    /// Panics if a start is not a position. A test plays from each.
    pub fn new(random: &mut Sets, most: usize) -> Self {
        let start = STARTS[random.dense() as usize % STARTS.len()];
        Self::from(start.parse().unwrap_or_else(|error| panic!("{start}: {error}")), random, most)
    }

    /// Returns a game like [`new`](Self::new), from a given position.
    pub fn from(start: Board, random: &mut Sets, most: usize) -> Self {
        let mut game = Self { boards: vec![start], moves: Vec::new() };
        while game.moves.len() < most {
            let board = game.boards.last().expect("a start");
            let legal = legal_moves(board);
            let special: Vec<Move> = legal.iter().copied().filter(|step| is_special(board, *step)).collect();
            let from = if !special.is_empty() && random.dense().is_multiple_of(2) { special } else { legal };
            if from.is_empty() {
                break;
            }
            let step = from[random.dense() as usize % from.len()];
            let mut next = board.clone();
            next.play_unchecked(step);
            game.moves.push(step);
            game.boards.push(next);
        }
        game
    }

    /// Appends the game to a text, with its tags and a blank line at its end.
    pub fn write(&self, style: Style, random: &mut Sets, out: &mut String) {
        let eol = if style.crlf { "\r\n" } else { "\n" };
        let start = self.boards[0].to_string();
        let mut lines = vec!["[Event \"a \\\"random\\\" game [1-0] {\"]".to_string(), "[Result \"*\"]".to_string()];
        if start != STARTS[0] {
            lines.extend(["[SetUp \"1\"]".to_string(), format!("[FEN \"{start}\"]")]);
        }
        lines.push(String::new());
        let mut line = String::new();
        for word in self.words(style, random) {
            let is_line = word.ends_with('\n');
            let full = style.columns.is_some_and(|columns| line.len() + 1 + word.len() > columns);
            if full || word.starts_with('%') {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word.trim_end_matches('\n'));
            if is_line {
                lines.push(std::mem::take(&mut line));
            }
        }
        lines.extend([line, String::new()]);
        for line in lines {
            out.push_str(&line);
            out.push_str(eol);
        }
    }

    /// Returns the numbers, moves and decorations of the game and its result. A word that ends with a line feed must end
    /// its line, and a word that starts with `%` must begin a line.
    fn words(&self, style: Style, random: &mut Sets) -> Vec<String> {
        const DECORATIONS: [&str; 12] = [
            "{a comment with 1-0 (and) [brackets]; $}",
            "$14",
            "( 1. e4 {not } e5 ( 1... c5 $2 ) 2. Nf3 1-0 )",
            "; to the end of the line } ) 0-1\n",
            "{[%clk 0:01:02] [%eval 0.17]}",
            "{}",
            "((((()))))",
            "!?",
            "% an escaped line { ( [Event \"none\"]\n",
            "{two lines, the second with a tag:\n[Event \"none\"]}",
            "(Nf3 ; a comment with )\n)",
            "$255 $0",
        ];
        let mut words = Vec::new();
        for (board, step) in self.boards.iter().zip(&self.moves) {
            let dots = if board.side_to_move() == Color::White { "." } else { "..." };
            match random.dense() % 4 {
                0 if style.decorated => {
                    words.push(format!("{}{dots}{}", board.fullmove_number(), text(board, *step, style)));
                }
                1 if style.decorated => words.push(text(board, *step, style)),
                _ => {
                    if dots == "." || board.fullmove_number() == 1 {
                        words.push(format!("{}{dots}", board.fullmove_number()));
                    }
                    words.push(text(board, *step, style));
                }
            }
            while style.decorated && random.dense().is_multiple_of(3) {
                words.push(DECORATIONS[random.dense() as usize % DECORATIONS.len()].to_string());
            }
        }
        words.push(["1-0", "0-1", "1/2-1/2", "*"][random.dense() as usize % 4].to_string());
        words
    }
}

/// Returns all legal moves.
#[must_use]
pub fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}

/// Returns the text of a legal move.
///
/// # Panics
///
/// Panics if no piece stands where the move begins.
#[must_use]
pub fn text(board: &Board, step: Move, style: Style) -> String {
    let Move { from, to, promotion } = step;
    let piece = board.piece_on(from).expect("a piece that moves");
    let is_castling = board.color_on(to) == board.color_on(from);
    let passes = piece == Piece::Pawn && from.file() != to.file();
    let takes = !is_castling && (passes || board.piece_on(to).is_some());
    let becomes = promotion.map_or(String::new(), |piece| letter(piece).to_string());
    if style.moves == MoveStyle::Uci {
        let king_to = Square::new(if to.file() > from.file() { File::G } else { File::C }, from.rank());
        return format!("{from}{}{}", if is_castling { king_to } else { to }, becomes.to_lowercase());
    }
    let mark = if style.terse { "" } else { check(board, step) };
    if is_castling {
        let castling = if to.file() > from.file() { "O-O" } else { "O-O-O" };
        return if style.zeros { castling.replace('O', "0") } else { castling.to_string() } + mark;
    }
    let promoted = if becomes.is_empty() || style.terse { becomes } else { format!("={becomes}") };
    let name = if piece == Piece::Pawn { String::new() } else { letter(piece).to_string() };
    let origin = match style.moves {
        MoveStyle::San => origin(board, step, takes),
        _ => from.to_string(),
    };
    let between = match style.moves {
        _ if takes => "x",
        MoveStyle::Long => "-",
        _ => "",
    };
    format!("{name}{origin}{between}{to}{promoted}{mark}")
}

/// Returns the file, the rank or both that standard algebraic notation needs.
fn origin(board: &Board, step: Move, takes: bool) -> String {
    let from = step.from;
    let piece = board.piece_on(from);
    if piece == Some(Piece::Pawn) {
        return if takes { from.file().to_string() } else { String::new() };
    }
    let legal = legal_moves(board);
    let others: Vec<Square> = legal
        .iter()
        .filter(|other| other.to == step.to && other.from != from && board.piece_on(other.from) == piece)
        .map(|other| other.from)
        .collect();
    match () {
        () if others.is_empty() => String::new(),
        () if others.iter().all(|other| other.file() != from.file()) => from.file().to_string(),
        () if others.iter().all(|other| other.rank() != from.rank()) => from.rank().to_string(),
        () => from.to_string(),
    }
}

/// Returns the mark of a move that gives check or mate.
fn check(board: &Board, step: Move) -> &'static str {
    let mut next = board.clone();
    next.play_unchecked(step);
    match (next.checkers().is_empty(), legal_moves(&next).is_empty()) {
        (true, _) => "",
        (false, true) => "#",
        (false, false) => "+",
    }
}

/// Returns whether a move is castling, a capture en passant or a promotion.
fn is_special(board: &Board, step: Move) -> bool {
    let passes = board.piece_on(step.from) == Some(Piece::Pawn) && step.from.file() != step.to.file();
    step.promotion.is_some()
        || board.color_on(step.to) == board.color_on(step.from)
        || passes && board.piece_on(step.to).is_none()
}

fn letter(piece: Piece) -> char {
    match piece {
        Piece::Pawn => 'P',
        Piece::Knight => 'N',
        Piece::Bishop => 'B',
        Piece::Rook => 'R',
        Piece::Queen => 'Q',
        Piece::King => 'K',
    }
}

//! Draws a board as text and as an SVG picture.

use std::io::{IsTerminal, Write};

use anyhow::Result;
use setwise::{Bitboard, Color, File, Rank, Square};
use setwise_positions::placement::Placement;

use crate::standard_output::stdout;
use crate::svg;

/// A board to draw, with pieces and marked squares.
#[derive(Clone, Copy, Default)]
pub(crate) struct Board {
    pub(crate) pieces: Placement,
    /// Occupied squares whose pieces are not known, such as the targets of a fork. They are drawn as circles.
    pub(crate) circles: Bitboard,
    pub(crate) marked: Bitboard,
}

/// The symbols from pawn to king. White pieces are outlined, black pieces are filled.
const GLYPHS: [[char; 6]; 2] = [['♙', '♘', '♗', '♖', '♕', '♔'], ['♟', '♞', '♝', '♜', '♛', '♚']];

impl Board {
    /// Returns the board with one more piece of a kind (0 pawn to 5 king).
    pub(crate) fn with_piece(mut self, kind: usize, color: Color, square: Square) -> Self {
        self.pieces.kinds[kind] |= square.bitboard().0;
        self.pieces.sides[color.index()] |= square.bitboard().0;
        self
    }

    /// Returns the symbol for the content of a square, or `None` if the square is empty.
    fn glyph(&self, square: Square) -> Option<char> {
        let bit = square.bitboard().0;
        let Some(kind) = self.pieces.kinds.iter().position(|kind| kind & bit != 0) else {
            return self.circles.contains(square).then_some('○');
        };
        Some(GLYPHS[usize::from(self.pieces.sides[1] & bit != 0)][kind])
    }

    /// Prints the board and a line that lists the marked squares.
    pub(crate) fn draw(&self) -> Result<()> {
        Ok(stdout()?.write_all(self.text().as_bytes())?)
    }

    /// Returns the board and a line that lists the marked squares. On the board, marked squares are in brackets. If
    /// standard output is a terminal and colours are allowed, they are also in reverse video.
    pub(crate) fn text(&self) -> String {
        format!("{}{}\n", self.squares(), described(self.marked))
    }

    /// Returns the board without the line that lists the marked squares.
    pub(crate) fn squares(&self) -> String {
        let mut text = String::new();
        let reverse = std::io::stdout().is_terminal() && colours_wanted();
        for rank in Rank::ALL.into_iter().rev() {
            text += &format!("{rank} ");
            for file in File::ALL {
                let square = Square::new(file, rank);
                let inside = self.glyph(square).unwrap_or('·');
                text += &match (self.marked.contains(square), reverse) {
                    (true, true) => format!("\x1b[7m[{inside}]\x1b[0m"),
                    (true, false) => format!("[{inside}]"),
                    (false, _) => format!(" {inside} "),
                };
            }
            text += "\n";
        }
        let files: Vec<String> = File::ALL.iter().map(ToString::to_string).collect();
        text + &format!("   {}\n", files.join("  "))
    }

    /// Returns the board as an SVG picture.
    pub(crate) fn svg(&self, title: &str) -> String {
        picture(title, [WHOLE; 2], &self.body())
    }

    /// Returns the squares, pieces and coordinates as SVG, without a background.
    fn body(&self) -> String {
        let mut body = String::new();
        for square in (!Bitboard::EMPTY).iter() {
            let (file, rank) = (square.file().index(), square.rank().index());
            let (x, y) = (EDGE + SIDE * file, EDGE + SIDE * (7 - rank));
            let colour = match (self.marked.contains(square), (file + rank) % 2) {
                (false, 0) => "#b3a78c",
                (false, _) => "#ece5d3",
                (true, 0) => "#5b9a5b",
                (true, _) => "#92c792",
            };
            body += &svg::rectangle([x, y], [SIDE; 2], colour);
            if let Some(glyph) = self.glyph(square) {
                body += &svg::text([x + SIDE / 2, y + SIDE * 4 / 5], PIECE, &glyph.to_string());
            }
        }
        for (n, (file, rank)) in File::ALL.into_iter().zip(Rank::ALL).enumerate() {
            body += &svg::text([EDGE + SIDE * n + SIDE / 2, WHOLE - 6], COORDINATE, &file.to_string());
            body += &svg::text([10, EDGE + SIDE * (7 - n) + SIDE / 2 + 4], COORDINATE, &rank.to_string());
        }
        body
    }
}

/// The side of a square, the width of the margin, and the side of the whole picture, in units of SVG.
const SIDE: usize = 45;
const EDGE: usize = 20;
const WHOLE: usize = 8 * SIDE + 2 * EDGE;

/// The SVG attributes of the symbol of a piece, and of the name of a file or a rank.
const PIECE: &str = "font-size=\"36\" text-anchor=\"middle\"";
const COORDINATE: &str = "font-size=\"12\" text-anchor=\"middle\"";

/// Returns a picture with a white background.
fn picture(title: &str, size: [usize; 2], body: &str) -> String {
    svg::picture(title, size, "font-family=\"sans-serif\"", &(svg::rectangle([0; 2], size, "white") + body))
}

/// Returns several boards as one SVG picture. Each board has a line of text above it, and the lines of `last` are below
/// all boards. The boards are arranged in about as many columns as rows.
pub(crate) fn pictures(title: &str, boards: &[(String, Board)], last: &str) -> String {
    const ROW: usize = WHOLE + 30;
    const LINE: usize = 24;
    let columns = boards.len().isqrt() + 1;
    let (width, rows) = (columns * WHOLE, boards.len().div_ceil(columns));
    let height = rows * ROW + LINE * (last.lines().count() + 1);
    let mut body = String::new();
    for (n, (text, board)) in boards.iter().enumerate() {
        let (x, y) = (n % columns * WHOLE, n / columns * ROW + 30);
        // A character is about half an em wide. A long line has a smaller font, so that it fits above its board.
        let size = (2 * (WHOLE - 2 * EDGE) / text.chars().count().max(1)).clamp(8, 13);
        body += &svg::text([x + EDGE, y + 10], &format!("font-size=\"{size}\""), text);
        body += &svg::group([x, y], &board.body());
    }
    for (n, line) in last.lines().enumerate() {
        body += &svg::text([EDGE, rows * ROW + LINE * (n + 1)], "font-size=\"16\"", line);
    }
    picture(title, [width, height], &body)
}

/// Describes a set in hexadecimal and by its squares.
pub(crate) fn described(set: Bitboard) -> String {
    let squares: Vec<String> = set.iter().map(|square| square.to_string()).collect();
    match squares.len() {
        0 => format!("{:#018x}, empty", set.0),
        1 => format!("{:#018x}, 1 square: {}", set.0, squares[0]),
        n => format!("{:#018x}, {n} squares: {}", set.0, squares.join(" ")),
    }
}

/// Returns whether colours and progress bars are allowed. The environment variable `NO_COLOR` must be unset or empty.
pub(crate) fn colours_wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

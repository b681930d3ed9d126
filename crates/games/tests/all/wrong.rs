//! Games with errors, and texts that must not need much memory.

use std::io::{self, Read};

use setwise_games::{GameChunk, LONGEST_COMMENT, LONGEST_GAME, Plies, Reader, Selection};

use crate::{message, read, read_in_chunks};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const NO_RESULT: &str = "the game ends without a result (use the option `unfinished` to read it),";

#[test]
fn null_moves_are_refused() {
    for word in ["--", "Z0", "@@@@", "<>", "null", "NULL", "pass", "0000", "--!?"] {
        let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let expected = format!("1:7: game 1, ply 2: '{word}' is a null move, which is never legal, in {after_e4}");
        assert_eq!(message(format!("1. e4 {word} 2. e5 *").as_bytes()), expected);
    }
}

#[test]
fn games_without_results_and_tags_are_not_joined() {
    let after_e5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let expected =
        format!("3:1: game 1, ply 3: '1. d4 d5 *' begins another game, but this game has no result, in {after_e5}");
    for first in ["1. e4 e5\n\n", "1. e4 e5 {c}\n(1... c5)\n", "1. e4 e5 (1... c5\n2. Nf3)\n"] {
        assert_eq!(message(format!("{first}1. d4 d5 *").as_bytes()), expected);
    }
    for game in ["1. e4 {c} 1... e5 (1. e4 c5 2. Nf3) 2. Nf3 *", "1. e4 {c} 1. ... e5 2. Nf3 1-0", "1.e4 {c} 1.e5 *"] {
        assert!(read(game.as_bytes()).1.is_empty(), "{game}");
    }
}

#[test]
fn a_tag_with_the_same_meaning_begins_the_next_game() {
    for [first, second] in [["Fen", "FEN"], ["FEN", "fen"], ["FEN", "FEN"]] {
        let [fen, other] = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"];
        let (plies, bad) = read(format!("[{first} \"{fen}\"]\n\n[{second} \"{other}\"]\n\n1. d4 *\n").as_bytes());
        assert_eq!((plies.game, bad.len()), (vec![2, 2], 1));
        assert!(bad[0].to_string().contains(&format!("{NO_RESULT} in {fen}")), "{}", bad[0]);
    }
}

#[test]
fn each_error_names_the_line_the_game_the_ply_and_the_position() {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for (text, expected) in [
        ("1. e4\n\nNc5 *", format!("3:1: game 1, ply 2: 'Nc5' is not a legal move in {after_e4}")),
        ("1. e4 e5 *\n1. e4 hello *", format!("2:7: game 2, ply 2: 'hello' is not a move in {after_e4}")),
        ("1. e4 1/3 *", format!("1:7: game 1, ply 2: '1/3' is not a move in {after_e4}")),
        ("1. e4 ep *", format!("1:7: game 1, ply 2: 'ep' is not a move in {after_e4}")),
        ("1. e4 x1-0", format!("1:7: game 1, ply 2: 'x1-0' is not a move in {after_e4}")),
        ("1. e4 e61-0 Nf61-0", format!("1:13: game 2, ply 1: 'Nf61-0' is not a legal move in {START}")),
        ("1. e4 e6\u{e9} *", format!("1:7: game 1, ply 2: 'e6\u{e9}' is not a move in {after_e4}")),
        (
            "[Event \"x\n\n1. e4 *",
            format!("1:1: game 1, ply 1: '[Event \"x' is not a tag [Name \"value\"] in one line, in {START}"),
        ),
        (
            "\n[Fen]\n1. e4 *",
            format!("2:1: game 1, ply 1: '[Fen]' is not a tag [Name \"value\"] in one line, in {START}"),
        ),
        (
            "[%clk 0:1]\n1. e4 *",
            format!("1:1: game 1, ply 1: '[%clk 0:1]' is not a tag [Name \"value\"] in one line, in {START}"),
        ),
        ("1. e4 {abc\ndef", format!("1:7: game 1, ply 2: the comment '{{abc' has no end, in {after_e4}")),
        (
            "1. e4 (1. d4 (1. c4) *",
            format!("1:7: game 1, ply 2: the variation '(1. d4 (1. c4) *' has no end, in {after_e4}"),
        ),
        ("1. e4 ) *", format!("1:7: game 1, ply 2: ') *' ends no variation, in {after_e4}")),
        ("1. e4 $x *", format!("1:7: game 1, ply 2: '$x *' is not a $ with a number, in {after_e4}")),
        ("1. e4\n\n", format!("1:6: game 1, ply 2: {NO_RESULT} in {after_e4}")),
        ("[A \"\"]\n[B \"\"]\n\n", format!("2:7: game 1, ply 1: {NO_RESULT} in {START}")),
        (
            "[FEN \"8/8 w\"]\n*",
            format!("1:7: game 1, ply 1: the FEN is '8/8 w': the placement has 2 ranks, not 8, in {START}"),
        ),
        ("{ no game", format!("1:1: game 1, ply 1: the comment '{{ no game' has no end, in {START}")),
    ] {
        assert_eq!(message(text.as_bytes()), expected);
    }
    for (fen, word, reason) in [
        ("4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1", "Nb3", ""),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", "is ambiguous"),
        ("4k3/8/8/8/8/N7/8/N3K3 w - - 0 1", "Nac2", "is ambiguous"),
        ("4k3/8/8/8/8/N7/8/N3K3 w - - 0 1", "N1c2", ""),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "does not say what the pawn becomes"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", "is not a move"),
        ("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a7=Q", "is not a legal move"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", ""),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1q", "is not a legal move"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1f2Q", "is not a legal move"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Ke1c1", "is not a legal move"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", ""),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "is not a legal move"),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "exd6", "is not a legal move"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Rxe8", "is not a legal move"),
        ("4k3/8/8/8/8/8/8/4K2R b - - 0 1", "Rh2", "is not a legal move"),
    ] {
        let text = format!("[FEN \"{fen}\"]\n1. {word} *");
        if reason.is_empty() {
            assert!(read(text.as_bytes()).1.is_empty(), "{text}");
        } else {
            assert_eq!(message(text.as_bytes()), format!("2:4: game 1, ply 1: '{word}' {reason} in {fen}"));
        }
    }
}

/// Columns count from the start of a line, also if the line is in several chunks or has a long comment.
#[test]
fn errors_have_columns_in_lines_of_several_games() {
    let comment = "x".repeat(2 * LONGEST_COMMENT);
    for (text, expected) in [
        ("1. e4 * 1. d4 {\u{e9}} e9 *".to_string(), Some(19)),
        ("1. e4 *\n1. d4 * 1. c4 x *".to_string(), Some(15)),
        (format!("1. e4 * {{{comment}}} 1. d4 x *"), None),
        (format!("{{{comment}}}\n1. d4 x *"), Some(7)),
    ] {
        for chunk in [16, 1 << 18] {
            let (_, bad) = read_in_chunks(text.as_bytes(), chunk, Selection::default());
            let known = expected.or((chunk > 16).then_some(2 * LONGEST_COMMENT + 18));
            assert_eq!(bad.iter().map(|bad| bad.column).collect::<Vec<_>>(), [known], "{chunk}");
        }
    }
}

/// The columns of a line of UCI are those of the whole line.
#[test]
fn errors_have_columns_in_lines_of_uci() {
    for [line, mark] in [
        ["e2e4 x", "     ^"],
        ["  e2e4 x", "       ^"],
        ["position startpos moves e2e4 e2e4", "                             ^"],
        ["startpos e7e5 moves e2e4", "         ^"],
        ["moves d2d4\te2e5", "           ^"],
        ["position fen 8/8 w moves e2e4", "             ^"],
        ["fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2 e8e6", "                                             ^"],
    ] {
        let (mut chunk, mut bad) = (GameChunk::default(), Vec::new());
        chunk.push_uci(1, 1, b"e2e4 e7e5");
        chunk.push_uci(2, 5, line.as_bytes());
        Reader::new(Selection::default()).append(&chunk, &mut Plies::default(), |game| bad.push(game.place()));
        assert_eq!(bad, [format!("5:{}", mark.len())], "{line}");
    }
}

#[test]
fn a_bad_game_is_skipped_whole_and_the_others_are_read() {
    let text = b"1. e4 *\n1. e4 e5 Ke3 Nf6 *\n[A \"b\"]\n1. d4 (1. c4\n[A \"c\"]\n1. c4 *\n";
    for chunk in [16, 1 << 18] {
        let (plies, bad) = read_in_chunks(&text[..], chunk, Selection::default());
        assert_eq!((&plies.game[..], &plies.ply[..]), (&[1, 1, 4, 4][..], &[0, 1, 0, 1][..]));
        let places: Vec<_> = bad.iter().map(|bad| (bad.line, bad.game, bad.ply)).collect();
        assert_eq!(places, [(2, 2, 3), (4, 3, 2)]);
    }
}

/// A source that repeats a text, between another text at its begin and at its end.
struct Repeated<'a> {
    parts: [&'a [u8]; 3],
    /// The number of bytes that the second part covers.
    bytes: usize,
    at: usize,
}

impl<'a> Repeated<'a> {
    fn new(begin: &'a str, middle: &'a str, bytes: usize, end: &'a str) -> Self {
        Self { parts: [begin.as_bytes(), middle.as_bytes(), end.as_bytes()], bytes, at: 0 }
    }
}

impl Read for Repeated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let [begin, middle, end] = self.parts;
        for (n, byte) in buffer.iter_mut().enumerate() {
            let at = self.at;
            let after = at.checked_sub(begin.len());
            *byte = match after {
                None => begin[at],
                Some(after) if after < self.bytes => middle[after % middle.len()],
                Some(after) if after - self.bytes < end.len() => end[after - self.bytes],
                _ => return Ok(n),
            };
            self.at += 1;
        }
        Ok(buffer.len())
    }
}

/// Long comments must be read and their lines counted. The library keeps only their first part: see
/// `the_memory_for_a_long_comment_is_bounded` in `chunks.rs`.
#[test]
fn long_comments_and_many_variations_are_read() {
    let bytes = 5 << 20;
    for (begin, middle, end, lines) in [
        ("1. e4 {", "0123456 \n [Event \"", "} e5 *\n1. d4 ? x *", bytes / 18 + 2),
        ("1. e4 ; ", "no line end", "\n e5 *\n1. d4 x *", 3),
        ("; ", "no game", "\n1. e4 e5 *\n1. d4 x *", 3),
    ] {
        let (plies, bad) = read_in_chunks(Repeated::new(begin, middle, bytes, end), 1 << 16, Selection::default());
        assert_eq!(plies.ply, [0, 1, 2], "{begin}");
        assert_eq!((bad.len(), bad[0].line, &bad[0].text[..]), (1, lines, "x"), "{begin}");
    }
    let depth = 10_000;
    let text = format!("1. e4 {} {} e5 *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    assert_eq!(read(text.as_bytes()).0.ply, [0, 1, 2]);
    let (plies, bad) = read(format!("1. e4 {} e5 *", "(".repeat(1_000_000)).as_bytes());
    assert!(plies.is_empty() && bad.len() == 1);
}

#[test]
fn a_game_that_is_too_long_is_an_error_and_the_next_game_is_read() {
    for (begin, middle, end) in [
        ("1. e4 ", "(1. d4) ", " e5 *\n1. d4 *\n"),
        ("1. e4 e5", "x", " *\n1. d4 *\n"),
        ("[Event \"", "x", "\"]\n\n1. e4 e5 *\n\n[Event \"\"]\n1. d4 *\n"),
        ("1. e4 e5 ", "\n", " *\n1. d4 *\n"),
    ] {
        let source = Repeated::new(begin, middle, LONGEST_GAME + 300_000, end);
        let (plies, bad) = read_in_chunks(source, 1 << 16, Selection::default());
        assert_eq!((&plies.game[..], &plies.ply[..]), (&[2, 2][..], &[0, 1][..]), "{begin}");
        assert_eq!((bad.len(), bad[0].game, bad[0].line), (1, 1, 1), "{begin}");
        assert!(bad[0].to_string().contains("the game has more than 4194304 bytes"), "{}", bad[0]);
    }
}

#[test]
fn bytes_that_are_no_utf_8_are_accepted_in_tags_and_comments() {
    let (plies, bad) = read(b"[White \"\xFF\xFE\"]\n\n1. e4 {\x80\xFF} e5 ; \xC0\n *\n");
    assert!(bad.is_empty() && plies.len() == 3);
    let (plies, bad) = read(b"1. e4 \xFF *");
    assert!(plies.is_empty());
    assert_eq!(bad[0].text, "\u{FFFD}");
}

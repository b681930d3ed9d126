//! Damaged texts: the reader must find the same games, moves and errors as the plain reader.

use setwise_games::Selection;
use setwise_testkit::pgn::{MoveStyle, RandomGame, Style};
use setwise_testkit::random::Sets;

use crate::games::{SMALLEST_CHUNK, check, compare, read_in_chunks};

/// Replaces, removes, doubles or inserts bytes, mostly those that have a meaning in PGN.
fn damage(text: &mut Vec<u8>, random: &mut Sets) {
    const BYTES: &[u8] = b"{}()[];$%\"\\*\n\r .!?+#=-/01289abchxNBRQKO\x00\xFF";
    let [what, at, byte] = [0, 1, 2].map(|_| random.dense() as usize);
    let at = at % text.len();
    match what % 4 {
        0 => text[at] = BYTES[byte % BYTES.len()],
        1 => text.insert(at, BYTES[byte % BYTES.len()]),
        2 => drop(text.remove(at)),
        _ => {
            let end = (at + byte % 40).min(text.len());
            let part = text[at..end].to_vec();
            text.splice(at..at, part);
        }
    }
}

/// The number of damaged texts. `SETWISE_SOUP` sets another number, for longer runs.
fn rounds() -> u64 {
    std::env::var("SETWISE_SOUP").ok().and_then(|number| number.parse().ok()).unwrap_or(600)
}

#[test]
fn damaged_texts_have_the_games_and_errors_of_the_plain_reader() {
    let mut seen = [0; 2];
    for seed in 0..rounds() {
        let mut random = Sets::seeded(seed);
        let moves = [MoveStyle::San, MoveStyle::Long, MoveStyle::Uci][seed as usize % 3];
        let bits = random.dense();
        let [zeros, narrow, crlf, decorated] = [1, 2, 4, 8].map(|bit| bits & bit != 0);
        let style = Style { moves, zeros, terse: crlf, decorated, columns: narrow.then_some(80), crlf };
        let mut text = String::new();
        for _ in 0..3 {
            RandomGame::new(&mut random, 8).write(style, &mut random, &mut text);
        }
        let mut text = text.into_bytes();
        for _ in 0..seed % 5 {
            damage(&mut text, &mut random);
        }
        for (all, more) in seen.iter_mut().zip(compare(&text, SMALLEST_CHUNK + random.dense() as usize % 100)) {
            *all += more;
        }
    }
    assert!(seen.iter().all(|number| *number > 300), "right and wrong games: {seen:?}");
}

/// The columns of errors are the same if a part ends between bytes that are not UTF-8 and the error.
#[test]
fn columns_count_characters_of_texts_that_are_not_utf_8() {
    check(b"!\xE9@g*K*cg\xDB\xB4*c\0\0.+");
    let (_, bad) = read_in_chunks(&b"\xE9 * \xDB\xB4 xyz"[..], SMALLEST_CHUNK, Selection::default());
    assert_eq!(bad.iter().map(|bad| bad.column).collect::<Vec<_>>(), [Some(1), Some(5)]);
}

#[test]
fn small_texts_of_marks_are_read_as_the_plain_reader_reads_them() {
    const PARTS: [&str; 46] = [
        "1. e4 ",
        "e5 ",
        "1-0",
        " *\n",
        "{",
        "}",
        "(",
        ")",
        "[A \"b\"]",
        "\n",
        "\n%",
        ";",
        "$1",
        " ",
        "[A \"",
        "\\",
        "0-0",
        "1/2-1/2 ",
        "1.",
        "...",
        "!",
        "d4 ",
        "*",
        "\"]",
        "1.d4",
        "[",
        "\"",
        "[B \"C:\\\"]\n",
        "[A \"b \"c\" d\"]",
        "[A]",
        "]",
        "1/2",
        "0.5-0.5 ",
        "e41-0 ",
        "ep ",
        "00 ",
        "--",
        "\r",
        "\x1A",
        "\n\u{FEFF}",
        "\u{FEFF}",
        "\n\n",
        "[Event \"\"]",
        "[\u{E9}.] ",
        "[Variant \" chess \"]",
        "[variant \"x\"]",
    ];
    let mut random = Sets::seeded(4103);
    for _ in 0..rounds() * 10 {
        let length = 1 + random.dense() as usize % 12;
        let text: String = (0..length).map(|_| PARTS[random.dense() as usize % PARTS.len()]).collect();
        check(text.as_bytes());
    }
}

//! Tests `setwise moves` with positions. The tests of pieces on given squares are in `squares.rs`.

use setwise::{Color, Square};
use setwise_testkit::games::master_fens;
use setwise_testkit::oracle::{KING, KNIGHT, legal_pairs, pairs};
use setwise_testkit::positions::Position;

use crate::{START, good};

/// Returns the lines that the command prints for these moves.
fn lines(mut moves: Vec<(u8, u8)>) -> String {
    moves.sort_unstable();
    let name = |square: u8| Square::ALL[usize::from(square)];
    moves.into_iter().map(|(from, to)| format!("{}{}\n", name(from), name(to))).collect()
}

/// Positions with a pin, a check, a double check, and no knights.
const MORE: [&str; 4] = [
    "4k3/8/8/8/4r3/8/4N3/N3K3 w - - 0 1",
    "4k3/8/8/8/4r3/8/8/N3K1N1 w - - 0 1",
    "4k3/8/8/8/4r3/5n2/8/N3K1N1 w - - 0 1",
    "8/8/8/3k4/8/8/8/R3K2R b KQ - 0 1",
];

#[test]
fn moves_of_positions_agree_with_the_oracle() {
    let games = master_fens();
    let games = games.iter().step_by(games.len() / 12).map(String::as_str);
    for fen in games.chain(MORE) {
        let position = Position::from_fen(fen).unwrap();
        let side = if fen.split(' ').nth(1) == Some("w") { Color::White } else { Color::Black };
        let [own, their] = [side, !side].map(|side| position.sides[side.index()]);
        let [_, knights, .., kings] = position.pieces.map(|pieces| pieces & own);
        let [knights, kings] = [pairs(knights, &KNIGHT, !own), pairs(kings, &KING, !own)];
        assert_eq!(good(&["moves", fen, "--knights"], ""), lines(knights.clone()), "{fen}");
        assert_eq!(good(&["moves", fen, "--kings"], ""), lines(kings.clone()), "{fen}");
        assert_eq!(good(&["moves", fen], ""), lines([knights, kings].concat()), "{fen}");
        let [a, b, c, d, e, f] = position.pieces;
        let [knights, kings] = legal_pairs([a, b, c, d, e, f, own, their, 0, 0], side);
        assert_eq!(good(&["moves", fen, "--knights", "--legal"], ""), lines(knights.clone()), "{fen}");
        assert_eq!(good(&["moves", fen, "--kings", "--legal"], ""), lines(kings.clone()), "{fen}");
        assert_eq!(good(&["moves", fen, "--legal", "--kings", "--knights"], ""), lines([knights, kings].concat()));
    }
    assert_eq!(good(&["moves", START, "--legal"], ""), "b1a3\nb1c3\ng1f3\ng1h3\n");
}

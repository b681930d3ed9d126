//! The patterns that are looked up for each board are unions of what the library returns for each piece.

use setwise::patterns::{caught_area, caught_by_knight};
use setwise::{Bitboard, Color, Square};
use setwise_patterns::OnColumns;
use setwise_patterns::kernels::Caught;

#[test]
fn pawns_are_caught_by_any_piece_of_the_set() {
    let pieces = [0, 1 << 38, 1 << 38 | 1, 1 << 63, u64::MAX];
    for (side, to_move) in Color::ALL.into_iter().flat_map(|side| Color::ALL.map(|to_move| (side, to_move))) {
        for caught in [caught_area, caught_by_knight] {
            let by = |pieces: u64| -> u64 {
                let members = Square::ALL.into_iter().filter(|square| Bitboard(pieces).contains(*square));
                members.map(|square| caught(side, to_move, square).0).fold(0, |all, area| all | area)
            };
            let flags: &[u64] = if to_move == Color::White { &[1, 2, u64::MAX] } else { &[0] };
            for flag in flags {
                let mut areas = [7; 5];
                Caught(side, caught).map(setwise::auto(), [&pieces, &[*flag; 5]], [&mut areas]);
                assert_eq!(areas, pieces.map(by), "{side} {to_move} {flag}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "columns of different lengths")]
fn columns_have_one_length() {
    Caught(Color::White, caught_area).map(setwise::auto(), [&[1, 2], &[1]], [&mut [0, 0]]);
}

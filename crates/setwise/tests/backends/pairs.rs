//! Checks the lists of pairs of pieces and targets on every backend.

use std::panic::{AssertUnwindSafe, catch_unwind};

use setwise::patterns::leaper::{King, Knight};
use setwise::patterns::pairs::{Attackers, Jumper, LegalKing, LegalKnights, MovesWithout};
use setwise::patterns::{KingAttacks, KnightAttacks, KnightMoveCount};
use setwise::{Backend, Color, Kernel, ListError, Offset, Pairs};
use setwise_testkit::games::master_positions;
use setwise_testkit::oracle::{self, legal_pairs, pairs};
use setwise_testkit::placements::random_placement;
use setwise_testkit::random::Sets;
use setwise_testkit::selected;
use setwise_testkit::view::View;

/// The byte before and after the memory for the lists.
const UNTOUCHED: u8 = 0xA5;

/// The pairs of each board.
type Lists = Vec<Vec<(u8, u8)>>;

/// Lists pairs into memory with exactly enough room, and compares them with the expected lists.
fn check<O: Offset, P: Jumper, K: Kernel<IN, 2>, const IN: usize>(
    backend: Backend,
    (piece, kernel): (P, K),
    input: [&[u64]; IN],
    expected: &[Vec<(u8, u8)>],
) {
    let (from, to): (Vec<u8>, Vec<u8>) = expected.iter().flatten().copied().unzip();
    assert_eq!(backend.count_pairs(piece, kernel, input), from.len() as u64, "{}", backend.id());
    let mut memory = [vec![UNTOUCHED; from.len() + 2], vec![UNTOUCHED; from.len() + 2]];
    let mut offsets = vec![O::new(77); expected.len() + 1];
    let [all_from, all_to] = memory.each_mut().map(|memory| &mut memory[1..=from.len()]);
    let lists = Pairs { from: all_from, to: all_to, offsets: &mut offsets };
    assert_eq!(backend.list_pairs(piece, kernel, input, lists), Ok(from.len()), "{}", backend.id());
    for (memory, right) in memory.iter().zip([&from, &to]) {
        assert_eq!((memory[0], memory[from.len() + 1]), (UNTOUCHED, UNTOUCHED), "{}", backend.id());
        assert_eq!(memory[1..=from.len()], right[..], "{}: {} boards", backend.id(), expected.len());
    }
    let ends = expected.iter().scan(0, |end, list| {
        *end += list.len();
        Some(*end)
    });
    assert!([0].into_iter().chain(ends).eq(offsets.iter().map(|offset| offset.to_usize())), "{}", backend.id());
}

/// Returns columns of pieces and of targets, with few and with many pieces, and without any.
fn columns() -> [Vec<u64>; 2] {
    let mut random = Sets::seeded(43);
    let mut boards: Vec<[u64; 2]> = vec![[!0, !0], [!0, 0], [0, !0], [1, !0], [1 << 63, !0]];
    for _ in 0..80 {
        boards.extend([[random.of(2), random.dense()], [random.sparse(), random.of(3)], [random.of(1), !0], [0, 5]]);
    }
    [0, 1].map(|column| boards.iter().map(|board| board[column]).collect())
}

/// Tests columns of every length up to 70, which is more than a block, and long columns.
#[test]
fn every_ready_backend_lists_the_pairs_of_knights_and_kings() {
    let [pieces, targets] = columns();
    let lists = |jumps: &[(i32, i32)]| -> Lists {
        pieces.iter().zip(&targets).map(|(pieces, targets)| pairs(*pieces, jumps, *targets)).collect()
    };
    let (of_knights, of_kings) = (lists(&oracle::KNIGHT), lists(&oracle::KING));
    for backend in selected::backends() {
        for length in (0..=70).chain([127, 128, 129, pieces.len()]) {
            for start in [0, pieces.len() - length] {
                let boards = start..start + length;
                let input = [&pieces[boards.clone()], &targets[boards.clone()]];
                check::<u32, _, _, 2>(backend, (Knight, Attackers), input, &of_knights[boards.clone()]);
                check::<i64, _, _, 2>(backend, (King, Attackers), input, &of_kings[boards]);
            }
        }
    }
}

/// The union of the targets is the set-wise result, and the number of pairs is the number of moves.
#[test]
fn moves_add_up_to_the_set_wise_results() {
    let [knights, own] = columns();
    for backend in selected::backends() {
        let [count] = backend.total(KnightMoveCount, [&knights, &own]);
        for kings in [false, true] {
            let mut attacks = vec![0; own.len()];
            let (mut from, mut to, mut offsets) = (vec![0; 20_000], vec![0; 20_000], vec![0_u32; own.len() + 1]);
            let moves = Pairs { from: &mut from, to: &mut to, offsets: &mut offsets };
            let listed = if kings {
                backend.map(KingAttacks, [&knights], [&mut attacks]);
                backend.list_king_moves(&knights, &own, moves).unwrap()
            } else {
                backend.map(KnightAttacks, [&knights], [&mut attacks]);
                backend.list_knight_moves(&knights, &own, moves).unwrap()
            };
            assert!(kings || listed as u64 == count, "{}", backend.id());
            for (board, range) in offsets.windows(2).map(|ends| ends[0] as usize..ends[1] as usize).enumerate() {
                let union = to[range.clone()].iter().fold(0, |set, square| set | 1_u64 << square);
                assert_eq!(union, attacks[board] & !own[board], "{}: {board}", backend.id());
                assert!(from[range].iter().all(|square| knights[board] >> square & 1 == 1), "{}", backend.id());
            }
        }
    }
}

/// Compares legal moves with those of the oracle, which plays every move. The random placements have many checks and pins.
#[test]
fn legal_moves_agree_with_the_oracle() {
    let mut random = Sets::seeded(44);
    let positions = master_positions();
    for side in Color::ALL {
        // The oracle is slow, above all on an emulated CPU, so it examines every eighth position.
        let real = positions.iter().step_by(8).map(|position| of_both(&View::new(position, side)));
        let boards: Vec<[u64; 10]> = real.chain((0..100).map(|_| random_placement(&mut random, side))).collect();
        let legal: Vec<[Vec<(u8, u8)>; 2]> = boards.iter().map(|board| legal_pairs(*board, side)).collect();
        let [of_knights, of_king] = [0, 1].map(|kind| legal.iter().map(|lists| lists[kind].clone()).collect::<Lists>());
        assert!(of_knights.concat().len() > 300 && of_king.concat().len() > 300);
        let own = |kind: usize| boards.iter().map(|board| board[kind] & board[OWN]).collect::<Vec<u64>>();
        let their = |kind: usize| boards.iter().map(|board| board[kind] & board[THEIR]).collect::<Vec<u64>>();
        let all = |side: usize| boards.iter().map(|board| board[side]).collect::<Vec<u64>>();
        let united = |a: Vec<u64>, b: Vec<u64>| a.iter().zip(b).map(|(a, b)| a | b).collect::<Vec<u64>>();
        let ([knights, king, their_king], [pawns, their_knights]) = ([own(1), own(5), their(5)], [their(0), their(1)]);
        let [diagonal, straight] = [united(their(2), their(4)), united(their(3), their(4))];
        let [own, their] = [all(OWN), all(THEIR)];
        for backend in selected::backends() {
            let input =
                [&knights, &king, &pawns, &their_knights, &diagonal, &straight, &own, &their].map(|column| &column[..]);
            check::<u32, _, _, 8>(backend, (Knight, LegalKnights { side }), input, &of_knights);
            let input = [&king, &pawns, &their_knights, &diagonal, &straight, &their_king, &own, &their]
                .map(|column| &column[..]);
            check::<u32, _, _, 8>(backend, (King, LegalKing { side }), input, &of_king);
        }
    }
}

/// The places of the pieces of the examined side, and of the other side, in the inputs of the oracle.
const OWN: usize = 6;
const THEIR: usize = 7;

/// Returns the inputs of the oracle: the kinds of pieces of both sides, the pieces of each side, and no castling and no
/// en passant.
fn of_both(view: &View) -> [u64; 10] {
    [
        view.pawns | view.their_pawns,
        view.knights | view.their_knights,
        view.bishops | view.their_bishops,
        view.rooks | view.their_rooks,
        view.queens | view.their_queens,
        view.king | view.their_king,
        view.own,
        view.their,
        0,
        0,
    ]
}

#[test]
fn pairs_that_do_not_fit_are_an_error_and_nothing_is_written() {
    let (knights, own) = ([0x42; 100], [0xFFFF; 100]);
    for backend in selected::backends() {
        for (from_room, to_room) in [(399, 400), (400, 399), (0, 0), (399, 399)] {
            let (mut from, mut to, mut offsets) = (vec![UNTOUCHED; from_room], vec![UNTOUCHED; to_room], [77_u64; 101]);
            let moves = Pairs { from: &mut from, to: &mut to, offsets: &mut offsets };
            let error = backend.list_pairs(Knight, MovesWithout, [&knights, &own], moves);
            assert_eq!(error, Err(ListError::TooShort { elements: 400, room: from_room.min(to_room) }));
            assert!(from.iter().chain(&to).all(|byte| *byte == UNTOUCHED) && offsets == [77; 101], "{}", backend.id());
        }
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic cannot be caught there")]
fn wrong_lengths_panic_before_the_first_write() {
    for backend in selected::backends() {
        for (knights, own, offsets) in [(9, 12, 10), (12, 9, 13), (1, 1, 1), (0, 0, 0), (100, 100, 102)] {
            let (mut from, mut to, mut ends) = ([UNTOUCHED; 900], [UNTOUCHED; 900], vec![77_u32; offsets]);
            let moves = Pairs { from: &mut from, to: &mut to, offsets: &mut ends };
            let (knights, own) = (vec![2; knights], vec![0; own]);
            let run = AssertUnwindSafe(|| backend.list_knight_moves(&knights, &own, moves));
            assert!(catch_unwind(run).is_err(), "{}", backend.id());
            assert!(from.iter().chain(&to).all(|byte| *byte == UNTOUCHED) && ends.iter().all(|end| *end == 77));
        }
    }
}

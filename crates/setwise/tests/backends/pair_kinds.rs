//! Checks the lists of pairs of all kinds on every backend.

use std::panic::{AssertUnwindSafe, catch_unwind};

use setwise::patterns::pair_kinds::{AllTargets, PieceTargets};
use setwise::patterns::{KingMoves, KnightMoveCount};
use setwise::{Backend, Kernel, Lanes, ListError, Offset, PairKinds, Spread};
use setwise_testkit::games::master_positions;
use setwise_testkit::oracle;
use setwise_testkit::random::Sets;
use setwise_testkit::selected;
use setwise_testkit::view::View;

/// The byte before and after the memory for the lists.
const UNTOUCHED: u8 = 0xA5;

/// The pairs of each board with their kinds.
type Lists = Vec<Vec<(u8, u8, u8)>>;

/// Returns its inputs: knights, kings and eight sets of targets.
#[derive(Clone, Copy)]
struct Unchanged;

impl Kernel<10, 10> for Unchanged {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, input: [V; 10]) -> [V; 10] {
        input
    }
}

/// Lists pairs into memory with room for exactly `slack` further pairs, and compares them with the expected lists.
fn check<O: Offset, K: Kernel<IN, 10>, const IN: usize>(
    (backend, slack): (Backend, usize),
    kernel: K,
    input: [&[u64]; IN],
    expected: &[Vec<(u8, u8, u8)>],
) {
    let flat = expected.concat();
    assert_eq!(backend.count_pair_kinds(kernel, input), flat.len() as u64, "{}", backend.id());
    let room = flat.len() + slack;
    let mut memory = [0; 3].map(|_| vec![UNTOUCHED; room + 2]);
    let mut offsets = vec![O::new(77); expected.len() + 1];
    let [from, to, kinds] = memory.each_mut().map(|memory| &mut memory[1..=room]);
    let lists = PairKinds { from, to, kinds, offsets: &mut offsets };
    assert_eq!(backend.list_pair_kinds(kernel, input, lists), Ok(flat.len()), "{}", backend.id());
    assert!(memory.iter().all(|memory| (memory[0], memory[room + 1]) == (UNTOUCHED, UNTOUCHED)), "{}", backend.id());
    let [from, to, kinds] = &memory;
    let listed = |pair: usize| (from[1 + pair], to[1 + pair], kinds[1 + pair]);
    assert!((0..flat.len()).map(listed).eq(flat), "{}: {} boards", backend.id(), expected.len());
    let ends = expected.iter().scan(0, |end, list| {
        *end += list.len();
        Some(*end)
    });
    assert!([0].into_iter().chain(ends).eq(offsets.iter().map(|offset| offset.to_usize())), "{}", backend.id());
}

/// Returns boards with knights, kings and eight sets of targets, which may share squares.
fn boards() -> Vec<[u64; 10]> {
    let mut random = Sets::seeded(47);
    let mut boards = vec![[0; 10], [!0; 10], [!0, !0, 0, 0, 0, 0, 0, 0, 0, !0], [0, !0, 0, !0, 0, 0, 0, 0, 0, 0]];
    for round in 0..60_u32 {
        boards.push([0; 10].map(|_| random.sparse()));
        boards.push([0; 10].map(|_| random.of(round % 7)));
        let mut few = [0; 10].map(|_| random.dense());
        (few[0], few[1]) = (random.of(2), random.of(1));
        boards.push(few);
    }
    boards
}

/// Tests columns of every length up to 70, which is more than a block, and long columns. The lengths begin at all
/// alignments by turns, because emulators of other CPUs need minutes for each length at each alignment.
#[test]
fn every_ready_backend_lists_the_pairs_of_all_kinds() {
    let boards = boards();
    let columns: [Vec<u64>; 10] = std::array::from_fn(|column| boards.iter().map(|board| board[column]).collect());
    let lists: Lists = boards
        .iter()
        .map(|&[knights, kings, a, b, c, d, e, f, g, h]| oracle::pair_kinds(knights, kings, [a, b, c, d, e, f, g, h]))
        .collect();
    for backend in selected::backends() {
        for length in (0..=70).chain([127, 128, 129, boards.len()]) {
            let (first, last) = ((length / 2 % 8).min(boards.len() - length), boards.len() - length);
            let of = |start: usize| columns.each_ref().map(|column| &column[start..start + length]);
            check::<u32, _, 10>((backend, 0), Unchanged, of(first), &lists[first..first + length]);
            check::<i64, _, 10>((backend, length % 11), Unchanged, of(last), &lists[last..]);
        }
    }
}

/// Returns the inputs of the kernels for positions.
fn of_view(view: &View) -> [u64; 8] {
    [
        view.pawns | view.their_pawns,
        view.knights | view.their_knights,
        view.bishops | view.their_bishops,
        view.rooks | view.their_rooks,
        view.queens | view.their_queens,
        view.king | view.their_king,
        view.own,
        view.their,
    ]
}

#[test]
fn real_positions_have_the_pairs_of_the_oracle() {
    let views: Vec<View> = View::of_all(&master_positions()).step_by(3).collect();
    let inputs: [Vec<u64>; 8] = std::array::from_fn(|column| views.iter().map(|view| of_view(view)[column]).collect());
    let lists = |empty: fn(&View) -> u64| -> Lists {
        let of_view = |v: &View| {
            let [pawns, knights, bishops] = [v.their_pawns, v.their_knights, v.their_bishops];
            let targets = [pawns, knights, bishops, v.their_rooks, v.their_queens, v.their_king, v.own, empty(v)];
            oracle::pair_kinds(v.knights, v.king, targets)
        };
        views.iter().map(of_view).collect()
    };
    let (all, on_pieces) = (lists(|view| !view.occupied()), lists(|_| 0));
    let mut found = [0; 16];
    all.iter().flatten().for_each(|(_, _, kind)| found[usize::from(*kind)] += 1);
    assert!(found.iter().enumerate().all(|(kind, count)| (*count > 0) != (kind == 13)), "kings do not meet: {found:?}");
    for backend in selected::backends() {
        let input = inputs.each_ref().map(|column| &column[..]);
        check::<u32, _, 8>((backend, 0), AllTargets, input, &all);
        check::<u64, _, 8>((backend, 9), PieceTargets, input, &on_pieces);
    }
}

/// The pairs of knights, except those with own pieces as targets, are the moves of knights. The same is true for kings.
#[test]
fn pairs_without_own_pieces_are_moves() {
    let views: Vec<View> = View::of_all(&master_positions()).step_by(5).collect();
    let column = |set: fn(&View) -> u64| views.iter().map(set).collect::<Vec<u64>>();
    let (knights, kings, own) = (column(|view| view.knights), column(|view| view.king), column(|view| view.own));
    let inputs: [Vec<u64>; 8] = std::array::from_fn(|column| views.iter().map(|view| of_view(view)[column]).collect());
    let input = inputs.each_ref().map(|column| &column[..]);
    for backend in selected::backends() {
        let room = backend.count_pair_kinds(AllTargets, input) as usize;
        let (mut from, mut to, mut kinds) = (vec![0; room], vec![0; room], vec![0; room]);
        let mut offsets = vec![0_u32; views.len() + 1];
        let pairs = PairKinds { from: &mut from, to: &mut to, kinds: &mut kinds, offsets: &mut offsets };
        backend.list_pair_kinds(AllTargets, input, pairs).unwrap();
        let [of_knights] = backend.total(KnightMoveCount, [&knights, &own]);
        let [of_kings] = backend.total(KingMoves, [&kings, &own]);
        let moves = |king: u8| kinds.iter().filter(|kind| **kind / 8 == king && **kind % 8 != 6).count() as u64;
        assert_eq!([moves(0), moves(1)], [of_knights, of_kings], "{}", backend.id());
    }
}

#[test]
fn pairs_that_do_not_fit_are_an_error_and_nothing_is_written() {
    let mut columns = [[0_u64; 100]; 10];
    (columns[0], columns[9]) = ([0x42; 100], [!0xFFFF; 100]);
    let input = columns.each_ref().map(|column| &column[..]);
    for backend in selected::backends() {
        for rooms in [[399, 400, 400], [400, 399, 400], [400, 400, 399], [0; 3]] {
            let mut memory = rooms.map(|room| vec![UNTOUCHED; room]);
            let mut offsets = [77_u64; 101];
            let [from, to, kinds] = memory.each_mut().map(|memory| &mut memory[..]);
            let pairs = PairKinds { from, to, kinds, offsets: &mut offsets };
            let error = backend.list_pair_kinds(Unchanged, input, pairs);
            let room = rooms.into_iter().min().unwrap();
            assert_eq!(error, Err(ListError::TooShort { elements: 400, room }), "{}", backend.id());
            assert!(memory.iter().flatten().all(|byte| *byte == UNTOUCHED) && offsets == [77; 101]);
        }
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic cannot be caught there")]
fn wrong_lengths_panic_before_the_first_write() {
    for backend in selected::backends() {
        for (long, short, offsets) in [(12, 9, 13), (12, 9, 10), (1, 1, 1), (0, 0, 0), (100, 100, 102)] {
            let mut memory = [[UNTOUCHED; 900]; 3];
            let mut ends = vec![77_u32; offsets];
            let (long, short) = (vec![2; long], vec![!0; short]);
            let mut input = [&long[..]; 10];
            input[9] = &short;
            let [from, to, kinds] = memory.each_mut().map(|memory| &mut memory[..]);
            let pairs = PairKinds { from, to, kinds, offsets: &mut ends };
            let run = AssertUnwindSafe(|| backend.list_pair_kinds(Unchanged, input, pairs));
            assert!(catch_unwind(run).is_err(), "{}", backend.id());
            assert!(memory.iter().flatten().all(|byte| *byte == UNTOUCHED) && ends.iter().all(|end| *end == 77));
        }
    }
}

//! Checks the lists of members, and the lists of pairs of pieces and targets, on every backend.

use std::array;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use setwise::patterns::KnightMoveCount;
use setwise::patterns::leaper::{King, Knight};
use setwise::patterns::pair_kinds::{AllTargets, PieceTargets};
use setwise::patterns::pairs::{Attackers, Jumper, LegalKing, LegalKnights, MovesWithout};
use setwise::{Backend, Color, Kernel, Lanes, ListError, Offset, PairKinds, Pairs, Spread};
use setwise_testkit::games::master_positions;
use setwise_testkit::oracle;
use setwise_testkit::placements::random_placement;
use setwise_testkit::random::Sets;
use setwise_testkit::selected;
use setwise_testkit::view::View;

/// The byte before and after the memory for the lists.
const UNTOUCHED: u8 = 0xA5;

/// The list of each board. An entry has one byte for each column: a member, or the squares of a pair and its kind.
type Lists<const N: usize> = Vec<Vec<[u8; N]>>;

/// Lists into memory with room for exactly `slack` further entries, and compares the lists with the expected ones.
fn check<O: Offset, const N: usize>(
    (backend, slack): (Backend, usize),
    expected: &[Vec<[u8; N]>],
    list: impl FnOnce([&mut [u8]; N], &mut [O]) -> Result<usize, ListError>,
) {
    let flat = expected.concat();
    let room = flat.len() + slack;
    let mut memory = [(); N].map(|()| vec![UNTOUCHED; room + 2]);
    let mut offsets = vec![O::new(77); expected.len() + 1];
    let count = list(memory.each_mut().map(|column| &mut column[1..=room]), &mut offsets);
    assert_eq!(count, Ok(flat.len()), "{}", backend.id());
    for (n, column) in memory.iter().enumerate() {
        assert_eq!((column[0], column[room + 1]), (UNTOUCHED, UNTOUCHED), "{}", backend.id());
        let right = flat.iter().zip(&column[1..]).all(|(entry, byte)| entry[n] == *byte);
        assert!(right, "{}: column {n} of {} lists", backend.id(), expected.len());
    }
    let ends = expected.iter().scan(0, |end, list| {
        *end += list.len();
        Some(*end)
    });
    assert!([0].into_iter().chain(ends).eq(offsets.iter().map(|offset| offset.to_usize())), "{}", backend.id());
}

/// Lists into memory in which nothing may be written: columns of the given lengths, and `offsets` offsets.
fn refused<const N: usize>(
    rooms: [usize; N],
    offsets: usize,
    list: impl FnOnce([&mut [u8]; N], &mut [u32]) -> Result<usize, ListError>,
) -> thread::Result<Result<usize, ListError>> {
    let mut memory = rooms.map(|room| vec![UNTOUCHED; room]);
    let mut ends = vec![77; offsets];
    let columns = memory.each_mut().map(|column| &mut column[..]);
    let result = catch_unwind(AssertUnwindSafe(|| list(columns, &mut ends)));
    assert!(memory.iter().flatten().all(|byte| *byte == UNTOUCHED) && ends.iter().all(|end| *end == 77));
    result
}

/// Checks the lists of members in memory with exactly enough room, and `slack` more.
fn check_members<O: Offset>(backend: Backend, sets: &[u64], slack: usize) {
    let members = |set: &u64| oracle::members(*set).into_iter().map(|member| [member]).collect();
    let expected: Lists<1> = sets.iter().map(members).collect();
    check((backend, slack), &expected, |[members], offsets: &mut [O]| backend.list_members(sets, members, offsets));
}

/// Returns sets of every number of members, single squares, and sets of all kinds in a random order.
fn sets() -> Vec<u64> {
    let mut random = Sets::seeded(40);
    let mut sets: Vec<u64> = (0..64).map(|square| 1 << square).chain([0, !0, 0xFF, 0xFF << 56, 1 | 1 << 63]).collect();
    sets.extend((0..=64).map(|count| random.of(count)));
    for _ in 0..60 {
        sets.extend([random.sparse(), random.dense(), random.of(2), 0]);
    }
    sets
}

/// Tests columns of every length up to 80 at every alignment, and long columns. The memory has exactly enough room, or
/// up to 100 bytes more.
#[test]
fn every_ready_backend_lists_the_members_of_every_set() {
    let sets = sets();
    for backend in selected::backends() {
        for (offset, length) in (0..8).flat_map(|offset| (0..=80).map(move |length| (offset, length))) {
            check_members::<u32>(backend, &sets[37 * offset..][..length], 0);
        }
        for slack in 0..100 {
            check_members::<u64>(backend, &sets, slack);
        }
        check_members::<i32>(backend, &sets, 0);
        check_members::<i64>(backend, &sets, 0);
    }
}

/// Tests columns whose sets are all short for some methods, for every number of members.
#[test]
fn groups_of_equally_long_sets_are_listed() {
    let mut random = Sets::seeded(41);
    for count in 0..=64 {
        let sets: Vec<u64> = (0..40).map(|_| random.of(count)).collect();
        selected::backends().for_each(|backend| check_members::<u32>(backend, &sets, 0));
    }
}

/// Checks the lists and the number of pairs.
fn check_pairs<O: Offset, P: Jumper, K: Kernel<IN, 2>, const IN: usize>(
    backend: Backend,
    (piece, kernel): (P, K),
    input: [&[u64]; IN],
    expected: &[Vec<[u8; 2]>],
) {
    assert_eq!(backend.count_pairs(piece, kernel, input), expected.concat().len() as u64, "{}", backend.id());
    check((backend, 0), expected, |[from, to], offsets: &mut [O]| {
        backend.list_pairs(piece, kernel, input, Pairs { from, to, offsets })
    });
}

/// Returns the pairs of a board with their squares as arrays.
fn squares(pairs: &[(u8, u8)]) -> Vec<[u8; 2]> {
    pairs.iter().map(|&(from, to)| [from, to]).collect()
}

/// Tests columns of every length up to 70, which is more than a block, and long columns.
#[test]
fn every_ready_backend_lists_the_pairs_and_the_moves_of_knights_and_kings() {
    let mut random = Sets::seeded(43);
    let mut boards: Vec<[u64; 2]> = vec![[!0, !0], [!0, 0], [0, !0], [1, !0], [1 << 63, !0]];
    for _ in 0..80 {
        boards.extend([[random.of(2), random.dense()], [random.sparse(), random.of(3)], [random.of(1), !0], [0, 5]]);
    }
    let [pieces, targets]: [Vec<u64>; 2] = [0, 1].map(|column| boards.iter().map(|board| board[column]).collect());
    let lists = |jumps: &[(i32, i32)]| -> Lists<2> {
        boards.iter().map(|[pieces, targets]| squares(&oracle::pairs(*pieces, jumps, *targets))).collect()
    };
    let (of_knights, of_kings) = (lists(&oracle::KNIGHT), lists(&oracle::KING));
    let own: Vec<u64> = targets.iter().map(|targets| !targets).collect();
    for backend in selected::backends() {
        for length in (0..=70).chain([127, 128, 129, boards.len()]) {
            for start in [0, boards.len() - length] {
                let boards = start..start + length;
                let input = [&pieces[boards.clone()], &targets[boards.clone()]];
                check_pairs::<u32, _, _, 2>(backend, (Knight, Attackers), input, &of_knights[boards.clone()]);
                check_pairs::<i64, _, _, 2>(backend, (King, Attackers), input, &of_kings[boards]);
            }
        }
        check((backend, 9), &of_knights, |[from, to], offsets: &mut [u32]| {
            backend.list_knight_moves(&pieces, &own, Pairs { from, to, offsets })
        });
        check((backend, 9), &of_kings, |[from, to], offsets: &mut [u64]| {
            backend.list_king_moves(&pieces, &own, Pairs { from, to, offsets })
        });
        let moves = backend.total(KnightMoveCount, [&pieces, &own]);
        assert_eq!(moves, [of_knights.concat().len() as u64], "{}", backend.id());
    }
}

/// The places of the pieces of the examined side, and of the other side, in the inputs of the oracle of legal moves.
const OWN: usize = 6;
const THEIR: usize = 7;

/// Compares legal moves with those of the oracle, which plays every move. The random placements have many checks and
/// pins. The real positions have no castling and no en passant here.
#[test]
fn legal_moves_agree_with_the_oracle() {
    let mut random = Sets::seeded(44);
    let positions = master_positions();
    for side in Color::ALL {
        // The oracle is slow, above all on an emulated CPU, so it examines every eighth position.
        let real = positions.iter().step_by(8).map(|position| {
            let [a, b, c, d, e, f, own, their] = View::new(position, side).pieces();
            [a, b, c, d, e, f, own, their, 0, 0]
        });
        let boards: Vec<[u64; 10]> = real.chain((0..100).map(|_| random_placement(&mut random, side))).collect();
        let legal: Vec<_> = boards.iter().map(|board| oracle::legal_pairs(*board, side)).collect();
        let [of_knights, of_king]: [Lists<2>; 2] =
            [0, 1].map(|kind| legal.iter().map(|lists| squares(&lists[kind])).collect());
        assert!(of_knights.concat().len() > 300 && of_king.concat().len() > 300);
        let column = |of: &dyn Fn(&[u64; 10]) -> u64| boards.iter().map(of).collect::<Vec<u64>>();
        let own = |kind: usize| column(&|board| board[kind] & board[OWN]);
        let their =
            |kinds: u64| column(&|board| (0..6).fold(0, |all, n| all | (board[n] * (kinds >> n & 1))) & board[THEIR]);
        let ([knights, king], [all_own, all_their]) = ([own(1), own(5)], [6, 7].map(|n| column(&|board| board[n])));
        let [pawns, their_knights, their_king] = [0b1, 0b10, 0b10_0000].map(their);
        let [diagonal, straight] = [0b1_0100, 0b1_1000].map(their);
        for backend in selected::backends() {
            let input = [&knights, &king, &pawns, &their_knights, &diagonal, &straight, &all_own, &all_their];
            let input = input.map(|column| &column[..]);
            check_pairs::<u32, _, _, 8>(backend, (Knight, LegalKnights { side }), input, &of_knights);
            let input = [&king, &pawns, &their_knights, &diagonal, &straight, &their_king, &all_own, &all_their];
            check_pairs::<u32, _, _, 8>(backend, (King, LegalKing { side }), input.map(|column| &column[..]), &of_king);
        }
    }
}

/// Returns its inputs: knights, kings and eight sets of targets.
#[derive(Clone, Copy)]
struct Unchanged;

impl Kernel<10, 10> for Unchanged {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, input: [V; 10]) -> [V; 10] {
        input
    }
}

/// Checks the lists and the number of pairs of all kinds.
fn check_kinds<O: Offset, K: Kernel<IN, 10>, const IN: usize>(
    (backend, slack): (Backend, usize),
    kernel: K,
    input: [&[u64]; IN],
    expected: &[Vec<[u8; 3]>],
) {
    assert_eq!(backend.count_pair_kinds(kernel, input), expected.concat().len() as u64, "{}", backend.id());
    check((backend, slack), expected, |[from, to, kinds], offsets: &mut [O]| {
        backend.list_pair_kinds(kernel, input, PairKinds { from, to, kinds, offsets })
    });
}

/// Returns the pairs of a board with their squares and kinds as arrays.
fn pair_kinds(knights: u64, kings: u64, targets: [u64; 8]) -> Vec<[u8; 3]> {
    oracle::pair_kinds(knights, kings, targets).into_iter().map(|(from, to, kind)| [from, to, kind]).collect()
}

/// Tests columns of every length up to 70, which is more than a block, and long columns. The boards have knights, kings
/// and eight sets of targets, which may share squares. Columns of successive lengths start at successive alignments. Testing
/// every length at every alignment would take minutes in emulators.
#[test]
fn every_ready_backend_lists_the_pairs_of_all_kinds() {
    let mut random = Sets::seeded(47);
    let mut boards = vec![[0; 10], [!0; 10], [!0, !0, 0, 0, 0, 0, 0, 0, 0, !0], [0, !0, 0, !0, 0, 0, 0, 0, 0, 0]];
    for round in 0..60_u32 {
        boards.push([0; 10].map(|_| random.sparse()));
        boards.push([0; 10].map(|_| random.of(round % 7)));
        let mut few = [0; 10].map(|_| random.dense());
        (few[0], few[1]) = (random.of(2), random.of(1));
        boards.push(few);
    }
    let columns: [Vec<u64>; 10] = array::from_fn(|column| boards.iter().map(|board| board[column]).collect());
    let of_board = |board: &[u64; 10]| pair_kinds(board[0], board[1], *board.last_chunk().unwrap());
    let lists: Lists<3> = boards.iter().map(of_board).collect();
    for backend in selected::backends() {
        for length in (0..=70).chain([127, 128, 129, boards.len()]) {
            let (first, last) = ((length / 2 % 8).min(boards.len() - length), boards.len() - length);
            let of = |start: usize| columns.each_ref().map(|column| &column[start..start + length]);
            check_kinds::<u32, _, 10>((backend, 0), Unchanged, of(first), &lists[first..first + length]);
            check_kinds::<i64, _, 10>((backend, length % 11), Unchanged, of(last), &lists[last..]);
        }
    }
}

#[test]
fn real_positions_have_the_pairs_of_the_oracle() {
    let views: Vec<View> = View::of_all(&master_positions()).step_by(3).collect();
    let inputs: [Vec<u64>; 8] = array::from_fn(|column| views.iter().map(|view| view.pieces()[column]).collect());
    let lists = |empty: fn(&View) -> u64| -> Lists<3> {
        let of_view = |v: &View| {
            let [pawns, knights, bishops] = [v.their_pawns, v.their_knights, v.their_bishops];
            let targets = [pawns, knights, bishops, v.their_rooks, v.their_queens, v.their_king, v.own, empty(v)];
            pair_kinds(v.knights, v.king, targets)
        };
        views.iter().map(of_view).collect()
    };
    let (all, on_pieces) = (lists(|view| !view.occupied()), lists(|_| 0));
    let mut found = [0; 16];
    all.iter().flatten().for_each(|[_, _, kind]| found[usize::from(*kind)] += 1);
    assert!(found.iter().enumerate().all(|(kind, count)| (*count > 0) != (kind == 13)), "kings do not meet: {found:?}");
    for backend in selected::backends() {
        let input = inputs.each_ref().map(|column| &column[..]);
        check_kinds::<u32, _, 8>((backend, 0), AllTargets, input, &all);
        check_kinds::<u64, _, 8>((backend, 9), PieceTargets, input, &on_pieces);
    }
}

/// Returns boards on which the knights b1 and g1 have four moves.
fn knights_and_targets<const N: usize>(targets: usize, set: u64) -> [[u64; 100]; N] {
    array::from_fn(|column| {
        [if column == 0 {
            0x42
        } else if column == targets {
            set
        } else {
            0
        }; 100]
    })
}

#[test]
fn lists_that_do_not_fit_are_an_error_and_nothing_is_written() {
    let too_short = |elements: usize, room: usize| Err(ListError::TooShort { elements: elements as u64, room });
    let sets = sets();
    let ([knights, own], columns) = (knights_and_targets::<2>(1, 0xFFFF), knights_and_targets::<10>(9, !0xFFFF));
    let input = columns.each_ref().map(|column| &column[..]);
    for backend in selected::backends() {
        for length in [1, 2, 7, 8, 9, 200] {
            let sets = &sets[70..70 + length];
            let elements: usize = sets.iter().map(|set| oracle::members(*set).len()).sum();
            for room in [0, elements / 2, elements.saturating_sub(1)].into_iter().filter(|room| *room < elements) {
                let list =
                    |[members]: [&mut [u8]; 1], offsets: &mut [u32]| backend.list_members(sets, members, offsets);
                assert_eq!(refused([room], length + 1, list).unwrap(), too_short(elements, room), "{}", backend.id());
            }
        }
        for rooms in [[399, 400, 400], [400, 399, 400], [400, 400, 399], [0; 3]] {
            let [from_room, to_room, kinds_room] = rooms;
            let list = |[from, to, kinds]: [&mut [u8]; 3], offsets: &mut [u32]| {
                backend.list_pair_kinds(Unchanged, input, PairKinds { from, to, kinds, offsets })
            };
            let room = from_room.min(to_room).min(kinds_room);
            assert_eq!(refused(rooms, 101, list).unwrap(), too_short(400, room), "{}", backend.id());
            let list = |[from, to]: [&mut [u8]; 2], offsets: &mut [u32]| {
                backend.list_pairs(Knight, MovesWithout, [&knights, &own], Pairs { from, to, offsets })
            };
            let (rooms, room) = ([from_room, to_room.min(kinds_room)], room);
            assert_eq!(refused(rooms, 101, list).unwrap(), too_short(400, room), "{}", backend.id());
        }
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic cannot be caught there")]
fn wrong_lengths_panic_before_the_first_write() {
    for backend in selected::backends() {
        for (sets, offsets) in [(0, 0), (1, 1), (3, 3), (9, 11), (100, 100)] {
            let column = vec![3; sets];
            let list = |[members]: [&mut [u8]; 1], offsets: &mut [u32]| backend.list_members(&column, members, offsets);
            let panic = refused([200], offsets, list).expect_err("a wrong number of offsets must panic");
            let expected =
                format!("{sets} lists, but room for {offsets} offsets, which must be one more than the lists");
            assert_eq!(panic.downcast_ref::<String>().unwrap(), &expected);
        }
        for (long, short, offsets) in [(9, 12, 10), (12, 9, 13), (12, 9, 10), (1, 1, 1), (0, 0, 0), (100, 100, 102)] {
            let (long, short) = (vec![2; long], vec![0; short]);
            let pairs = |[from, to]: [&mut [u8]; 2], offsets: &mut [u32]| {
                backend.list_knight_moves(&long, &short, Pairs { from, to, offsets })
            };
            assert!(refused([900; 2], offsets, pairs).is_err(), "{}", backend.id());
            let mut input = [&long[..]; 10];
            input[9] = &short;
            let kinds = |[from, to, kinds]: [&mut [u8]; 3], offsets: &mut [u32]| {
                backend.list_pair_kinds(Unchanged, input, PairKinds { from, to, kinds, offsets })
            };
            assert!(refused([900; 3], offsets, kinds).is_err(), "{}", backend.id());
        }
    }
}

//! What each kernel of the library computes, by coordinates.

use setwise_program::LibraryKernel;
use setwise_program::proof::{AllBoards, Formula, KING, KNIGHT, Squares, Word, coordinates, index};

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const RANKS_UP: i32 = 1;
const RANKS_DOWN: i32 = -1;

/// Returns the results of a kernel that is not a loop.
pub(crate) fn specification(kernel: LibraryKernel, boards: &AllBoards) -> Vec<Word> {
    use LibraryKernel as K;
    let input = |n| Squares::input(boards, n);
    let knights = || input(0).moved(&KNIGHT);
    let kings = || input(0).moved(&KING);
    let set = match kernel {
        K::KnightAttacks => knights(),
        K::KnightMoves => knights().without(&input(1)),
        K::KnightCaptures => knights().and(&input(1)),
        K::KnightQuietMoves => knights().without(&input(1)),
        K::KnightMobility => return vec![mobility(boards)],
        K::KnightDirections => return KNIGHT.iter().map(|step| input(0).moved(&[*step]).word()).collect(),
        K::KnightMovesByDirection => {
            return KNIGHT.iter().map(|step| input(0).moved(&[*step]).without(&input(1)).word()).collect();
        }
        K::KnightFill2 => within(boards, 2, &KNIGHT),
        K::KnightFill3 => within(boards, 3, &KNIGHT),
        K::KnightFill6 => within(boards, 6, &KNIGHT),
        K::KnightReachExactly2 => knights().and(&input(1)).moved(&KNIGHT).and(&input(1)),
        K::KnightReachWithin2 => {
            let once = input(0).or(&knights().and(&input(1)));
            once.or(&once.moved(&KNIGHT).and(&input(1)))
        }
        K::KnightDistanceDigits => return digits(boards, &KNIGHT),
        K::ForkSquares => forks(boards, 2),
        K::ForkSquares3 => forks(boards, 3),
        K::ForkSquares4 => forks(boards, 4),
        K::ForkSquaresExactly2 => forks(boards, 2).without(&forks(boards, 3)),
        K::RoyalForks => knights().and(&input(1).moved(&KNIGHT)),
        K::FamilyForks => knights().and(&input(1).moved(&KNIGHT)).and(&input(2).moved(&KNIGHT)),
        K::SafeForks => safe_forks(boards, RANKS_DOWN),
        K::SafeForksBlack => safe_forks(boards, RANKS_UP),
        K::KingAttacks => kings(),
        K::KingMoves | K::EscapeSquares => kings().without(&input(1)),
        K::KingFill2 => within(boards, 2, &KING),
        K::KingFill3 => within(boards, 3, &KING),
        K::KingFill7 => within(boards, 7, &KING),
        K::KingDistanceDigits => return digits(boards, &KING),
        K::VulnerableLines => return vec![vulnerable_lines(boards)],
        K::DistantChecks => distant_checks(boards),
        K::PawnShieldIndex => return vec![shield_index(boards, RANKS_UP)],
        K::PawnShieldIndexBlack => return vec![shield_index(boards, RANKS_DOWN)],
        K::PawnAttackDirections => return pawn_attacks(boards, RANKS_UP),
        K::PawnAttackDirectionsBlack => return pawn_attacks(boards, RANKS_DOWN),
        K::PawnPushes => return pushes(boards, RANKS_UP),
        K::PawnPushesBlack => return pushes(boards, RANKS_DOWN),
        K::KingFiles => return king_files(boards),
        K::ShieldPawns => shield(boards, RANKS_UP),
        K::ShieldPawnsBlack => shield(boards, RANKS_DOWN),
        K::PassedPawns => passed(boards, RANKS_UP),
        K::PassedPawnsBlack => passed(boards, RANKS_DOWN),
        K::AttackedSquares => attacked(boards, RANKS_UP),
        K::AttackedSquaresBlack => attacked(boards, RANKS_DOWN),
        leaper => input(0).moved(&jumps(steps(leaper))),
    };
    vec![set.word()]
}

/// Returns the steps of the leaper that a kernel is named after.
fn steps(kernel: LibraryKernel) -> &'static [(u8, u8)] {
    match kernel.name().trim_end_matches("_attacks") {
        "wazir" => &[(1, 0)],
        "ferz" => &[(1, 1)],
        "dabbaba" => &[(2, 0)],
        "alfil" => &[(2, 2)],
        "alibaba" => &[(2, 0), (2, 2)],
        "squirrel" => &[(2, 0), (2, 1), (2, 2)],
        "threeleaper" => &[(3, 0)],
        "camel" => &[(3, 1)],
        "zebra" => &[(3, 2)],
        "tripper" => &[(3, 3)],
        "gnu" => &[(3, 1), (2, 1)],
        "bison" => &[(3, 1), (3, 2)],
        "buffalo" => &[(2, 1), (3, 1), (3, 2)],
        "fourleaper" => &[(4, 0)],
        "giraffe" => &[(4, 1)],
        "stag" => &[(4, 2)],
        "antelope" => &[(4, 3)],
        "root50_leaper" => &[(5, 5), (7, 1)],
        other => panic!("{other} has no specification"),
    }
}

/// Returns the jumps of a leaper: every direction of each of its steps.
pub(crate) fn jumps(steps: &[(u8, u8)]) -> Vec<(i32, i32)> {
    let lengths = steps.iter().map(|(a, b)| (i32::from(*a), i32::from(*b)));
    lengths.flat_map(|(a, b)| [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)]).collect()
}

/// Returns one term for each knight, and each of its jumps onto a square without own pieces.
fn mobility(boards: &AllBoards) -> Word {
    Word::of_count(coordinates().flat_map(|(file, rank)| {
        let knight = Squares::input(boards, 0).at(file, rank);
        let targets = KNIGHT.into_iter().filter_map(move |(f, r)| index(file + f, rank + r));
        targets.map(move |to| &knight & &!&boards.has(1, to)).collect::<Vec<_>>()
    }))
}

/// Returns the squares at most `most` steps from a member on an empty board.
fn within<'a>(boards: &'a AllBoards, most: usize, steps: &[(i32, i32)]) -> Squares<'a> {
    Squares::of(boards, |file, rank| nearer_than(boards, most + 1, steps, file, rank))
}

/// Returns the condition that a member is fewer than `distance` steps from a square.
fn nearer_than(boards: &AllBoards, distance: usize, steps: &[(i32, i32)], file: i32, rank: i32) -> Formula {
    let distances = distances((8 * rank + file) as usize, steps);
    let near = (0..64).filter(|square| distances[*square].is_some_and(|steps| steps < distance));
    boards.any(near.map(|square| boards.has(0, square)))
}

/// Returns the binary digits of the distance of each square from the nearest member, at most 7, and 7 without members.
fn digits(boards: &AllBoards, steps: &[(i32, i32)]) -> Vec<Word> {
    let digit = |bit: usize| {
        Word::of_squares(|file, rank| {
            let farther = |distance: usize| !&nearer_than(boards, distance, steps, file, rank);
            let exactly = |distance: usize| match distance {
                7 => farther(7),
                _ => &farther(distance) & &!&farther(distance + 1),
            };
            boards.any((0..8).filter(|distance| distance >> bit & 1 == 1).map(exactly))
        })
    };
    [0, 1, 2].map(digit).to_vec()
}

fn forks(boards: &AllBoards, least: usize) -> Squares<'_> {
    let targets = Squares::input(boards, 0);
    Squares::of(boards, |file, rank| boards.at_least(least, targets.around(&KNIGHT, file, rank)))
}

fn safe_forks(boards: &AllBoards, pawns_forward: i32) -> Squares<'_> {
    let [own, own_knights, pawns, their_knights] = [1, 2, 3, 4].map(|n| Squares::input(boards, n));
    let by_pawns = pawns.moved(&[(1, pawns_forward), (-1, pawns_forward)]);
    let safe = own_knights.moved(&KNIGHT).without(&own).without(&by_pawns).without(&their_knights.moved(&KNIGHT));
    forks(boards, 2).and(&safe)
}

/// Returns the lines along which every escape square is next to a king: rank, file, diagonal, antidiagonal.
fn vulnerable_lines(boards: &AllBoards) -> Word {
    let king = Squares::input(boards, 0);
    let flights = king.moved(&KING).without(&Squares::input(boards, 1));
    let lines = [(1, 0), (0, 1), (1, 1), (1, -1)];
    Word::of_digits(boards, &lines.map(|(f, r)| flights.without(&king.moved(&[(f, r), (-f, -r)])).is_empty().unwrap()))
}

/// Returns the squares to which sliders of the other side can move and from which they check along a vulnerable line.
fn distant_checks(boards: &AllBoards) -> Squares<'_> {
    let input = |n| Squares::input(boards, n);
    let [king, taboo, diagonal, straight, their, occupied] = [0, 1, 2, 3, 4, 5].map(input);
    let flights = king.moved(&KING).without(&taboo);
    let queens = diagonal.and(&straight);
    let to_straight = straight.rays(&STRAIGHT, &occupied).or(&queens.rays(&DIAGONAL, &occupied));
    let to_diagonal = diagonal.rays(&DIAGONAL, &occupied).or(&queens.rays(&STRAIGHT, &occupied));
    let along = |(f, r): (i32, i32), movers: &Squares<'_>| {
        let line = [(f, r), (-f, -r)];
        let is_vulnerable = flights.without(&king.moved(&line)).is_empty().unwrap();
        let checks = king.rays(&line, &occupied).and(movers);
        Squares::of(boards, |file, rank| &checks.at(file, rank) & &is_vulnerable)
    };
    let straight = along((1, 0), &to_straight).or(&along((0, 1), &to_straight));
    let diagonal = along((1, 1), &to_diagonal).or(&along((1, -1), &to_diagonal));
    straight.or(&diagonal).without(&their.or(&king.moved(&KING)))
}

/// Returns the number whose digits 0 to 5 are the pawns on the wing of the lowest king, and whose digit 6 says that it is on
/// neither wing or missing.
fn shield_index(boards: &AllBoards, forward: i32) -> Word {
    let [kings, pawns] = [0, 1].map(|n| Squares::input(boards, n));
    let second_rank = if forward == RANKS_UP { 1 } else { 6 };
    let mut none_lower = boards.always(true);
    let mut lowest = Vec::new();
    for (file, rank) in coordinates() {
        lowest.push((file, &kings.at(file, rank) & &none_lower));
        none_lower = &none_lower & &!&kings.at(file, rank);
    }
    let on_wing = |first: i32| {
        let inside = lowest.iter().filter(|(file, _)| (first..first + 3).contains(file));
        boards.any(inside.map(|(_, king)| king.clone()))
    };
    let wings = [0, 5].map(|first| (first, on_wing(first)));
    let digit = |bit: i32| {
        let pawn = |first: i32| pawns.at(first + bit % 3, second_rank + bit / 3 * forward);
        boards.any(wings.iter().map(|(first, king)| king & &pawn(*first)))
    };
    let none = !&boards.any(wings.iter().map(|(_, king)| king.clone()));
    let digits: Vec<Formula> = (0..6).map(digit).chain([none]).collect();
    Word::of_digits(boards, &digits)
}

fn pawn_attacks(boards: &AllBoards, forward: i32) -> Vec<Word> {
    [1, -1].map(|file| Squares::input(boards, 0).moved(&[(file, forward)]).word()).to_vec()
}

fn pushes(boards: &AllBoards, forward: i32) -> Vec<Word> {
    let [pawns, occupied] = [0, 1].map(|n| Squares::input(boards, n));
    let second_rank = if forward == RANKS_UP { 1 } else { 6 };
    let pushed = |ranks: i32| {
        Squares::of(boards, |file, rank| {
            let from = rank - ranks * forward;
            let way = (1..=ranks).map(|n| occupied.at(file, from + n * forward));
            let is_free = !&boards.any(way);
            let may_push = boards.always(ranks == 1 || from == second_rank);
            &(&pawns.at(file, from) & &is_free) & &may_push
        })
    };
    [1, 2].map(|ranks| pushed(ranks).word()).to_vec()
}

fn king_files(boards: &AllBoards) -> Vec<Word> {
    let on_file = |input: usize, file: i32| boards.any((0..8).map(|rank| Squares::input(boards, input).at(file, rank)));
    let near = |file: i32| boards.any([-1, 0, 1].map(|beside| on_file(0, file + beside)));
    let files: Vec<[Formula; 2]> = (0..8)
        .map(|file| {
            let without_own = &near(file) & &!&on_file(1, file);
            [&without_own & &!&on_file(2, file), &without_own & &on_file(2, file)]
        })
        .collect();
    [0, 1].map(|n| Word::of_squares(|file, _| files[file as usize][n].clone())).to_vec()
}

fn shield(boards: &AllBoards, forward: i32) -> Squares<'_> {
    let ahead = [1, 2].map(|ranks| [-1, 0, 1].map(|file| (file, ranks * forward))).concat();
    Squares::input(boards, 0).moved(&ahead).and(&Squares::input(boards, 1))
}

fn passed(boards: &AllBoards, forward: i32) -> Squares<'_> {
    let their = Squares::input(boards, 1);
    let stopped = Squares::of(boards, |file, rank| {
        let ahead = coordinates().filter(|(f, r)| (f - file).abs() <= 1 && (r - rank) * forward > 0);
        boards.any(ahead.map(|(file, rank)| their.at(file, rank)))
    });
    Squares::input(boards, 0).without(&stopped)
}

fn attacked(boards: &AllBoards, forward: i32) -> Squares<'_> {
    let input = |n| Squares::input(boards, n);
    let [pawns, knights, bishops, rooks, queens, king, occupied, looked_through] = [0, 1, 2, 3, 4, 5, 6, 7].map(input);
    let blockers = occupied.without(&looked_through);
    let leapers = pawns.moved(&[(1, forward), (-1, forward)]).or(&knights.moved(&KNIGHT)).or(&king.moved(&KING));
    let straight = rooks.or(&queens).rays(&STRAIGHT, &blockers);
    leapers.or(&straight).or(&bishops.or(&queens).rays(&DIAGONAL, &blockers))
}

/// Returns the number of steps from one square to each square, by walking, or `None` if the square is not reached.
fn distances(from: usize, steps: &[(i32, i32)]) -> [Option<usize>; 64] {
    let mut distances = [None; 64];
    distances[from] = Some(0);
    let mut walked = vec![from];
    let mut next = 0;
    while let Some(square) = walked.get(next).copied() {
        next += 1;
        for (f, r) in steps {
            let to = index((square % 8) as i32 + f, (square / 8) as i32 + r);
            if let Some(to) = to.filter(|to| distances[*to].is_none()) {
                distances[to] = distances[square].map(|distance| distance + 1);
                walked.push(to);
            }
        }
    }
    distances
}

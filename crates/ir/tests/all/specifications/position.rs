//! Specifies by coordinates the results of the patterns for pawns, for sliders and for the surroundings of the king.

use setwise_ir::proof::{AllBoards, Formula, KING, KNIGHT, Squares, Word, coordinates};

pub(super) const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub(crate) const RANKS_UP: i32 = 1;
pub(crate) const RANKS_DOWN: i32 = -1;

/// Returns a number with one binary digit for each of rank, file, diagonal and antidiagonal. A digit is 1 if every
/// escape square is next to a king along the line of the digit.
pub(super) fn vulnerable_lines(boards: &AllBoards) -> Word {
    let king = Squares::input(boards, 0);
    let flights = king.moved(&KING).without(&Squares::input(boards, 1));
    let lines = [(1, 0), (0, 1), (1, 1), (1, -1)];
    Word::of_digits(boards, &lines.map(|(f, r)| flights.without(&king.moved(&[(f, r), (-f, -r)])).is_empty().unwrap()))
}

/// Returns the squares to which sliders of the other side can move and from which they check along a vulnerable line.
/// Squares next to a king are excluded.
pub(super) fn distant_checks(boards: &AllBoards) -> Squares<'_> {
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

/// Returns a number with seven binary digits. Digits 0 to 5 say which of six squares contain pawns. These squares are
/// on the second and third ranks, on the three files of one wing. This wing is that of the king on the square with the
/// lowest index. Digit 6 is 1 if this king is on neither wing, or if there is no king.
pub(super) fn shield_index(boards: &AllBoards, forward: i32) -> Word {
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

pub(super) fn pawn_attacks(boards: &AllBoards, forward: i32) -> Squares<'_> {
    Squares::input(boards, 0).moved(&[(1, forward), (-1, forward)])
}

pub(super) fn pawn_attack_directions(boards: &AllBoards, forward: i32) -> Vec<Word> {
    [1, -1].map(|file| Squares::input(boards, 0).moved(&[(file, forward)]).word()).to_vec()
}

pub(super) fn pushes(boards: &AllBoards, forward: i32) -> Vec<Word> {
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

pub(super) fn king_files(boards: &AllBoards) -> Vec<Word> {
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

pub(super) fn shield(boards: &AllBoards, forward: i32) -> Squares<'_> {
    let ahead = [1, 2].map(|ranks| [-1, 0, 1].map(|file| (file, ranks * forward))).concat();
    Squares::input(boards, 0).moved(&ahead).and(&Squares::input(boards, 1))
}

pub(super) fn passed(boards: &AllBoards, forward: i32) -> Squares<'_> {
    let their = Squares::input(boards, 1);
    let stopped = Squares::of(boards, |file, rank| {
        let ahead = coordinates().filter(|(f, r)| (f - file).abs() <= 1 && (r - rank) * forward > 0);
        boards.any(ahead.map(|(file, rank)| their.at(file, rank)))
    });
    Squares::input(boards, 0).without(&stopped)
}

pub(super) fn attacked(boards: &AllBoards, forward: i32) -> Squares<'_> {
    let input = |n| Squares::input(boards, n);
    let [pawns, knights, bishops, rooks, queens, king, occupied, looked_through] = [0, 1, 2, 3, 4, 5, 6, 7].map(input);
    let blockers = occupied.without(&looked_through);
    let leapers = pawns.moved(&[(1, forward), (-1, forward)]).or(&knights.moved(&KNIGHT)).or(&king.moved(&KING));
    let straight = rooks.or(&queens).rays(&STRAIGHT, &blockers);
    leapers.or(&straight).or(&bishops.or(&queens).rays(&DIAGONAL, &blockers))
}

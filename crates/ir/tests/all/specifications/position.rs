//! Specifies by coordinates the results of the patterns for pawns, for sliders and for the surroundings of the king.

use setwise_ir::proof::{AllBoards, Formula, KING, KNIGHT, Squares, Word, coordinates};

pub(crate) const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(crate) const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The directions of rank, file, diagonal and antidiagonal.
const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
pub(crate) const RANKS_UP: i32 = 1;
pub(crate) const RANKS_DOWN: i32 = -1;

/// Returns for each line whether every escape square is next to a king along this line.
pub(crate) fn vulnerable_lines(king: &Squares<'_>, escapes: &Squares<'_>) -> [Formula; 4] {
    LINES.map(|(f, r)| escapes.without(&king.moved(&[(f, r), (-f, -r)])).is_empty().unwrap())
}

/// Returns the squares that sliders attack. Pieces in `blockers` stop the sliders.
pub(crate) fn sliders<'a>(diagonal: &Squares<'a>, straight: &Squares<'a>, blockers: &Squares<'a>) -> Squares<'a> {
    straight.rays(&STRAIGHT, blockers).or(&diagonal.rays(&DIAGONAL, blockers))
}

/// Returns the squares to which sliders can move and from which they check along one of the lines for which `lines` is
/// true. Squares next to a king are excluded.
pub(crate) fn distant_checks<'a>(
    boards: &'a AllBoards,
    [king, diagonal, straight, occupied]: [&Squares<'a>; 4],
    lines: [Formula; 4],
) -> Squares<'a> {
    let queens = diagonal.and(straight);
    let movers = [sliders(&queens, straight, occupied), sliders(diagonal, &queens, occupied)];
    let along = LINES.iter().zip(lines).enumerate().map(|(n, ((f, r), line))| {
        let checks = king.rays(&[(*f, *r), (-f, -r)], occupied).and(&movers[n / 2]);
        Squares::of(boards, |file, rank| &checks.at(file, rank) & &line)
    });
    along.reduce(|a, b| a.or(&b)).expect("there are four lines").without(&king.moved(&KING))
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

/// Returns the open and the half-open files near a king, as sets of squares.
pub(crate) fn king_files(boards: &AllBoards, [king, own, their]: [&Squares<'_>; 3]) -> [Word; 2] {
    let on_file = |set: &Squares<'_>, file: i32| boards.any((0..8).map(|rank| set.at(file, rank)));
    let near = |file: i32| boards.any([-1, 0, 1].map(|beside| on_file(king, file + beside)));
    let files: Vec<[Formula; 2]> = (0..8)
        .map(|file| {
            let (without_own, their) = (&near(file) & &!&on_file(own, file), on_file(their, file));
            [&without_own & &!&their, &without_own & &their]
        })
        .collect();
    [0, 1].map(|n| Word::of_squares(|file, _| files[file as usize][n].clone()))
}

/// Returns the pawns on the three files around a king, one or two ranks ahead of it.
pub(crate) fn shield<'a>(kings: &Squares<'a>, pawns: &Squares<'a>, forward: i32) -> Squares<'a> {
    let ahead = [1, 2].map(|ranks| [-1, 0, 1].map(|file| (file, ranks * forward))).concat();
    kings.moved(&ahead).and(pawns)
}

/// Returns the pawns without pawns of the other side ahead of them on their file and the files beside it.
pub(crate) fn passed<'a>(boards: &'a AllBoards, own: &Squares<'a>, their: &Squares<'a>, forward: i32) -> Squares<'a> {
    let stopped = Squares::of(boards, |file, rank| {
        let ahead = coordinates().filter(|(f, r)| (f - file).abs() <= 1 && (r - rank) * forward > 0);
        boards.any(ahead.map(|(file, rank)| their.at(file, rank)))
    });
    own.without(&stopped)
}

pub(super) fn attacked(boards: &AllBoards, forward: i32) -> Squares<'_> {
    let input = |n| Squares::input(boards, n);
    let [pawns, knights, bishops, rooks, queens, king, occupied, looked_through] = [0, 1, 2, 3, 4, 5, 6, 7].map(input);
    let leapers = pawns.moved(&[(1, forward), (-1, forward)]).or(&knights.moved(&KNIGHT)).or(&king.moved(&KING));
    leapers.or(&sliders(&bishops.or(&queens), &rooks.or(&queens), &occupied.without(&looked_through)))
}

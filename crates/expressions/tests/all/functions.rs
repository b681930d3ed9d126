//! The functions of the language, computed by coordinates.

use setwise::Color::{self, Black, White};
use setwise_expressions::Type::{self, Number, Set};
use setwise_testkit::oracle::{
    attacked_squares, caught_by_king, caught_by_knights, checks_on_lines, coordinates, distance_digits, fork_squares,
    forks_setwise_safe, king_attacks, king_files, knight_attacks, knight_move_count, knight_reach, leaper_attacks,
    moved, pawn_pushes, shield_index, shortest_path_squares, steps, vulnerable_lines, waves, within_king_steps,
};

/// A function: its name, the type of each argument (`s` for a set, `n` for a number that is not negative, `t` for a
/// truth value), the type of its value, and its definition.
pub(crate) type Function = (&'static str, &'static str, Type, fn(&[u64]) -> u64);

/// The functions, apart from `count`, `file` and `rank`.
pub(crate) const FUNCTIONS: &[Function] = &[
    ("north", "s", Set, |x| moved(x[0], |file, rank| (file, rank + 1))),
    ("south", "s", Set, |x| moved(x[0], |file, rank| (file, rank - 1))),
    ("east", "s", Set, |x| moved(x[0], |file, rank| (file + 1, rank))),
    ("west", "s", Set, |x| moved(x[0], |file, rank| (file - 1, rank))),
    ("north_east", "s", Set, |x| moved(x[0], |file, rank| (file + 1, rank + 1))),
    ("north_west", "s", Set, |x| moved(x[0], |file, rank| (file - 1, rank + 1))),
    ("south_east", "s", Set, |x| moved(x[0], |file, rank| (file + 1, rank - 1))),
    ("south_west", "s", Set, |x| moved(x[0], |file, rank| (file - 1, rank - 1))),
    ("knight_attacks", "s", Set, |x| knight_attacks(x[0])),
    ("knight_moves", "ss", Set, |x| knight_attacks(x[0]) & !x[1]),
    ("knight_captures", "ss", Set, |x| knight_attacks(x[0]) & x[1]),
    ("knight_quiet_moves", "ss", Set, |x| knight_attacks(x[0]) & !x[1]),
    ("knight_move_count", "ss", Number, |x| knight_move_count(x[0], x[1])),
    ("knight_directions.no_no_ea", "s", Set, |x| leaper_attacks(x[0], &[(1, 2)])),
    ("knight_directions.so_we_we", "s", Set, |x| leaper_attacks(x[0], &[(-2, -1)])),
    ("knight_moves_by_direction.no_no_we", "ss", Set, |x| leaper_attacks(x[0], &[(-1, 2)]) & !x[1]),
    ("knight_fill", "sn", Set, |x| knight_reach(x[0], x[1] as usize, !0, true)),
    ("knight_reach_exactly", "ssn", Set, |x| knight_reach(x[0], x[2] as usize, x[1], false)),
    ("knight_reach_within", "ssn", Set, |x| knight_reach(x[0], x[2] as usize, x[1], true)),
    ("forks", "s", Set, |x| fork_squares(x[0], 2)),
    ("forks_at_least", "sn", Set, |x| fork_squares(x[0], x[1] as usize)),
    ("forks_exactly", "sn", Set, |x| fork_squares(x[0], x[1] as usize) & !fork_squares(x[0], x[1] as usize + 1)),
    ("royal_forks", "ss", Set, |x| knight_attacks(x[0]) & knight_attacks(x[1])),
    ("white_forks_setwise_safe", "sssss", Set, |x| forks_setwise_safe([x[0], x[1], x[2], x[3], x[4]], Black)),
    ("black_forks_setwise_safe", "sssss", Set, |x| forks_setwise_safe([x[0], x[1], x[2], x[3], x[4]], White)),
    ("king_attacks", "s", Set, |x| king_attacks(x[0])),
    ("king_moves", "ss", Set, |x| king_attacks(x[0]) & !x[1]),
    ("king_fill", "sn", Set, |x| within_king_steps(x[0], x[1].min(64) as i32)),
    ("king_escapes", "ss", Set, |x| king_attacks(x[0]) & !x[1]),
    ("vulnerable_lines", "ss", Number, |x| vulnerable_lines(x[0], x[1])),
    ("distant_checks", "ssssss", Set, |x| {
        checks_on_lines([x[0], vulnerable_lines(x[0], x[1]), x[2], x[3], x[4], x[5]])
    }),
    ("king_files.open", "sss", Set, |x| king_files(x[0], x[1], x[2])[0]),
    ("king_files.half_open", "sss", Set, |x| king_files(x[0], x[1], x[2])[1]),
    ("white_shield_index", "ss", Number, |x| shield_index(x[0], x[1], White)),
    ("black_shield_index", "ss", Number, |x| shield_index(x[0], x[1], Black)),
    ("white_pawn_attacks", "s", Set, |x| leaper_attacks(x[0], &[(-1, 1), (1, 1)])),
    ("black_pawn_attacks", "s", Set, |x| leaper_attacks(x[0], &[(-1, -1), (1, -1)])),
    ("white_pawn_attack_directions.east", "s", Set, |x| leaper_attacks(x[0], &[(1, 1)])),
    ("white_pawn_pushes.one_step", "ss", Set, |x| pawn_pushes(x[0], x[1], White)[0]),
    ("white_pawn_pushes.two_steps", "ss", Set, |x| pawn_pushes(x[0], x[1], White)[1]),
    ("black_pawn_pushes.two_steps", "ss", Set, |x| pawn_pushes(x[0], x[1], Black)[1]),
    ("white_attacked_squares", "ssssssss", Set, |x| attacked_squares(x.try_into().unwrap(), White)),
    ("black_attacked_squares", "ssssssss", Set, |x| attacked_squares(x.try_into().unwrap(), Black)),
    ("rook_attacks", "ss", Set, |x| attacked_squares([0, 0, 0, x[0], 0, 0, x[1], 0], White)),
    ("bishop_attacks", "ss", Set, |x| attacked_squares([0, 0, x[0], 0, 0, 0, x[1], 0], White)),
    ("white_caught_area", "st", Set, |x| caught_by_kings(x[0], White, x[1])),
    ("black_caught_area", "st", Set, |x| caught_by_kings(x[0], Black, x[1])),
    ("white_caught_by_knight", "st", Set, |x| caught_by_knights(x[0], White, to_move(x[1]))),
    ("black_caught_by_knight", "st", Set, |x| caught_by_knights(x[0], Black, to_move(x[1]))),
    ("wazir_attacks", "s", Set, |x| leaper_attacks(x[0], &[(1, 0), (-1, 0), (0, 1), (0, -1)])),
    ("ferz_attacks", "s", Set, |x| leaper_attacks(x[0], &[(1, 1), (-1, 1), (1, -1), (-1, -1)])),
    ("king_flood", "ss", Set, |x| waves(x[0] & x[1], x[1], king_attacks).into_iter().fold(0, |all, wave| all | wave)),
    ("king_steps", "sss", Number, |x| steps(x[0], x[1], x[2], king_attacks)),
    ("knight_steps", "sss", Number, |x| steps(x[0], x[1], x[2], knight_attacks)),
    ("shortest_path_squares", "sss", Set, |x| shortest_path_squares(x[0], x[1], x[2])),
    ("king_distance_digits.ones", "s", Set, |x| distance_digits(x[0], king_attacks)[0]),
    ("king_distance_digits.fours", "s", Set, |x| distance_digits(x[0], king_attacks)[2]),
    ("knight_distance_digits.twos", "s", Set, |x| distance_digits(x[0], knight_attacks)[1]),
    ("king_distance", "ss", Number, |x| steps(x[0], x[1], !0, king_attacks)),
    ("knight_distance", "ss", Number, |x| steps(x[0], x[1], !0, knight_attacks)),
    ("knight_attacks_from", "s", Set, |x| knight_attacks(x[0])),
    ("file_fill", "s", Set, |x| (-7..8).fold(0, |all, n| all | moved(x[0], |file, rank| (file, rank + n)))),
    ("fill_up", "s", Set, |x| (0..8).fold(0, |all, n| all | moved(x[0], |file, rank| (file, rank + n)))),
    ("fill_down", "s", Set, |x| (0..8).fold(0, |all, n| all | moved(x[0], |file, rank| (file, rank - n)))),
    ("flip_diagonal", "s", Set, |x| moved(x[0], |file, rank| (rank, file))),
    ("flip_vertical", "s", Set, |x| moved(x[0], |file, rank| (file, 7 - rank))),
    ("mirror_horizontal", "s", Set, |x| moved(x[0], |file, rank| (7 - file, rank))),
    ("rotate180", "s", Set, |x| moved(x[0], |file, rank| (7 - file, 7 - rank))),
    ("identity", "s", Set, |x| x[0]),
    ("popcount", "s", Number, |x| coordinates(x[0]).count() as u64),
];

fn to_move(white_to_move: u64) -> Color {
    if white_to_move == 1 { White } else { Black }
}

/// Returns the squares of the lone passed pawns that at least one of the kings catches.
fn caught_by_kings(kings: u64, side: Color, white_to_move: u64) -> u64 {
    coordinates(kings).fold(0, |all, king| all | caught_by_king(king, side, to_move(white_to_move))) & !kings
}

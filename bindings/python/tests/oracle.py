"""Computes every pattern by loops over sets of (file, rank) pairs, without operations on bits."""

import functools

BOARD = frozenset((file, rank) for file in range(8) for rank in range(8))
CLOCKWISE = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
LINES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONALS = [(1, 1), (-1, -1), (1, -1), (-1, 1)]
KNIGHT, KING = CLOCKWISE, LINES + DIAGONALS
STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]
"""One step for each line: file, rank, rising diagonal, falling diagonal."""
UP, DOWN = 1, -1


def squares(bits):
    """Returns the coordinates of a set in 64 bits."""
    return {(n % 8, n // 8) for n in range(64) if bits >> n & 1}


def bits(squares):
    """Returns the set of squares with these coordinates as 64 bits."""
    return sum(1 << (file + 8 * rank) for file, rank in squares)


def jumps(a, b):
    """Returns all jumps of `a` steps along one axis and `b` steps along the other axis."""
    return {(x * i, y * j) for x, y in [(a, b), (b, a)] for i in (1, -1) for j in (1, -1)}


def leap(pieces, steps):
    return {(f + x, r + y) for f, r in pieces for x, y in steps} & BOARD


def fill(pieces, steps, n, allowed=BOARD):
    reached = set(pieces)
    for _ in range(min(n, 64)):
        reached |= leap(reached, steps) & allowed
    return reached


def reach_exactly(pieces, allowed, n):
    for _ in range(n if n < 200 else 200 + n % 2):
        pieces = leap(pieces, KNIGHT) & allowed
    return pieces


def forks(targets, fits):
    return {square for square in BOARD if fits(len(leap({square}, KNIGHT) & targets))}


def pawn_attacks(pawns, ahead):
    return leap(pawns, [(1, ahead), (-1, ahead)])


def forks_setwise_safe(targets, own, knights, pawns, their_knights, their_ahead):
    squares = forks(targets, lambda n: n >= 2) & leap(knights, KNIGHT)
    return squares - own - pawn_attacks(pawns, their_ahead) - leap(their_knights, KNIGHT)


def slide(pieces, steps, blockers):
    reached = set()
    for f, r in pieces:
        for x, y in steps:
            n = 1
            while (f + n * x, r + n * y) in BOARD:
                reached.add((f + n * x, r + n * y))
                if (f + n * x, r + n * y) in blockers:
                    break
                n += 1
    return reached


def attacked(pawns, knights, bishops, rooks, queens, king, occupied, through, ahead):
    blockers = occupied - through
    sliders = slide(bishops | queens, DIAGONALS, blockers) | slide(rooks | queens, LINES, blockers)
    return pawn_attacks(pawns, ahead) | leap(knights, KNIGHT) | leap(king, KING) | sliders


def checks_and_pins(ahead, king, pawns, knights, diagonal, straight, own, their):
    """Returns the checkers, the pieces pinned along each of four lines, and the check mask of a side.

    The other side's pieces may be any sets, and the side may have any number of kings.
    """
    occupied, between, pinned = own | their, set(), []
    checkers = leap(king, KNIGHT) & knights | pawn_attacks(king, ahead) & pawns
    for n, (x, y) in enumerate(STEPS):
        sliders, met = straight if n < 2 else diagonal, set()
        for step, back in [((x, y), (-x, -y)), ((-x, -y), (x, y))]:
            seen = slide(king, [step], occupied)
            checkers |= seen & sliders
            met |= seen & slide(sliders, [back], occupied)
        between |= met - occupied
        pinned.append(met & own)
    mask = {0: BOARD, 1: checkers | between}.get(len(checkers), set())
    return checkers, pinned, mask


def attacked_through(king, ahead, pawns, knights, diagonal, straight, their_king, occupied):
    """Returns the squares that the other side attacks. A slider also attacks the square behind a king."""
    found = pawn_attacks(pawns, -ahead) | leap(knights, KNIGHT) | leap(their_king, KING)
    for sliders, steps in [(straight, LINES), (diagonal, DIAGONALS)]:
        for step in steps:
            seen = slide(sliders, [step], occupied)
            found |= seen | leap(seen & king, [step])
    return found


def checkers(ahead, *sets):
    return checks_and_pins(ahead, *sets)[0]


def pinned(ahead, *sets):
    return set().union(*checks_and_pins(ahead, *sets)[1])


def check_mask(ahead, *sets):
    return checks_and_pins(ahead, *sets)[2]


def legal_king_moves(ahead, king, pawns, knights, diagonal, straight, their_king, own, their):
    attacked = attacked_through(king, ahead, pawns, knights, diagonal, straight, their_king, own | their)
    return leap(king, KING) - own - attacked


def legal_knight_targets(ahead, knights, *sets):
    """Returns a list with the target squares of each knight."""
    _, pinned, mask = checks_and_pins(ahead, *sets)
    free = knights.difference(*pinned)
    return [(leap({knight}, KNIGHT) & mask) - sets[-2] for knight in free]


def legal_knight_moves(ahead, *sets):
    return set().union(*legal_knight_targets(ahead, *sets))


def legal_knight_move_count(ahead, *sets):
    return sum(map(len, legal_knight_targets(ahead, *sets)))


def vulnerable_lines(king, taboo):
    flights = leap(king, KING) - taboo
    lines = [[(1, 0), (-1, 0)], [(0, 1), (0, -1)], [(1, 1), (-1, -1)], [(1, -1), (-1, 1)]]
    return sum(1 << n for n, steps in enumerate(lines) if flights <= leap(king, steps))


def distant_checks(king, taboo, diagonal, straight, their, occupied):
    """Returns the squares to which a slider can move to check the king along a vulnerable line.

    Squares next to the king are left out.
    """
    vulnerable, queens, found = vulnerable_lines(king, taboo), diagonal & straight, set()
    for n, step in enumerate([(1, 0), (0, 1), (1, 1), (1, -1)]):
        if vulnerable >> n & 1:
            line = [step, (-step[0], -step[1])]
            by_rook, by_bishop = (straight, queens) if n < 2 else (queens, diagonal)
            arrivals = slide(by_rook, LINES, occupied) | slide(by_bishop, DIAGONALS, occupied)
            found |= slide(king, line, occupied) & arrivals
    return found - leap(king, KING) - their


def shield_index(king, pawns, ahead):
    """Returns the shield pawns on the king's wing as a number, or 64 if the king is on file d or e.

    Returns 64 if there is no king. If there are several kings, the one on the lowest square counts.
    """
    file = min(king, key=lambda square: (square[1], square[0]), default=(3, 0))[0]
    if file in (3, 4):
        return 64
    near = 1 if ahead == UP else 6
    wing = [(f, near + n * ahead) for n in range(2) for f in (range(3) if file < 3 else range(5, 8))]
    return sum(1 << n for n, square in enumerate(wing) if square in pawns)


def pushes(pawns, occupied, ahead):
    one = {(f, r + ahead) for f, r in pawns} & BOARD - occupied
    home = 1 if ahead == UP else 6
    two = {(f, r + 2 * ahead) for f, r in pawns if r == home and (f, r + ahead) in one}
    return [one, two - occupied]


@functools.cache
def king_catches(king, pawn, king_to_move):
    """Returns whether a black king catches a lone white pawn, by the rule of the square."""
    files, moves = abs(king[0] - pawn[0]), min(5, 7 - pawn[1]) + king_to_move
    beside = king_to_move and max(files, abs(king[1] - pawn[1])) == 1
    return max(files, 7 - king[1]) <= moves or beside


@functools.cache
def knight_catches(knight, pawn, knight_to_move):
    """Returns whether a black knight catches a lone white pawn. The recursion ends, because pawns only move up."""
    jumps = leap({knight}, KNIGHT)
    if knight_to_move:
        return pawn in jumps or any(knight_catches(to, pawn, False) for to in jumps | {knight})
    (file, rank), one, two = pawn, (pawn[0], pawn[1] + 1), (pawn[0], pawn[1] + 2)
    if knight in pawn_attacks({pawn}, UP):
        return False
    if knight == one:
        return True
    if rank == 6:
        return one in jumps
    double = rank == 1 and knight != two
    return knight_catches(knight, one, True) and (not double or knight_catches(knight, two, True))


def caught(pieces, white_to_move, catches, ahead):
    """Returns the squares on which one of the pieces catches a lone pawn.

    For white pieces, the board is flipped before and after the computation.
    """
    flip = (lambda squares: squares) if ahead == DOWN else (lambda squares: {(f, 7 - r) for f, r in squares})
    to_move = bool(white_to_move) == (ahead == UP)
    pawns = {(f, r) for f, r in BOARD if 1 <= r <= 6}
    return flip({pawn for piece in flip(pieces) for pawn in pawns - {piece} if catches(piece, pawn, to_move)})


def king_files(king, own, their):
    near = {file + x for file, _ in king for x in (-1, 0, 1)}
    own, their = {file for file, _ in own}, {file for file, _ in their}
    open_, half = near - own - their, (near - own) & their
    return [{square for square in BOARD if square[0] in files} for files in (open_, half)]


def shield(king, pawns, ahead):
    return {(f, r) for f, r in pawns if any(abs(f - x) <= 1 and (r - y) * ahead in (1, 2) for x, y in king)}


def passed(own, their, ahead):
    blocked = lambda f, r: any(abs(f - x) <= 1 and (y - r) * ahead > 0 for x, y in their)
    return {(f, r) for f, r in own if not blocked(f, r)}


def distances(start, steps, path=BOARD):
    """Returns a dict from each reachable square of `path` to the least number of steps from the set `start`."""
    rounds, frontier, found = 0, start & path, {}
    while frontier:
        found |= dict.fromkeys(frontier, rounds)
        frontier, rounds = (leap(frontier, steps) & path) - found.keys(), rounds + 1
    return found


def steps_between(a, b, path, steps):
    return min((n for square, n in distances(a, steps, path).items() if square in b), default=64)


def shortest_paths(a, b, path):
    there, length = distances(a, KING, path), steps_between(a, b, path, KING)
    goals = {square for square in b & path if there.get(square) == length}
    back = distances(goals, KING, path)
    return {square for square in back if square in there and there[square] + back[square] == length}


def digits(start, steps):
    found = distances(start, steps)
    return [{square for square in BOARD if found.get(square, 7) >> n & 1} for n in range(3)]


def between(a, b, rule):
    """Returns the distance between squares `a` and `b`, which `rule` computes from their coordinates.

    Returns 64 if one of the numbers is not a square from 0 to 63.
    """
    if a > 63 or b > 63 or a < 0 or b < 0:
        return 64
    return rule((a % 8, a // 8), (b % 8, b // 8))


def from_square(number, steps):
    return leap(squares(1 << number), steps) if 0 <= number < 64 else set()


SETS = {
    "knight_attacks": lambda knights: leap(knights, KNIGHT),
    "knight_moves": lambda knights, own: leap(knights, KNIGHT) - own,
    "knight_captures": lambda knights, their: leap(knights, KNIGHT) & their,
    "knight_quiet_moves": lambda knights, occupied: leap(knights, KNIGHT) - occupied,
    "knight_move_count": lambda knights, own: sum(len(leap({knight}, KNIGHT) - own) for knight in knights),
    "knight_directions": lambda knights: [leap(knights, [step]) for step in CLOCKWISE],
    "knight_moves_by_direction": lambda knights, own: [leap(knights, [step]) - own for step in CLOCKWISE],
    "forks": lambda targets: forks(targets, lambda n: n >= 2),
    "royal_forks": lambda king, queens: leap(king, KNIGHT) & leap(queens, KNIGHT),
    "family_forks": lambda king, queens, rooks: leap(king, KNIGHT) & leap(queens, KNIGHT) & leap(rooks, KNIGHT),
    "white_forks_setwise_safe": lambda *sets: forks_setwise_safe(*sets, DOWN),
    "black_forks_setwise_safe": lambda *sets: forks_setwise_safe(*sets, UP),
    "king_attacks": lambda kings: leap(kings, KING),
    "king_moves": lambda kings, own: leap(kings, KING) - own,
    "king_escapes": lambda king, taboo: leap(king, KING) - taboo,
    "vulnerable_lines": vulnerable_lines,
    "distant_checks": distant_checks,
    "king_files": king_files,
    "white_shield_pawns": lambda king, pawns: shield(king, pawns, UP),
    "black_shield_pawns": lambda king, pawns: shield(king, pawns, DOWN),
    "white_shield_index": lambda king, pawns: shield_index(king, pawns, UP),
    "black_shield_index": lambda king, pawns: shield_index(king, pawns, DOWN),
    "white_passers": lambda own, their: passed(own, their, UP),
    "black_passers": lambda own, their: passed(own, their, DOWN),
    "white_pawn_attacks": lambda pawns: pawn_attacks(pawns, UP),
    "black_pawn_attacks": lambda pawns: pawn_attacks(pawns, DOWN),
    "white_pawn_attack_directions": lambda pawns: [leap(pawns, [(file, UP)]) for file in (1, -1)],
    "black_pawn_attack_directions": lambda pawns: [leap(pawns, [(file, DOWN)]) for file in (1, -1)],
    "white_pawn_pushes": lambda pawns, occupied: pushes(pawns, occupied, UP),
    "black_pawn_pushes": lambda pawns, occupied: pushes(pawns, occupied, DOWN),
    "white_attacked_squares": lambda *sets: attacked(*sets, UP),
    "black_attacked_squares": lambda *sets: attacked(*sets, DOWN),
    "rook_attacks": lambda rooks, occupied: slide(rooks, LINES, occupied),
    "bishop_attacks": lambda bishops, occupied: slide(bishops, DIAGONALS, occupied),
    "file_fill": lambda pieces: {(f, r) for f, r in BOARD if f in {file for file, _ in pieces}},
    "fill_up": lambda pieces: {(f, r) for f, r in BOARD if any(f == x and r >= y for x, y in pieces)},
    "fill_down": lambda pieces: {(f, r) for f, r in BOARD if any(f == x and r <= y for x, y in pieces)},
    "flip_diagonal": lambda pieces: {(r, f) for f, r in pieces},
    "flip_vertical": lambda pieces: {(f, 7 - r) for f, r in pieces},
    "mirror_horizontal": lambda pieces: {(7 - f, r) for f, r in pieces},
    "rotate180": lambda pieces: {(7 - f, 7 - r) for f, r in pieces},
    "identity": lambda pieces: pieces,
    "popcount": len,
    "king_flood": lambda start, path: set(distances(start, KING, path)),
    "shortest_path_squares": shortest_paths,
    "king_steps": lambda a, b, path: steps_between(a, b, path, KING),
    "knight_steps": lambda a, b, path: steps_between(a, b, path, KNIGHT),
    "king_distance_digits": lambda start: digits(start, KING),
    "knight_distance_digits": lambda start: digits(start, KNIGHT),
}
"""Patterns whose inputs are all sets."""

LEAPERS = {
    "wazir": jumps(1, 0),
    "ferz": jumps(1, 1),
    "dabbaba": jumps(2, 0),
    "alfil": jumps(2, 2),
    "alibaba": jumps(2, 0) | jumps(2, 2),
    "squirrel": jumps(2, 0) | jumps(2, 1) | jumps(2, 2),
    "threeleaper": jumps(3, 0),
    "camel": jumps(3, 1),
    "zebra": jumps(3, 2),
    "tripper": jumps(3, 3),
    "gnu": jumps(3, 1) | jumps(2, 1),
    "bison": jumps(3, 1) | jumps(3, 2),
    "buffalo": jumps(2, 1) | jumps(3, 1) | jumps(3, 2),
    "fourleaper": jumps(4, 0),
    "giraffe": jumps(4, 1),
    "stag": jumps(4, 2),
    "antelope": jumps(4, 3),
    "root50leaper": jumps(5, 5) | jumps(7, 1),
}
LEGALITY = {
    "checkers": checkers,
    "pinned": pinned,
    "check_mask": check_mask,
    "legal_king_moves": legal_king_moves,
    "legal_knight_moves": legal_knight_moves,
    "legal_knight_move_count": legal_knight_move_count,
}
for _name, _rule in LEGALITY.items():
    for _side, _ahead in [("white", UP), ("black", DOWN)]:
        SETS[f"{_side}_{_name}"] = functools.partial(_rule, _ahead)

for _name, _steps in LEAPERS.items():
    SETS[f"{_name}_attacks"] = lambda pieces, steps=_steps: leap(pieces, steps)

NUMBERS = {
    "knight_fill": lambda knights, n: fill(knights, KNIGHT, n),
    "king_fill": lambda kings, n: fill(kings, KING, n),
    "knight_reach_exactly": reach_exactly,
    "knight_reach_within": lambda knights, allowed, n: fill(knights, KNIGHT, n, allowed),
    "forks_at_least": lambda targets, n: forks(targets, lambda found: found >= n),
    "forks_exactly": lambda targets, n: forks(targets, lambda found: found == n),
}
"""Patterns whose last input is a number."""

FLAGS = {
    "white_caught_area": lambda kings, flag: caught(kings, flag, king_catches, UP) - kings,
    "black_caught_area": lambda kings, flag: caught(kings, flag, king_catches, DOWN) - kings,
    "white_caught_by_knight": lambda knights, flag: caught(knights, flag, knight_catches, UP),
    "black_caught_by_knight": lambda knights, flag: caught(knights, flag, knight_catches, DOWN),
}
"""Patterns whose last input is a flag."""

SQUARES = {
    "knight_attacks_from": lambda square: from_square(square, KNIGHT),
    "king_attacks_from": lambda square: from_square(square, KING),
    "knight_distance": lambda a, b: between(a, b, lambda a, b: distances({a}, KNIGHT)[b]),
    "king_distance": lambda a, b: between(a, b, lambda a, b: max(abs(a[0] - b[0]), abs(a[1] - b[1]))),
    "manhattan_distance": lambda a, b: between(a, b, lambda a, b: abs(a[0] - b[0]) + abs(a[1] - b[1])),
}
"""Patterns whose inputs are squares, given as numbers."""


@functools.lru_cache(1 << 14)
def of_row(name, words):
    """Returns the results of a pattern for one row of inputs, as a tuple of numbers."""
    if name in SQUARES:
        return results(SQUARES[name](*words))
    if name in NUMBERS or name in FLAGS:
        return results((NUMBERS | FLAGS)[name](*map(squares, words[:-1]), words[-1]))
    return results(SETS[name](*map(squares, words)))


def results(found):
    """Returns one result, or a list of results, as a tuple of numbers."""
    if isinstance(found, (set, frozenset)):
        return (bits(found),)
    return tuple(map(bits, found)) if isinstance(found, list) else (found,)

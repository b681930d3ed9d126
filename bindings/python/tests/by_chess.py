"""Features computed with python-chess, square by square."""

import chess
import oracle
from chess import BB_KING_ATTACKS, BB_KNIGHT_ATTACKS, KING, KNIGHT, PAWN, QUEEN, ROOK, SQUARES, SquareSet


def coordinates(squares):
    return {(square % 8, square // 8) for square in squares}


def numbers(squares):
    return {file + 8 * rank for file, rank in squares}


class Side:
    """A board seen by one side, with everything that several features need."""

    def __init__(self, board, side):
        self.board, self.side = board, side
        self.own = set(SquareSet(board.occupied_co[side]))
        self.their = set(SquareSet(board.occupied_co[not side]))
        self.knights, self.king = self.pieces(KNIGHT), self.pieces(KING)
        self.attacked = self.attacks(side)
        self.attacked_by_them = self.attacks(not side)
        self.ahead = 1 if side else -1

    def pieces(self, *kinds, side=None):
        side = self.side if side is None else side
        return {square for kind in kinds for square in self.board.pieces(kind, side)}

    def attacks(self, side, *kinds):
        squares = self.pieces(*(kinds or chess.PIECE_TYPES), side=side)
        return {target for square in squares for target in self.board.attacks(square)}

    def knight_attackers(self, square, targets):
        return len(SquareSet(BB_KNIGHT_ATTACKS[square]) & SquareSet(targets))

    def forks(self, targets, n=2):
        return {square for square in SQUARES if self.knight_attackers(square, targets) >= n}


def features(board, side):
    """Returns the features of one side by name, without the side."""
    s = Side(board, side)
    their = not side
    knight_attacks = s.attacks(side, KNIGHT)
    knight_moves = knight_attacks - s.own
    king_moves = s.attacks(side, KING) - s.own
    escapes = king_moves - s.attacked_by_them
    (king,) = s.king
    without_king = board.copy(stack=False)
    without_king.remove_piece_at(king)
    seen_through = {square for square in SQUARES if without_king.is_attacked_by(their, square)}
    targets = s.pieces(KING, QUEEN, ROOK, side=their)
    forks = s.forks(targets)
    their_defended = s.attacked_by_them
    hanging = (s.own & s.attacked_by_them) - s.attacked - s.king
    their_hanging = (s.their & s.attacked) - their_defended - s.pieces(KING, side=their)
    pawns, their_pawns = s.pieces(PAWN), s.pieces(PAWN, side=their)
    kings, own_pawns = coordinates(s.king), coordinates(pawns)
    open_files, half_open = oracle.king_files(kings, own_pawns, coordinates(their_pawns))
    path = {square for square in SQUARES if square not in s.own | s.their} - s.attacked_by_them | s.king
    reachable = forks & knight_moves
    return {
        "knights": s.knights,
        "king": s.king,
        "knight_attacks": knight_attacks,
        "knight_attacks_ge2": s.forks(s.knights),
        "knight_moves": knight_moves,
        "knight_move_count": sum(len(set(board.attacks(knight)) - s.own) for knight in s.knights),
        "knight_captures": knight_attacks & s.their,
        "knight_safe_moves": knight_moves - s.attacks(their, PAWN),
        "knight_fill2": numbers(oracle.fill(coordinates(s.knights), oracle.KNIGHT, 2)),
        "knight_fill3": numbers(oracle.fill(coordinates(s.knights), oracle.KNIGHT, 3)),
        "pawn_attacks": s.attacks(side, PAWN),
        "attacks": s.attacked,
        "king_attacks": set(SquareSet(BB_KING_ATTACKS[king])),
        "king_moves": king_moves,
        "king_escapes": escapes,
        "king_legal_steps": king_moves - seen_through,
        "king_escape_lines": oracle.vulnerable_lines(kings, oracle.BOARD - coordinates(escapes)),
        "king_zone_attacked": (s.king | set(SquareSet(BB_KING_ATTACKS[king]))) & s.attacked_by_them,
        "shield_pawns": numbers(oracle.shield(kings, own_pawns, s.ahead)),
        "open_files": numbers(open_files),
        "half_open_files": numbers(half_open),
        "forks": forks,
        "forks_ge3": s.forks(targets, 3),
        "royal_forks": s.forks(s.pieces(KING, side=their), 1) & s.forks(s.pieces(QUEEN, side=their), 1),
        "forks_reachable": reachable,
        "forks_safe": reachable - s.attacked_by_them,
        "forks_setwise_safe": reachable - s.attacks(their, PAWN, KNIGHT),
        "hanging": hanging,
        "undefended_pawns": pawns - s.attacked,
        "forks_any": s.forks(targets | their_hanging | their_pawns - their_defended),
        "passers": numbers(oracle.passed(own_pawns, coordinates(their_pawns), s.ahead)),
        "king_flood": numbers(oracle.distances(kings, oracle.KING, coordinates(path))),
        "shield_index": shield_index(king, pawns, side),
    }


def shield_index(king, pawns, side):
    file = king % 8
    if file in (3, 4):
        return 64
    files = (0, 1, 2) if file < 3 else (5, 6, 7)
    ranks = (1, 2) if side else (6, 5)
    squares = [file + 8 * rank for rank in ranks for file in files]
    return sum(1 << n for n, square in enumerate(squares) if square in pawns)


def value(found):
    """Returns a feature as a number."""
    return found if isinstance(found, int) else sum(1 << square for square in found)

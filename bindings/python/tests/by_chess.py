"""Computes features with python-chess, or by coordinates if python-chess has no function for them."""

import functools

import chess
import oracle
from chess import BB_KNIGHT_ATTACKS, BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, SQUARES, scan_forward

NAMES = {chess.WHITE: "white", chess.BLACK: "black"}


class Side:
    """The pieces and attacks of one side, as sets in 64 bits."""

    def __init__(self, board, color):
        self.color, self.all = color, board.occupied_co[color]
        self.pawns, self.knights, self.king = (board.pieces_mask(kind, color) for kind in (PAWN, KNIGHT, KING))
        self.targets = self.king | board.pieces_mask(QUEEN, color) | board.pieces_mask(ROOK, color)
        self.queens, self.rooks = board.pieces_mask(QUEEN, color), board.pieces_mask(ROOK, color)
        self.diagonal, self.straight = self.queens | board.pieces_mask(BISHOP, color), self.queens | self.rooks
        self.pawn_attacks, self.knight_attacks = attacks(board, self.pawns), attacks(board, self.knights)
        self.attacks = attacks(board, self.all)
        self.king_attacks = attacks(board, self.king)
        self.ahead = 1 if color else -1


def features(board):
    """Returns features of both sides and of the side to move by name, as numbers or as sets in 64 bits."""
    white, black = Side(board, chess.WHITE), Side(board, chess.BLACK)
    found = {}
    for side, other in [(white, black), (black, white)]:
        for name, value in of_side(board, side, other).items():
            found[f"{NAMES[side.color]}_{name}"] = value
    return found | of_side_to_move(board)


def of_side_to_move(board):
    """Returns the features of the side to move, which have no side in their names."""
    return {
        "in_check": board.is_check(),
        "legal_move_count": board.legal_moves.count(),
        "checkmate": board.is_checkmate(),
        "stalemate": board.is_stalemate(),
    }


def of_side(board, own, their):
    """Returns the features of one side. The names do not start with the side."""
    knight_moves, king_moves = own.knight_attacks & ~own.all, own.king_attacks & ~own.all
    escapes = king_moves & ~their.attacks
    without_king = board.copy(stack=False)
    without_king.remove_piece_at(own.king.bit_length() - 1)
    forks = attackers(their.targets, 2)
    reachable = forks & knight_moves
    hanging = own.all & their.attacks & ~own.attacks & ~own.king
    their_hanging = their.all & own.attacks & ~their.attacks & ~their.king
    open_files, half_open = king_files(own.king, own.pawns, their.pawns)
    safe = chess.BB_ALL & ~own.all & ~their.attacks
    their_taboo = their.all | own.attacks
    path = chess.BB_ALL & ~board.occupied & ~their.attacks | own.king
    king = own.king.bit_length() - 1
    checkers = board.attackers_mask(their.color, king)
    knight_targets = legal_knight_targets(board, own)
    legal_knights = sum(1 << square for square in set(knight_targets))
    return {
        "knights": own.knights,
        "king": own.king,
        "knight_attacks": own.knight_attacks,
        "knight_attacks_ge2": attackers(own.knights, 2),
        "knight_moves": knight_moves,
        "knight_move_count": sum((BB_KNIGHT_ATTACKS[n] & ~own.all).bit_count() for n in scan_forward(own.knights)),
        "knight_captures": own.knight_attacks & their.all,
        "knight_safe_moves": knight_moves & ~their.pawn_attacks,
        "knight_fill2": knight_fill(own.knights, 2),
        "knight_fill3": knight_fill(own.knights, 3),
        "pawn_attacks": own.pawn_attacks,
        "attacks": own.attacks,
        "king_attacks": own.king_attacks,
        "king_moves": king_moves,
        "king_escapes": escapes,
        "legal_king_moves": king_moves & ~attacks(without_king, their.all),
        "king_escape_lines": escape_lines(own.king, escapes),
        "king_zone_attacked": (own.king | own.king_attacks) & their.attacks,
        "shield_pawns": shield(own.king, own.pawns, own.ahead),
        "open_files": open_files,
        "half_open_files": half_open,
        "forks": forks,
        "forks_ge3": attackers(their.targets, 3),
        "royal_forks": attackers(their.king, 1) & attackers(their.queens, 1),
        "forks_reachable": reachable,
        "forks_safe": reachable & ~their.attacks,
        "forks_setwise_safe": reachable & ~their.pawn_attacks & ~their.knight_attacks,
        "hanging": hanging,
        "undefended_pawns": own.pawns & ~own.attacks,
        "forks_any": attackers(their.targets | their_hanging | their.pawns & ~their.attacks, 2),
        "passers": passers(own.pawns, their.pawns, own.ahead),
        "king_flood": oracle.bits(oracle.distances(coordinates(own.king), oracle.KING, coordinates(path))),
        "shield_index": shield_index(own.king, own.pawns, own.ahead),
        "family_forks": attackers(their.king, 1) & attackers(their.queens, 1) & attackers(their.rooks, 1),
        "knight_safe_reach2": safe_reach(own.knights, 2, safe),
        "knight_safe_reach3": safe_reach(own.knights, 3, safe),
        "knight_uncatchable_passers": knight_uncatchable(
            passers(own.pawns, their.pawns, own.ahead), their.knights, board.turn, own.ahead
        ),
        "distant_checks": distant_checks(
            their.king, their_taboo, own.diagonal, own.straight, own.all, board.occupied
        ),
        "checkers": checkers,
        "pinned": sum(1 << n for n in scan_forward(own.all & ~own.king) if board.is_pinned(own.color, n)),
        "check_mask": check_mask(king, checkers),
        "legal_knight_moves": legal_knights,
        "legal_knight_move_count": len(knight_targets),
        "forks_legal": forks & legal_knights,
    }


def check_mask(king, checkers):
    """Returns the squares on which a move of a piece other than the king ends every check."""
    if checkers.bit_count() > 1:
        return 0
    return checkers | chess.between(king, checkers.bit_length() - 1) if checkers else chess.BB_ALL


def legal_knight_targets(board, own):
    """Returns the target square of each legal knight move of a side, as if it were to move."""
    board = board.copy(stack=False)
    board.turn, board.ep_square = own.color, None
    return [move.to_square for move in board.generate_legal_moves(from_mask=own.knights)]


def attacks(board, pieces):
    """Returns the squares that the pieces on the squares `pieces` attack."""
    found = 0
    for square in scan_forward(pieces):
        found |= board.attacks_mask(square)
    return found


@functools.cache
def attackers(targets, n):
    """Returns the squares from which a knight attacks at least `n` targets."""
    return sum(1 << square for square in SQUARES if (BB_KNIGHT_ATTACKS[square] & targets).bit_count() >= n)


def coordinates(bits):
    return {(square % 8, square // 8) for square in scan_forward(bits)}


# Most of the following functions are cached, because many positions of a game have the same pawns, kings or knights.


@functools.cache
def knight_fill(knights, n):
    return oracle.bits(oracle.fill(coordinates(knights), oracle.KNIGHT, n))


@functools.cache
def escape_lines(king, escapes):
    return oracle.vulnerable_lines(coordinates(king), oracle.BOARD - coordinates(escapes))


@functools.cache
def king_files(king, own, their):
    return [oracle.bits(files) for files in oracle.king_files(*map(coordinates, (king, own, their)))]


@functools.cache
def shield(king, pawns, ahead):
    return oracle.bits(oracle.shield(coordinates(king), coordinates(pawns), ahead))


@functools.cache
def passers(own, their, ahead):
    return oracle.bits(oracle.passed(coordinates(own), coordinates(their), ahead))


def safe_reach(knights, n, safe):
    return oracle.bits(oracle.fill(coordinates(knights), oracle.KNIGHT, n, coordinates(safe)))


@functools.cache
def knight_uncatchable(pawns, their_knights, white_to_move, ahead):
    caught = oracle.caught(coordinates(their_knights), white_to_move, oracle.knight_catches, -ahead)
    return oracle.bits(coordinates(pawns) - caught)


def distant_checks(*sets):
    return oracle.bits(oracle.distant_checks(*map(coordinates, sets)))


@functools.cache
def shield_index(king, pawns, ahead):
    return oracle.shield_index(coordinates(king), coordinates(pawns), ahead)

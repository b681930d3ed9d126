"""Expressions about positions, compared with python-chess and NumPy."""

import chess
import numpy as np
import pytest
import setwise
from conftest import master_boards


@pytest.fixture(scope="module")
def games():
    boards = master_boards()
    return boards, setwise.Positions.from_chess(boards)


def squares(square_set):
    return int(chess.SquareSet(square_set))


def test_sets_are_those_of_python_chess(games):
    boards, positions = games

    def attacked(board):
        knights = board.pieces(chess.KNIGHT, board.turn)
        attacks = 0
        for knight in knights:
            attacks |= int(board.attacks(knight))
        return attacks & squares(board.pieces(chess.QUEEN, not board.turn))

    found = positions.evaluate("knight_attacks(own_knights) & their_queens")
    assert found.dtype == np.uint64
    assert found.tolist() == [attacked(board) for board in boards]
    assert found.any()


def test_numbers_and_truth_values_are_those_of_python_chess(games):
    boards, positions = games
    counts = positions.evaluate("count(their_pawns - file(a))")
    assert counts.dtype == np.int64
    files = ~chess.BB_FILE_A
    assert counts.tolist() == [
        chess.popcount(squares(board.pieces(chess.PAWN, not board.turn)) & files) for board in boards
    ]
    checks = positions.evaluate("in_check and not checkmate")
    assert checks.dtype == np.bool_
    assert checks.tolist() == [board.is_check() and not board.is_checkmate() for board in boards]
    assert positions.evaluate("legal_move_count").tolist() == [board.legal_moves.count() for board in boards]


def test_where_keeps_the_positions_and_their_labels(games):
    boards, positions = games
    kept = positions.where("in_check or count(own_queens) > 1")
    expected = [
        board for board in boards if board.is_check() or len(board.pieces(chess.QUEEN, board.turn)) > 1
    ]
    assert [position.fen() for position in kept] == [position.fen() for position in setwise.Positions.from_chess(expected)]
    assert len(kept.unmoved_rooks) == len(kept) == len(expected) > 0


def test_columns_of_numbers_may_be_negative():
    n = 1000
    scores = np.arange(-500, 500, dtype=np.int16)
    empty = np.zeros(n, np.uint64)
    to_move = np.arange(n) % 2 == 0
    positions = setwise.Positions(*[empty] * 8, to_move, score=scores)
    assert (positions.evaluate("score") == scores).all()
    assert (positions.evaluate("score < -3 or score > 7 and white_to_move") == ((scores < -3) | (scores > 7) & to_move)).all()
    assert len(positions.where("score = -500")) == 1


def test_null_rows_are_masked_and_never_kept():
    positions = setwise.read_fens(["4k3/8/8/8/8/8/8/4K3 w - -", "x", "4k3/8/8/8/8/8/8/K7 b - -"], on_bad="null")
    values = positions.evaluate("count(kings)")
    assert values.mask.tolist() == [False, True, False]
    assert values.tolist() == [2, None, 2]
    assert len(positions.where("not pawns")) == 2


@pytest.mark.parametrize(
    "text, message",
    [
        ("whte_knights", "column 1: 'whte_knights' is not a name; did you mean white_knights"),
        ("pawns &", "column 8: expected a name"),
        ("score > 3", "'score' is not a name"),
        ("knight_fill2(pawns)", "'knight_fill2' is not a function"),
        ("count(pawns) and pawns", "count(pawns) is a number, but a truth value is expected"),
        ("legal_move_count > 3", "depends on castling rights"),
    ],
)
def test_wrong_expressions_are_errors_with_the_place(text, message):
    positions = setwise.read_fens(["4k3/8/8/8/8/8/8/4K3 w - -"])
    with pytest.raises(ValueError) as error:
        positions.evaluate(text)
    assert message in str(error.value)


def test_a_condition_is_no_number():
    positions = setwise.read_fens(["4k3/8/8/8/8/8/8/4K3 w - -"])
    with pytest.raises(ValueError, match="the condition is a number"):
        positions.where("count(pawns)")

"""Compares features with python-chess."""

import chess
import numpy as np
import pytest
from by_chess import features
from conftest import KINDS, master_boards, playouts
from oracle import BOARD, KNIGHT, bits, leap

import setwise

def compare(boards, positions):
    """Compares the features of positions with those that `by_chess.py` computes for the same boards."""
    assert len(boards) == len(positions)
    want = [features(board) for board in boards]
    for name, found in positions.features(*want[0]).items():
        wrong = [n for n, number in enumerate(found.tolist()) if number != want[n][name]]
        assert not wrong, (name, boards[wrong[0]].fen())


def test_twenty_thousand_positions_have_the_features_of_python_chess():
    boards = master_boards()
    boards = boards + playouts(20_000 - len(boards))
    compare(boards, setwise.read_fens([board.fen() for board in boards]))


def test_the_oracle_has_at_least_thirty_features_of_each_side():
    names = features(chess.Board()).keys()
    assert names <= setwise.FEATURES.keys()
    assert all(sum(name.startswith(side) for name in names) >= 30 for side in ("white_", "black_"))


@pytest.mark.parametrize("own", ["white", "black"])
def test_the_largest_number_fits_a_byte(own):
    """Knights on all light squares have the largest number of moves, which must fit into a byte."""
    knights = {(file, rank) for file, rank in BOARD if (file + rank) % 2}
    moves = sum(len(leap({knight}, KNIGHT) - knights) for knight in knights)
    none, sets = np.zeros(1, np.uint64), np.array([bits(knights)], np.uint64)
    sides = dict(white=none, black=none) | {own: sets}
    positions = setwise.Positions(none, sets, none, none, none, none, **sides, white_to_move=[True])
    counts = getattr(positions, f"{own}_knight_move_count")
    assert counts.dtype == np.uint8 and counts.tolist() == [moves] == [168]


@pytest.mark.parametrize("byte", [2, 255])
def test_any_byte_but_0_is_true(byte):
    positions = setwise.Positions.from_chess(master_boards()[:300])
    white = (positions.white_to_move * np.uint8(byte)).view(bool)
    words = [getattr(positions, name) for name in (*KINDS, "white", "black")]
    same = setwise.Positions(*words, white)
    for name, column in positions.features().items():
        np.testing.assert_array_equal(same.features(name)[name], column, err_msg=name)

"""One set of squares: conversions, operators, pictures."""

import xml.etree.ElementTree

import chess
import numpy as np
import pytest

import setwise
from setwise import Board


def test_conversions():
    for value in (0, 5, 2**64 - 1):
        for given in (value, np.uint64(value), Board(value), chess.SquareSet(value)):
            assert (
                int(Board(given)) == value and Board(given) == Board(value) and hash(Board(given)) == hash(Board(value))
            )
    assert Board(-1) == Board(np.int64(-1)) == 2**64 - 1 and Board() == 0
    assert np.asarray(Board(2**63)) == 2**63 and np.asarray(Board(1)).dtype == np.uint64
    assert Board.of("a1", "h8", 1) == 1 << 63 | 3 and Board(5).to_chess() == chess.SquareSet(5)
    assert Board(chess.Board().pieces(chess.KNIGHT, chess.WHITE)) == Board.of("b1", "g1")
    assert setwise.knight_attacks(Board(1)) == 0x20400 and setwise.knight_attacks(Board(1)).dtype == np.uint64


def test_operators_and_members():
    a, b = Board(0b1100), Board(0b1010)
    assert [a & b, a | b, a ^ b, a - b, ~a & 0xF, 1 | a] == [Board(n) for n in (8, 14, 6, 4, 3, 13)]
    assert all(isinstance(board, Board) for board in (a & b, a | 1, 1 ^ a, ~a))
    assert list(Board(1 << 63 | 5)) == [0, 2, 63] and len(a) == 2 and a and not Board()
    assert "c1" in a and 2 in a and "a1" not in a and a.names() == ["c1", "d1"]
    assert a != "a" and a != None and a != b  # noqa: E711


@pytest.mark.parametrize(
    "bad, error",
    [(1.0, TypeError), ("", ValueError), (2**64, ValueError), (-(2**63) - 1, ValueError), (None, TypeError)],
)
def test_values_that_are_not_boards(bad, error):
    with pytest.raises(error):
        Board(bad)


@pytest.mark.parametrize("bad", ["", "e", "e9", "i1", "e44", 64, -1])
def test_values_that_are_not_squares(bad):
    with pytest.raises(ValueError, match="is not a square"):
        Board.of(bad)
    with pytest.raises(ValueError, match="is not a square"):
        bad in Board(1)


def test_pictures():
    board = Board.of("a1", "h8", "e4")
    lines = repr(board).splitlines()
    assert [
        (8 - row, "abcdefgh"[column // 2])
        for row, line in enumerate(lines)
        for column, letter in enumerate(line)
        if letter == "X"
    ] == [(8, "h"), (4, "e"), (1, "a")]
    svg = xml.etree.ElementTree.fromstring(board._repr_svg_())
    circles = [
        (int(circle.get("cx")) // 32, 7 - int(circle.get("cy")) // 32)
        for circle in svg
        if circle.tag.endswith("circle")
    ]
    assert sorted(circles) == [(0, 0), (4, 3), (7, 7)]
    fills = {
        (int(rect.get("x")) // 32, 7 - int(rect.get("y")) // 32): rect.get("fill")
        for rect in svg
        if rect.tag.endswith("rect")
    }
    assert len(fills) == 64 and fills[0, 0] == fills[7, 7] != fills[0, 7]  # a1 and h8 are dark

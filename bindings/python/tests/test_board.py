"""Tests the conversions, operators and pictures of `Board`."""

import operator
import xml.etree.ElementTree
from decimal import Decimal
from fractions import Fraction

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
    assert Board(-1) == Board(np.int64(-1)) == 2**64 - 1 and Board() == 0 and Board(True) == 1
    assert Board(np.array(5)) == 5 and float(Board(5)) == 5.0 and [7, 8, 9][Board(2)] == 9
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


NUMBERS = [0, 5, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**64 + 5, -1, -5, -(2**63), 2**200, True]
NUMBERS += [np.uint64(5), np.uint64(2**64 - 1), np.int64(-1), np.int64(-(2**63)), np.int8(5), np.uint8(5)]


@pytest.mark.parametrize("number", NUMBERS, ids=repr)
@pytest.mark.parametrize("bits", [0, 1, 5, 2**63 - 1, 2**63, 2**64 - 1])
def test_equality_is_that_of_integers(number, bits):
    """Tests that a board equals only the non-negative integer with the same bits, and that both have the same hash."""
    board = Board(bits)
    for found in (board == number, number == board):
        assert found == (bits == int(number))
    for found in (board != number, number != board):
        assert found == (bits != int(number))
    assert type(board == number) is bool
    if board == number:
        assert hash(board) == hash(number) and {number: "found"}[board] == {board: "found"}[number] == "found"
    assert (number in {board}) == (board in [number]) == (bits == int(number))


def test_equality_with_arrays_is_that_of_their_elements():
    for kind, words in [(np.uint64, [5, 2**64 - 1, 0]), (np.int64, [5, -1, 0]), (np.uint8, [5, 255, 0])]:
        array = np.array(words, kind)
        for board in (Board(5), Board(-1), Board()):
            want = [board == int(word) for word in words]
            assert (board == array).tolist() == (array == board).tolist() == want
    assert [Board(5) == other for other in ("5", 5.5, None, [0, 2], {0, 2}, object)] == [False] * 6
    assert Board(5) == chess.SquareSet(5) and chess.SquareSet(5) == Board(5) and Board(5) != chess.SquareSet(4)


def test_operators_with_arrays_and_other_types():
    words = np.array([1, 4, 9, 2**64 - 1], np.uint64)
    for operation in (operator.and_, operator.or_, operator.xor):
        want = [operation(int(word), 5) for word in words]
        assert operation(Board(5), words).tolist() == operation(words, Board(5)).tolist() == want
        assert operation(Board(5), words[:1]).tolist() == want[:1]
        assert operation(Board(5), chess.SquareSet(9)) == operation(5, 9)
        for bad in ("9", b"9", 9.0, np.float32(9), None, Decimal(9), [9]):
            for a, b in [(Board(5), bad), (bad, Board(5))]:
                with pytest.raises(TypeError, match="unsupported operand|not supported"):
                    operation(a, b)
        with pytest.raises(ValueError, match="does not fit into 64 bits"):
            operation(Board(5), 2**64)
    assert 0xFF - Board(5) == Board(0xFF) - 5 == 0xFA and isinstance(0xFF - Board(5), Board)
    for bad in ("1", 1.0, None, words):
        with pytest.raises(TypeError):
            Board(5) - bad


@pytest.mark.parametrize(
    "bad",
    [1.0, np.float32(3.7), np.float64(3), Decimal("3.7"), Fraction(7, 2), "", "5", "e4", b"5", None, [5], 1j]
    + [np.array([5]), np.array([5, 6]), np.array(5.0), np.ma.masked],
    ids=repr,
)
def test_values_that_are_not_integers(bad):
    with pytest.raises(TypeError, match=f"^a set of squares is an integer, not {type(bad).__name__}"):
        Board(bad)


def test_a_name_of_a_square_is_no_set():
    with pytest.raises(TypeError, match="^a set of squares is an integer, not str; Board.of takes names of squares$"):
        Board("e4")


@pytest.mark.parametrize("bad", [2**64, -(2**63) - 1])
def test_integers_that_do_not_fit(bad):
    with pytest.raises(ValueError, match="does not fit into 64 bits"):
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

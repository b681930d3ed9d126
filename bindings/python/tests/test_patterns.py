"""Compares the results of every pattern on every backend with those of `oracle.py`, which works with coordinates."""

import chess
import numpy as np
import pytest
from conftest import sets
from oracle import FLAGS, NUMBERS, SETS, SQUARES, of_row

import setwise

BOARDS = 260  # more than two blocks, and not a multiple of 8


def as_tuple(found):
    return found if isinstance(found, tuple) else (found,)


def inputs_of(name, random, n=BOARDS):
    """Returns columns of inputs for a pattern."""
    nin = getattr(setwise, name).nin
    if name in SQUARES:
        return [random.integers(0, 70, n, dtype=np.uint64) for _ in range(nin)]
    if name in NUMBERS:
        return [*(sets(random, n) for _ in range(nin - 1)), random.integers(0, 10, n, dtype=np.uint64)]
    if name in FLAGS:
        return [sets(random, n), random.integers(0, 3, n, dtype=np.uint64)]
    return [sets(random, n) for _ in range(nin)]


def expected(name, columns):
    """Returns the results of the oracle as lists, one for each result of the pattern."""
    rows = zip(*(column.tolist() for column in columns))
    return [list(result) for result in zip(*(of_row(name, row) for row in rows))]


ALL = sorted(SETS | NUMBERS | FLAGS | SQUARES)


def test_the_oracle_has_every_pattern():
    ufuncs = sorted(name for name in setwise.__all__ if isinstance(getattr(setwise, name), np.ufunc))
    assert ALL == ufuncs, "define each pattern by coordinates in oracle.py"


@pytest.mark.parametrize("name", ALL)
def test_patterns_are_those_of_the_oracle_on_every_backend(name, random):
    columns = inputs_of(name, random)
    want = expected(name, columns)
    for backend in setwise.backends():
        with setwise.use_backend(backend):
            found = as_tuple(getattr(setwise, name)(*columns))
        assert [column.tolist() for column in found] == want, backend


@pytest.mark.parametrize("name", sorted(set(ALL) & set(setwise.counts.__all__)))
def test_counts_are_those_of_the_sets(name, random):
    columns = inputs_of(name, random)
    found = as_tuple(getattr(setwise.counts, name)(*columns))
    assert [column.dtype for column in found] == [np.uint8] * len(found)
    assert [column.tolist() for column in found] == [
        [word.bit_count() for word in want] for want in expected(name, columns)
    ]


def test_every_pattern_of_sets_has_a_count():
    of_sets = {name for name in ALL if {kind[-1] for kind in getattr(setwise, name).types} <= {"L", "Q", "l", "q"}}
    assert set(setwise.counts.__all__) == of_sets


@pytest.mark.parametrize("name", ALL)
def test_signed_arrays_have_the_same_bits(name, random):
    columns = inputs_of(name, random)
    ufunc = getattr(setwise, name)
    unsigned, signed = as_tuple(ufunc(*columns)), as_tuple(ufunc(*(column.view(np.int64) for column in columns)))
    for a, b in zip(unsigned, signed):
        assert b.dtype == (np.int64 if a.dtype == np.uint64 and name not in SQUARES else a.dtype)
        assert a.tolist() == b.view(a.dtype).tolist()


@pytest.mark.parametrize("n", [-(2**63), -1, 0, 127, 128, 129, 130, 1000, 1001, 2**63 - 1])
@pytest.mark.parametrize("name", sorted(NUMBERS))
def test_numbers_may_be_negative_or_huge(name, n, random):
    columns = [sets(random, 60) for _ in range(getattr(setwise, name).nin - 1)]
    (want,) = expected(name, [*columns, np.full(60, max(n, 0), np.uint64)])
    assert getattr(setwise, name)(*columns, np.int64(n)).tolist() == want
    if n >= 0:
        assert getattr(setwise, name)(*columns, np.uint64(n)).tolist() == want


@pytest.mark.parametrize("name", sorted(FLAGS))
def test_flags_may_be_booleans_or_any_numbers(name):
    pieces = np.array([0, 1, 1 << 38, 1 << 38 | 1, 1 << 63, 1 << 15], np.uint64)
    for flag in (False, True):
        (want,) = expected(name, [pieces, np.full(len(pieces), flag, np.uint64)])
        true_or_false = [True, np.bool_(True), 1, 7, np.int64(-1), np.uint64(2**63)] if flag else [False, 0, np.int8(0)]
        for value in true_or_false:
            assert getattr(setwise, name)(pieces, value).tolist() == want, value
        column = np.full(len(pieces), flag)
        assert getattr(setwise, name)(pieces.view(np.int64), column).view(np.uint64).tolist() == want


def test_squares_of_each_type(random):
    numbers = np.array([0, 7, 63, 64, 255])
    want = [[0x20400, 0x402000, 0x0020400000000000, 0, 0]]
    for kind in (np.uint8, np.int16, np.int64, np.uint32, np.uint64):
        assert setwise.knight_attacks_from(numbers.astype(kind)).tolist() == want[0], kind
    assert setwise.knight_attacks_from(np.array([-1, -64, 2**63 - 1])).tolist() == [0, 0, 0]
    assert setwise.knight_attacks_from(np.uint64(2**64 - 1)) == 0


def test_attacks_are_those_of_python_chess(random):
    for square in range(64):
        assert setwise.knight_attacks_from(square) == int(chess.BB_KNIGHT_ATTACKS[square])
        assert setwise.king_attacks_from(square) == int(chess.BB_KING_ATTACKS[square])
        for a in range(64):
            assert setwise.king_distance(a, square) == chess.square_distance(a, square)
            assert setwise.knight_distance(a, square) == chess.square_knight_distance(a, square)
            assert setwise.manhattan_distance(a, square) == chess.square_manhattan_distance(a, square)


def test_total_and_heat(random):
    boards = sets(random, 999).reshape(27, 37)
    flat = boards.ravel().tolist()
    assert setwise.total(boards) == sum(word.bit_count() for word in flat)
    heat = setwise.heat(boards)
    assert heat.shape == (8, 8) and heat.dtype == np.uint64
    assert heat.tolist() == [
        [sum(word >> (8 * rank + file) & 1 for word in flat) for file in range(8)] for rank in range(8)
    ]
    for other in (boards.view(np.int64), boards.astype(">u8"), np.asfortranarray(boards), boards[::-1]):
        assert (setwise.heat(other) == heat).all() and setwise.total(other) == setwise.total(boards)
    assert setwise.total(np.array([], np.uint64)) == 0 and not setwise.heat(np.array([], np.uint64)).any()
    assert setwise.total(-1) == 64 and setwise.total(boards[::2]) == sum(
        map(int.bit_count, boards[::2].ravel().tolist())
    )
    for bad in ([1.5], ["a"], [None]):
        with pytest.raises(TypeError, match="sets of squares are integers, not"):
            setwise.total(bad)

"""Tests ufuncs on arrays of selected lengths and types. `test_any_arrays.py` tests random strides,
addresses and overlaps."""

import ctypes
import pickle

import numpy as np
import pytest
from conftest import sets
from oracle import KNIGHT, bits, leap, squares

import setwise

ATTACKS = np.vectorize(lambda board: bits(leap(squares(int(board)), KNIGHT)), otypes=[np.uint64])
MOVES = lambda knights, own: ATTACKS(knights) & ~np.asarray(own, np.uint64)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 8, 9, 127, 128, 129, 1000, 8191, 8192, 8193])
def test_lengths_around_registers_blocks_and_buffers(n, random):
    knights, own = sets(random, n + 2)[:n], sets(random, n + 2)[:n]
    want = MOVES(knights, own)
    np.testing.assert_array_equal(setwise.knight_moves(knights, own), want)
    np.testing.assert_array_equal(setwise.knight_moves(knights.astype(">u8"), own), want)
    np.testing.assert_array_equal(setwise.knight_moves(np.repeat(knights, 2)[::2], own), want)
    np.testing.assert_array_equal(setwise.knight_moves(knights, own[::-1])[::-1], MOVES(knights[::-1], own))
    np.testing.assert_array_equal(setwise.knight_moves(knights, own[0]), MOVES(knights, own[0]))


def test_sums_of_unaligned_words(random):
    words = sets(random, 300)
    unaligned = np.zeros(8 * 300 + 3, np.uint8)[3:].view(np.uint64)
    unaligned[:] = words
    assert not unaligned.flags.aligned
    assert setwise.total(unaligned) == setwise.total(unaligned.view(np.int64)) == setwise.total(words)
    np.testing.assert_array_equal(setwise.heat(unaligned), setwise.heat(words))


@pytest.mark.parametrize("n", [130, 20_000])
def test_in_place(n, random):
    words, own = sets(random, n), sets(random, n)
    array = words.copy()
    assert setwise.knight_moves(array, own, out=array) is array
    np.testing.assert_array_equal(array, MOVES(words, own))


@pytest.mark.parametrize("n", [1, 2, 3, 127, 300])
def test_results_that_are_the_next_input(n, random):
    words = sets(random, n + 2)[:n]
    want = [words[0]]
    for word in words[1:]:
        want.append(MOVES(want[-1], word))
    assert setwise.knight_moves.reduce(words) == want[-1]
    np.testing.assert_array_equal(setwise.knight_moves.accumulate(words), want)
    np.testing.assert_array_equal(setwise.knight_moves.accumulate(words[::-1][::-1]), want)
    assert setwise.knight_moves.reduceat(words, [0]) == want[-1]
    columns = np.stack([words, words[::-1]], axis=1)
    np.testing.assert_array_equal(setwise.knight_moves.accumulate(columns)[:, 0], want)
    assert setwise.knight_moves.reduce(columns)[0] == want[-1]


def test_types_are_cast_as_numpy_does(random):
    small = random.integers(0, 250, 100)
    want = ATTACKS(small.astype(np.uint64))
    for kind in (bool, np.uint8, np.uint16, np.uint32, np.uint64, np.int8, np.int16, np.int32, np.int64):
        array = (small % 2 if kind is bool else small % 100 if kind is np.int8 else small).astype(kind)
        found = setwise.knight_attacks(array)
        assert found.dtype == (np.int64 if np.dtype(kind).kind == "i" else np.uint64)
        np.testing.assert_array_equal(found.view(np.uint64), ATTACKS(array.astype(np.uint64)))
    np.testing.assert_array_equal(setwise.knight_attacks(small, dtype=np.int64).view(np.uint64), want)
    longlong = np.array([2, 3], np.ulonglong)
    np.testing.assert_array_equal(setwise.knight_attacks(longlong), ATTACKS(longlong))


def test_python_integers_take_the_type_of_the_array(random):
    words = sets(random, 50)
    for n in (0, 0xFFFF, 2**63, 2**64 - 1):
        np.testing.assert_array_equal(setwise.knight_moves(words, n), MOVES(words, n))
    assert setwise.knight_attacks(2**63) == setwise.knight_attacks(np.uint64(2**63)) == ATTACKS(2**63)
    np.testing.assert_array_equal(setwise.knight_moves(words, setwise.Board(255)), MOVES(words, 255))


def test_scalars_lists_and_empty_arrays():
    assert isinstance(setwise.knight_attacks(np.uint64(1)), np.uint64)
    assert setwise.knight_attacks(np.array(1, np.uint64)).shape == ()
    assert setwise.knight_attacks([[1, 2], [3, 4]]).shape == (2, 2)
    for shape in [(0,), (0, 3), (3, 0, 2)]:
        assert setwise.knight_attacks(np.zeros(shape, np.uint64)).shape == shape
        assert setwise.counts.knight_attacks(np.zeros(shape, np.uint64)).dtype == np.uint8


@pytest.mark.parametrize("nothing", [[], (), [[]], np.zeros(0, np.uint64), np.zeros((3, 0), np.int64)], ids=repr)
def test_sums_of_nothing_are_zero(nothing):
    assert setwise.total(nothing) == 0 and setwise.heat(nothing).shape == (8, 8) and not setwise.heat(nothing).any()


def test_memory_of_others():
    buffer = (ctypes.c_uint64 * 3)(1, 2, 3)
    np.testing.assert_array_equal(setwise.knight_attacks(np.frombuffer(buffer, np.uint64)), ATTACKS([1, 2, 3]))
    array = np.frombuffer(bytes(16), np.uint64)
    with pytest.raises(ValueError, match="read-only"):
        setwise.knight_attacks(array, out=array)


def test_subclasses_and_methods():
    masked = np.ma.MaskedArray([1, 2], mask=[False, True], dtype=np.uint64)
    assert isinstance(setwise.knight_attacks(masked), np.ma.MaskedArray)
    np.testing.assert_array_equal(setwise.knight_moves.outer([1, 2], [0, 1 << 10])[:, 1] >> 10 & 1, [0, 0])
    array = np.array([1, 2, 4], np.uint64)
    setwise.knight_attacks.at(array, [0, 2])
    np.testing.assert_array_equal(array, [*ATTACKS([1]), 2, *ATTACKS([4])])


@pytest.mark.parametrize("ufunc", [setwise.knight_attacks, setwise.king_files, setwise.counts.knight_attacks])
def test_ufuncs_can_be_pickled(ufunc):
    assert pickle.loads(pickle.dumps(ufunc)) is ufunc

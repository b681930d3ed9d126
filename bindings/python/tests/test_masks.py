"""Tests that masked elements of arrays are ignored, whatever data they hide."""

import numpy as np
import pytest
from conftest import KINDS, START, sets

import setwise


def squares(boards):
    """Returns, for each square, the number of boards that contain it. None stands for a masked board."""
    heat = np.zeros((8, 8), np.uint64)
    for board in boards:
        for square in range(64) if board is not None else ():
            heat[square // 8, square % 8] += board >> square & 1
    return heat


@pytest.mark.parametrize("kind", [np.uint64, np.int64])
@pytest.mark.parametrize("shape", [(300,), (20, 15), (3, 10, 10)])
def test_sums_leave_masked_elements_out(kind, shape, random):
    words = sets(random, 300)
    mask = random.integers(0, 3, 300) == 0
    masked = np.ma.MaskedArray(words.view(kind).reshape(shape), mask.reshape(shape))
    want = squares(None if hidden else int(word) for word, hidden in zip(words, mask))
    for array in (masked, masked.T, masked[::-1]):
        np.testing.assert_array_equal(setwise.heat(array), want)
        assert setwise.total(array) == want.sum()
    np.testing.assert_array_equal(masked.data, words.view(kind).reshape(shape))
    assert setwise.total(np.ma.MaskedArray(words.view(kind), True)) == 0


def test_arrays_without_masked_elements():
    words = np.arange(10, dtype=np.uint64)
    for masked in (np.ma.MaskedArray(words), np.ma.MaskedArray(words, False), np.ma.MaskedArray(words, [False] * 10)):
        assert setwise.total(masked) == setwise.total(words) == sum(map(int.bit_count, range(10)))
        positions = setwise.Positions(masked, *[words] * 7, words > 3)
        assert np.shares_memory(positions.pawns, words) and positions.valid is None


def test_sums_of_features_leave_nulls_out():
    positions = setwise.read_fens([START, None, None], on_bad="null", rights=True)
    alone = setwise.read_fens([START], rights=True)
    for name in setwise.FEATURES:
        feature = getattr(positions, name)
        if feature.dtype == np.uint64:
            assert setwise.total(feature) == setwise.total(getattr(alone, name)), name
    hidden = np.ma.MaskedArray([1, 2**64 - 1], [False, True], np.uint64)
    assert setwise.total(setwise.knight_attacks(hidden)) == 2 and setwise.total(hidden) == 1


def test_masked_rows_are_not_selected():
    """A masked element of a mask must select no row, even if its hidden value is True."""
    positions = setwise.read_fens([START, None, "8/8/4k3/8/8/4K3/8/8 b - -"], on_bad="null")
    mask = positions.white_knight_move_count < 3
    assert mask.data.tolist() == [False, True, True] and mask.mask.tolist() == [False, True, False]
    found = positions[mask]
    assert len(found) == 1 and found[0].fen() == "8/8/4k3/8/8/4K3/8/8 b - -"
    assert len(positions[~mask]) == 1 and len(positions[mask.data]) == 2
    assert len(positions[np.ma.MaskedArray([True] * 3)]) == 3
    with pytest.raises(IndexError, match="^the numbers of rows have masked elements$"):
        positions[np.ma.MaskedArray([0, 1], [False, True])]
    assert len(positions[np.ma.MaskedArray([0, 2])]) == 2


def test_masked_columns_become_nulls():
    positions = setwise.read_fens([START, None, START], on_bad="null")
    again = setwise.Positions(**positions.arrays())
    assert again.valid.tolist() == [True, False, True] and again[1] is None and again[2] == positions[2]
    columns = setwise.read_fens([START] * 4).arrays()
    columns["pawns"] = np.ma.MaskedArray(columns["pawns"], [False, True, False, False])
    columns["white_to_move"] = np.ma.MaskedArray(columns["white_to_move"], [False, False, True, False])
    some = setwise.Positions(**columns, valid=[False, True, True, True], score=np.ma.MaskedArray([0, 0, 0, 99]))
    assert some.valid.tolist() == [False, False, False, True]
    assert some.pawns[1] == 0 and not some.white_to_move[2] and some.score[3] == 99
    assert some.white_knight_move_count.tolist() == [None, None, None, 4]
    far = np.ma.MaskedArray([1, 10**6, 3, 4], [False, True, False, False])
    assert setwise.Positions(**columns, score=far).score.tolist() == [1, 0, 3, 4]
    assert all(getattr(again, name)[1] == 0 for name in KINDS)
    with pytest.raises(ValueError, match="different lengths"):
        setwise.Positions(**(columns | {"kings": np.ma.MaskedArray([1, 2], [True, False], np.uint64)}))

"""Sums over whole arrays."""

import numpy as np

from . import _setwise
from ._columns import to_array


def total(boards):
    """Returns the total number of squares in all sets. A square counts once for each set that contains it.

    Parameters
    ----------
    boards : array_like of uint64 or int64
        Sets of squares in an array of any shape, a1 = bit 0, h8 = bit 63. Masked elements are
        ignored.

    >>> import setwise
    >>> setwise.total([0x42, 0xFF])
    10
    """
    return _setwise.total(words(boards))


def heat(boards):
    """Returns, for each square, the number of sets that contain it.

    Parameters
    ----------
    boards : array_like of uint64 or int64
        Sets of squares in an array of any shape, a1 = bit 0, h8 = bit 63. Masked elements are
        ignored.

    Returns
    -------
    uint64 array of shape (8, 8)
        The first index is the rank and the second is the file: [0, 0] is a1, [0, 7] is
        h1, [7, 0] is a8. With Matplotlib, pass `origin="lower"` to `imshow`, so that
        rank 1 is at the bottom.

    >>> import setwise
    >>> setwise.heat([0x42, 0x02])[0]
    array([0, 2, 0, 0, 0, 0, 1, 0], dtype=uint64)
    """
    return _setwise.heat(words(boards)).reshape(8, 8)


def words(boards):
    """Returns sets as a contiguous, aligned column of uint64. The sets are copied only if necessary.

    Masked elements become empty sets.
    """
    return flat(sets(boards))


def sets(boards):
    """Returns sets as an array of uint64 of the same shape. The sets are copied only if necessary.

    Masked elements become empty sets.
    """
    array = to_array(boards)
    if np.can_cast(array.dtype, np.uint64):
        return array.astype(np.uint64, copy=False)
    if np.can_cast(array.dtype, np.int64):
        return array.astype(np.int64, copy=False).view(np.uint64)
    raise TypeError(f"sets of squares are integers, not {array.dtype}")


def flat(array):
    """Returns an array of uint64 as a contiguous, aligned column. It is copied only if necessary."""
    return np.require(array, np.uint64, "CA").reshape(-1)

"""Lists of squares, and lists of pairs of squares such as moves."""

import operator
from typing import NamedTuple

import numpy as np

from . import _setwise
from ._arrays import flat, sets

NO_SQUARE = 64
"""The number in a padded array after the end of a list."""


class Squares(NamedTuple):
    """The squares of several sets, one list after another.

    The squares of set `i` are `values[offsets[i]:offsets[i + 1]]`, as in a list
    column of Arrow.
    """

    values: np.ndarray
    """The squares as uint8, a1 = 0, h8 = 63."""
    offsets: np.ndarray
    """The offsets as int64, one more than there are sets."""


class Pairs(NamedTuple):
    """Pairs of squares of several boards, one list after another.

    The pairs of board `i` have the indices from `offsets[i]` up to and without
    `offsets[i + 1]`.
    """

    sources: np.ndarray
    """The squares of the pieces as uint8, a1 = 0, h8 = 63."""
    targets: np.ndarray
    """The squares that the pieces attack, as uint8."""
    offsets: np.ndarray
    """The offsets as int64, one more than there are boards."""


def squares(boards, *, padded=False, width=None):
    """Returns the squares of each set in ascending order, as lists or as a padded array.

    Parameters
    ----------
    boards : array_like of uint64 or int64
        Sets of squares in an array of any shape, a1 = bit 0, h8 = bit 63. Masked elements are
        empty sets.
    padded : bool
        If true, the result is an array with one row for each set. After the squares of the
        set, the row is filled with 64, which is not a square.
    width : int, optional
        The number of columns of the padded array. By default, it is the number of squares of
        the largest set. A set with more than `width` squares raises a ValueError.

    Returns
    -------
    Squares, or a uint8 array of shape `(*boards.shape, width)`
        `Squares` is a named tuple of two arrays: the squares of all sets as uint8, and the
        offsets of the lists as int64. The sets of an array with several dimensions are listed
        in C order.

    >>> import setwise
    >>> values, offsets = setwise.squares([0x42, 0, 1 << 35])
    >>> values, offsets
    (array([ 1,  6, 35], dtype=uint8), array([0, 2, 2, 3]))
    >>> setwise.squares([0x42, 0, 1 << 35], padded=True)
    array([[ 1,  6],
           [64, 64],
           [35, 64]], dtype=uint8)
    """
    boards = sets(boards)
    lists = Squares(*_setwise.list_squares(flat(boards)))
    if not is_padded(padded, width):
        return lists
    rows = pad([lists.values], lists.offsets, width)[..., 0]
    return rows.reshape(*boards.shape, rows.shape[1])


def knight_pairs(knights, targets, *, padded=False, width=None):
    """Returns each knight with each target that it attacks, as lists or as a padded array.

    Parameters
    ----------
    knights, targets : array_like of uint64 or int64
        Sets of squares in arrays that are broadcast, a1 = bit 0, h8 = bit 63. A board that is
        masked in either array has no pairs.
    padded : bool
        If true, the result is an array with one row of pairs for each board. After the pairs
        of the board, the row is filled with 64, which is not a square.
    width : int, optional
        The number of pairs in each row of the padded array. By default, it is the length of
        the longest list. A board with more than `width` pairs raises a ValueError.

    Returns
    -------
    Pairs, or a uint8 array of shape `(*boards.shape, width, 2)`
        `Pairs` is a named tuple of three arrays: the squares of the knights, the squares of
        the targets, and the offsets of the lists. The pairs of a board are ordered by the
        knight, then by the target. The last index of the padded array is 0 for the knight and
        1 for the target.

    >>> import setwise
    >>> setwise.knight_pairs(0x42, 0x50800)  # knights b1 and g1, targets a3, c3 and d2
    Pairs(sources=array([1, 1, 1], dtype=uint8), targets=array([11, 16, 18], dtype=uint8), offsets=array([0, 3]))
    """
    return pairs(False, knights, targets, padded, width)


def king_pairs(kings, targets, *, padded=False, width=None):
    """Returns each king with each target that it attacks, as lists or as a padded array.

    See `knight_pairs` for the parameters and the result.

    >>> import setwise
    >>> setwise.king_pairs(0x10, 0xFF28).targets  # a king on e1
    array([ 3,  5, 11, 12, 13], dtype=uint8)
    """
    return pairs(True, kings, targets, padded, width)


def knight_move_list(knights, own, *, padded=False, width=None):
    """Returns the moves of knights: each knight with each square that it attacks and that has no own piece.

    Pins and checks are not considered. For legal moves of White, pass
    `positions.white_knights & ~positions.white_pinned` and
    `positions.white_legal_knight_moves` to `knight_pairs`. See `knight_pairs` for the
    parameters and the result.

    >>> import setwise
    >>> setwise.knight_move_list([0x42], [0xFFFF], padded=True).tolist()  # b1a3 b1c3 g1f3 g1h3
    [[[1, 16], [1, 18], [6, 21], [6, 23]]]
    """
    return pairs(False, knights, others(own), padded, width)


def king_move_list(kings, own, *, padded=False, width=None):
    """Returns the moves of kings: each king with each square that it attacks and that has no own piece.

    Castling and the attacks of the other side are not considered. For legal moves of White
    without castling, pass `positions.white_king` and `positions.white_legal_king_moves` to
    `king_pairs`. See `knight_pairs` for the parameters and the result.

    >>> import setwise
    >>> setwise.king_move_list(0x10, 0xEFFF).targets  # a king on e1, own pieces around it except on e2
    array([12], dtype=uint8)
    """
    return pairs(True, kings, others(own), padded, width)


def others(own):
    """Returns the squares that are not in sets. The result is empty for masked elements."""
    return np.where(np.ma.getmaskarray(own), np.uint64(0), ~sets(own))


def pairs(kings, pieces, targets, padded, width):
    pieces, targets = np.broadcast_arrays(sets(pieces), sets(targets))
    lists = Pairs(*_setwise.list_pairs(kings, flat(pieces), flat(targets)))
    if not is_padded(padded, width):
        return lists
    rows = pad([lists.sources, lists.targets], lists.offsets, width)
    return rows.reshape(*pieces.shape, *rows.shape[1:])


def is_padded(padded, width):
    if width is not None and not padded:
        raise ValueError("width is only for padded=True")
    return padded


def pad(columns, offsets, width):
    """Returns an array of shape (lists, width, columns), filled with `NO_SQUARE` after the end of each list."""
    lengths = np.diff(offsets)
    longest = int(lengths.max(initial=0))
    width = longest if width is None else operator.index(width)
    if width < longest:
        row = int(lengths.argmax())
        raise ValueError(f"the list of board {row} has {longest} elements, more than the width {width}")
    array = np.full((len(lengths), width, len(columns)), NO_SQUARE, np.uint8)
    present = np.arange(width) < lengths[:, np.newaxis]
    for place, column in enumerate(columns):
        array[present, place] = column
    return array

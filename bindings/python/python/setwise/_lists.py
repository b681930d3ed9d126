"""Lists of squares, and lists of pairs of squares such as moves."""

import operator
from typing import NamedTuple

import numpy as np

from . import _setwise
from ._arrays import flat, sets

NO_SQUARE = 64
"""The number that fills the rows of a padded array after the end of each list."""


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

    The pairs of board `i` have the indices from `offsets[i]` up to, but not
    including, `offsets[i + 1]`.
    """

    sources: np.ndarray
    """The squares of the pieces as uint8, a1 = 0, h8 = 63."""
    targets: np.ndarray
    """The squares that the pieces attack, as uint8."""
    offsets: np.ndarray
    """The offsets as int64, one more than there are boards."""


class PairKinds(NamedTuple):
    """Pairs of squares of several boards with their kinds, one list after another.

    The pairs of board `i` have the indices from `offsets[i]` up to, but not
    including, `offsets[i + 1]`.
    """

    sources: np.ndarray
    """The squares of the pieces as uint8, a1 = 0, h8 = 63."""
    targets: np.ndarray
    """The squares that the pieces attack, as uint8."""
    kinds: np.ndarray
    """The kinds from 0 to 15 as uint8."""
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
        If true, the result is an array with one row for each set. The rest of the row after the
        squares of the set is filled with 64, which is not a square.
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
        If true, the result is an array with one row of pairs for each board. The rest of the row
        after the pairs of the board is filled with 64, which is not a square.
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


def pair_kinds(pawns, knights, bishops, rooks, queens, kings, own, their):
    """Returns each knight and king of one side with each square that it attacks, and the kind of each pair.

    Parameters
    ----------
    pawns, knights, bishops, rooks, queens, kings : array_like of uint64 or int64
        The pieces of both sides, in arrays that are broadcast, a1 = bit 0, h8 = bit 63. A board
        that is masked in any array has no pairs.
    own, their : array_like of uint64 or int64
        All pieces of the side whose attacks are listed, and all pieces of the other side.

    Returns
    -------
    PairKinds
        A named tuple of four arrays. The pairs of a board are ordered by the piece, then by the
        target. Kinds 0 to 5 are attacks of a knight on a pawn, knight, bishop, rook, queen and
        king of the other side. Kind 6 is an attack on an own piece, and kind 7 on an empty square.
        Kinds 8 to 15 are the same attacks of a king.

    >>> import setwise
    >>> kinds = setwise.pair_kinds(0, 0x2, 0, 0, 1 << 18, 0x10, 0x12, 1 << 18)  # b1, e1, and a queen on c3
    >>> kinds.targets, kinds.kinds
    (array([11, 16, 18,  3,  5, 11, 12, 13], dtype=uint8), array([ 7,  7,  4, 15, 15, 15, 15, 15], dtype=uint8))
    """
    arrays = (pawns, knights, bishops, rooks, queens, kings, own, their)
    masked = np.any(np.broadcast_arrays(*(np.ma.getmaskarray(array) for array in arrays)), axis=0)
    boards = np.broadcast_arrays(masked, *(sets(array) for array in arrays))[1:]
    *pieces, own, their = (flat(np.where(masked, np.uint64(0), board)) for board in boards)
    knights, kings, everywhere = pieces[1] & own, pieces[5] & own, np.full(own.shape, ~np.uint64(0))
    of_knights = Pairs(*_setwise.list_pairs(False, knights, everywhere))
    of_kings = Pairs(*_setwise.list_pairs(True, kings & ~knights, everywhere))

    # The Rust library lists both in one pass. With that loop for every backend, the package would
    # be larger.
    board = np.concatenate([np.repeat(np.arange(own.size), np.diff(lists.offsets)) for lists in (of_knights, of_kings)])
    is_king = np.repeat([False, True], [of_knights.targets.size, of_kings.targets.size])
    sources, targets = (np.concatenate(columns) for columns in zip(of_knights[:2], of_kings[:2]))
    order = np.lexsort((targets, sources, board))
    board, is_king, sources, targets = board[order], is_king[order], sources[order], targets[order]
    kinds = np.full(targets.shape, 7, np.uint8)
    for kind, squares_of_kind in reversed(list(enumerate([*(piece & their for piece in pieces), own]))):
        kinds[(squares_of_kind[board] >> targets.astype(np.uint64)) & np.uint64(1) == 1] = kind
    return PairKinds(sources, targets, kinds + np.uint8(8) * is_king, of_knights.offsets + of_kings.offsets)


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

"""Ufuncs that return the number of squares in each result of a pattern.

Each ufunc has the name of its pattern in `setwise`, and returns uint8. It keeps
the sets only in a small buffer, so it takes less time than counting the squares
of stored sets.

>>> import setwise
>>> setwise.counts.knight_moves(0x42, 0xFFFF)
np.uint8(4)
"""

from . import _setwise

globals().update(_setwise.counts)


def __getattr__(name):
    raise AttributeError(_setwise.unknown_name("pattern", name, list(_setwise.counts)))


__all__ = sorted(_setwise.counts)

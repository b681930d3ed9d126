"""The number of squares in the results of each pattern, as ufuncs.

The names are those of the patterns in `setwise`; the results are uint8. The
sets are never stored, so this takes less time than counting them afterwards.

>>> import setwise
>>> setwise.counts.knight_moves(0x42, 0xFFFF)
np.uint8(4)
"""

from . import _setwise

globals().update(_setwise.counts)


def __getattr__(name):
    raise AttributeError(_setwise.unknown_name("pattern", name, list(_setwise.counts)))


__all__ = sorted(_setwise.counts)

"""Chess patterns on bitboards as NumPy ufuncs.

A bitboard is a set of squares in 64 bits, a1 = bit 0, h8 = bit 63. Every
pattern is a ufunc that takes arrays of any shape and broadcasts them. It
uses vector registers to process several boards at once.

>>> import numpy as np, setwise
>>> knights = np.array([0x42, 1 << 28], dtype=np.uint64)
>>> setwise.popcount(setwise.knight_attacks(knights))
array([6, 8], dtype=uint8)

The ufuncs in the module `counts` return only the number of squares in each
result. `total` counts the squares in all sets of an array. `heat` counts, for
each square, the sets that contain it. `squares` lists the squares of each set,
and `knight_move_list` lists moves. `Board` draws a set of squares.
`read_fens` reads positions, which have features such as `white_forks_safe`, and
`read_games` reads the positions of games in PGN.
"""

from . import _setwise, counts
from ._arrays import heat, total
from ._backends import use_backend
from ._board import Board
from ._columns import FURTHER_COLUMNS, NO_RESULT
from ._lists import (
    NO_SQUARE,
    PairKinds,
    Pairs,
    Squares,
    king_move_list,
    king_pairs,
    knight_move_list,
    knight_pairs,
    pair_kinds,
    squares,
)
from ._positions import FEATURES, Position, Positions
from ._reading import read_fens, read_games, read_packed
from ._setwise import __version__, backend, backends

NO_PATH = 64
"""The number of steps if no path exists, and the distance if a number is not a square from 0 to 63."""

globals().update(_setwise.patterns)


def __getattr__(name):
    raise AttributeError(_setwise.unknown_name("pattern", name, list(_setwise.patterns)))


__all__ = [
    "FEATURES",
    "FURTHER_COLUMNS",
    "NO_PATH",
    "NO_RESULT",
    "NO_SQUARE",
    "Board",
    "PairKinds",
    "Pairs",
    "Position",
    "Positions",
    "Squares",
    "__version__",
    "backend",
    "backends",
    "counts",
    "heat",
    "king_move_list",
    "king_pairs",
    "knight_move_list",
    "knight_pairs",
    "pair_kinds",
    "read_fens",
    "read_games",
    "read_packed",
    "squares",
    "total",
    "use_backend",
    *sorted(_setwise.patterns),
]

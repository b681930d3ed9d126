"""One set of squares, and pictures of boards for notebooks."""

import operator

import numpy as np

from . import _setwise

_FILES = "abcdefgh"


class Board:
    """A set of squares: a1 = bit 0, h8 = bit 63.

    The constructor accepts an integer, or any object with `__index__`, such as a
    NumPy integer or a `SquareSet` of python-chess. A negative integer stands for its
    64 bits as an int64, so -1 is the whole board. The ufuncs accept a board as a
    scalar of type uint64.

    A board is equal to the non-negative integer with the same bits, and has the
    same hash as that integer.

    >>> import setwise
    >>> board = setwise.Board.of("b1", "g1")
    >>> hex(board)
    '0x42'
    >>> board | setwise.Board.of("e4")
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . X . . .
    . . . . . . . .
    . . . . . . . .
    . X . . . . X .
    >>> list(board), "g1" in board
    ([1, 6], True)
    """

    __slots__ = ("_bits",)

    def __init__(self, squares=0):
        try:
            bits = operator.index(squares)
        except TypeError:
            hint = "; Board.of takes names of squares" if isinstance(squares, str) else ""
            raise TypeError(f"a set of squares is an integer, not {type(squares).__name__}{hint}") from None
        if not -(1 << 63) <= bits < 1 << 64:
            raise ValueError(f"{bits} does not fit into 64 bits")
        self._bits = bits & (1 << 64) - 1

    @classmethod
    def of(cls, *squares):
        """Returns the set of these squares. Each one is a name such as "e4", or a number from 0 (a1) to 63 (h8)."""
        bits = 0
        for square in squares:
            bits |= 1 << _number(square)
        return cls(bits)

    def to_chess(self):
        """Returns the set as a `SquareSet` of python-chess, which must be installed."""
        import chess

        return chess.SquareSet(self._bits)

    def names(self):
        """Returns the names of the squares, from a1 to h8."""
        return [f"{_FILES[square % 8]}{square // 8 + 1}" for square in self]

    def __int__(self):
        return self._bits

    __index__ = __int__

    def __array__(self, dtype=None, copy=None):
        if copy is False:
            raise ValueError("a board is always copied to an array")
        return np.array(self._bits, dtype=np.uint64 if dtype is None else dtype)

    def __iter__(self):
        bits = self._bits
        while bits:
            yield (bits & -bits).bit_length() - 1
            bits &= bits - 1

    def __len__(self):
        return self._bits.bit_count()

    def __contains__(self, square):
        return bool(self._bits >> _number(square) & 1)

    def __eq__(self, other):
        if isinstance(other, Board):
            return self._bits == other._bits
        return self._bits == int(other) if isinstance(other, (int, np.integer)) else NotImplemented

    def __hash__(self):
        return hash(self._bits)

    def __and__(self, other):
        return self._combined(operator.and_, other)

    def __or__(self, other):
        return self._combined(operator.or_, other)

    def __xor__(self, other):
        return self._combined(operator.xor, other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    # `board - array` raises a TypeError, because NumPy would subtract numbers and not sets.
    def __sub__(self, other):
        return Board(self._bits & ~Board(other)._bits)

    def __rsub__(self, other):
        return Board(other) - self

    def _combined(self, operation, other):
        """Returns the board that results from an operation on the bits of both operands.

        Returns NotImplemented if the other operand is not an integer. If that operand is an array, NumPy then combines
        each of its elements with the board.
        """
        try:
            return Board(operation(self._bits, Board(other)._bits))
        except TypeError:
            return NotImplemented

    def __invert__(self):
        return Board(~self._bits & (1 << 64) - 1)

    def __repr__(self):
        return _setwise.picture(self._bits)

    def _repr_svg_(self):
        return svg({square: None for square in self})


def _number(square):
    """Returns the number of a square that is given by name or number."""
    if isinstance(square, str):
        if len(square) != 2 or square[0] not in _FILES or square[1] not in "12345678":
            raise ValueError(f"{square!r} is not a square such as e4")
        return _FILES.index(square[0]) + 8 * (int(square[1]) - 1)
    number = operator.index(square)
    if not 0 <= number < 64:
        raise ValueError(f"{number} is not a square from 0 to 63")
    return number


_SIZE = 32
_LIGHT, _DARK, _MARK = "#f0d9b5", "#b58863", "#1f3a5f"


def svg(squares):
    """Draws a board as SVG. `squares` maps the number of a square to the letter on it, or to None for a mark."""
    side = 8 * _SIZE
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {side} {side}">']
    for square in range(64):
        file, rank = square % 8, square // 8
        x, y = file * _SIZE, (7 - rank) * _SIZE
        color = _DARK if (file + rank) % 2 == 0 else _LIGHT
        parts.append(f'<rect x="{x}" y="{y}" width="{_SIZE}" height="{_SIZE}" fill="{color}"/>')
        if square not in squares:
            continue
        x, y = x + _SIZE // 2, y + _SIZE // 2
        letter = squares[square]
        if letter is None:
            parts.append(f'<circle cx="{x}" cy="{y}" r="{_SIZE // 4}" fill="{_MARK}"/>')
        else:
            text = f'font-size="{_SIZE * 7 // 8}" text-anchor="middle" dominant-baseline="central" fill="#000"'
            parts.append(f'<text x="{x}" y="{y}" {text}>{letter}</text>')
    return "".join(parts) + "</svg>"

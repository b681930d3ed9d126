"""Positions as columns."""

from itertools import count

import numpy as np

from . import _setwise
from ._board import svg
from ._columns import (
    COLUMNS,
    FURTHER_COLUMNS,
    NO_RESULT,
    check_known,
    to_arrow,
    to_flags,
    to_nullable,
    to_numbers,
    to_rows,
    to_sets,
    with_masked_nones,
    without_masked_rows,
)

FEATURES = {name: definition for name, definition, _ in _setwise.feature_table()}
"""Maps the name of each feature of positions to its definition."""

_NEED_RIGHTS = frozenset(name for name, _, needs_rights in _setwise.feature_table() if needs_rights)
_RIGHTS = ("unmoved_rooks", "en_passant")
_NUMBERS = tuple(name for name in FURTHER_COLUMNS if name not in _RIGHTS)


class Positions:
    """Chess positions as columns: position `i` is element `i` of each array.

    `pawns`, `knights`, `bishops`, `rooks`, `queens` and `kings` are sets of the pieces of both
    sides. `white` and `black` are sets of all pieces of a side. These eight columns are uint64
    with a1 = bit 0. `white_to_move` is an array of bool.

    A row that was not a position is null: its board is empty, and `valid` is False for it.
    If `valid` is None, no row is null. The constructor also accepts masked arrays, such as those
    that `arrays` returns. A row that is masked in one of the nine columns becomes null.

    Unmasked arrays that have the type of their column are not copied. The arrays of a
    slice are views.

    Positions may also have labels, such as `score` from packed formats. `FURTHER_COLUMNS`
    lists the labels. The constructor takes them as keyword arguments. A result that is
    masked or None becomes `NO_RESULT`. Any other label must not be masked or None, except in
    a null row. Reading a label that the positions do not have raises an AttributeError.

    Every feature is an attribute, such as `positions.white_forks_safe`. `FEATURES`
    lists the features. `legal_move_count`, `checkmate` and `stalemate` need the labels
    `unmoved_rooks` and `en_passant`, which `read_fens` reads with `rights=True`.

    `details` is a dict of further columns, such as the tags and clocks of games that
    `read_games` read. Texts are arrays of objects, each a str or None. Numbers are arrays of
    float64, in which NaN stands for a missing number. Slices of the positions have slices of
    the details, and tables have the details as their last columns.

    >>> import setwise
    >>> positions = setwise.read_fens(["8/8/4k3/8/8/4K3/4N3/8 b - -", "7k/8/8/8/8/8/8/K7 w - -"])
    >>> len(positions), positions.white_knight_move_count
    (2, array([6, 0], dtype=uint8))
    >>> positions[0]
    . . . . . . . .
    . . . . . . . .
    . . . . k . . .
    . . . . . . . .
    . . . . . . . .
    . . . . K . . .
    . . . . N . . .
    . . . . . . . .
    black to move
    >>> len(positions[positions.white_to_move])
    1
    """

    __slots__ = ("_columns", "_labels", "details", "valid", "white_to_move")

    def __init__(
        self, pawns, knights, bishops, rooks, queens, kings, white, black, white_to_move, valid=None, **labels
    ):
        columns = (pawns, knights, bishops, rooks, queens, kings, white, black)
        self._columns = tuple(to_sets(name, column) for name, column in zip(COLUMNS, columns))
        labels = {name: with_masked_nones(column) for name, column in labels.items()}
        self.white_to_move = to_flags("white_to_move", white_to_move)
        self.valid = None if valid is None else to_flags("valid", valid)
        self._labels = {name: to_numbers(name, column) for name, column in labels.items()}
        self.details = {}
        lengths = {len(column) for column in (*self._columns, self.white_to_move, *self._labels.values())}
        if self.valid is not None:
            lengths.add(len(self.valid))
        if len(lengths) != 1:
            raise ValueError(f"columns of different lengths: {sorted(lengths)}")
        self.valid = without_masked_rows(self.valid, (*columns, white_to_move))
        for name, column in labels.items():
            check_known(name, column, self.valid)

    @classmethod
    def from_chess(cls, boards):
        """Converts an iterable of python-chess boards to positions.

        The placement, the side to move, the castling rights and the en passant square
        are kept. Castling rights of Chess960 are kept if the board has `chess960=True`.
        Each board is read before the next one is requested, so a generator may yield the
        same board repeatedly and change it in between.
        """
        rows = np.fromiter(map(_row_of_chess, count(), boards), np.dtype((np.uint64, 11)))
        *columns, white_to_move, unmoved_rooks, en_passant = np.ascontiguousarray(rows.T)
        rights = {"unmoved_rooks": unmoved_rooks, "en_passant": en_passant.astype(np.uint8)}
        return cls(*columns, white_to_move != 0, **rights)

    def __len__(self):
        return len(self.white_to_move)

    def __getitem__(self, rows):
        """Returns `Positions` for a slice, a mask or an array of integers. For an integer, returns a `Position`, or
        None if the row is null."""
        rows = to_rows(rows)
        if isinstance(rows, int):
            if self.valid is not None and not self.valid[rows]:
                return None
            rights = tuple(int(self._labels[name][rows]) for name in _RIGHTS) if self._has_rights() else None
            return Position([int(column[rows]) for column in self._columns], bool(self.white_to_move[rows]), rights)
        valid = None if self.valid is None else self.valid[rows]
        labels = {name: column[rows] for name, column in self._labels.items()}
        selected = Positions(*(column[rows] for column in self._columns), self.white_to_move[rows], valid, **labels)
        selected.details = {name: column[rows] for name, column in self.details.items()}
        return selected

    def __iter__(self):
        return (self[row] for row in range(len(self)))

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name in _NEED_RIGHTS:
            message = _without_rights(name)
        elif name in _RIGHTS:
            message = (
                f"these positions have no column {name!r}; read_packed returns it for formats that store it, "
                "read_games, and read_fens with rights=True"
            )
        elif name in ("game", "ply"):
            message = f"these positions have no column {name!r}; read_games returns it"
        elif name in FURTHER_COLUMNS:
            message = f"these positions have no column {name!r}; read_packed returns it for formats that store it"
        else:
            names = [*FEATURES, *COLUMNS, *FURTHER_COLUMNS]
            message = _setwise.unknown_name("feature or column of positions", name, names)
        raise AttributeError(message, name=name, obj=self)

    def __repr__(self):
        nulls = 0 if self.valid is None else len(self) - int(self.valid.sum())
        return f"<{len(self)} positions{f', {nulls} of them null' if nulls else ''}>"

    def _has_rights(self):
        return all(name in self._labels for name in _RIGHTS)

    def features(self, *names):
        """Returns a dict of the named features, all computed in one pass.

        Parameters
        ----------
        names : str
            Names in `FEATURES`. Without names, all features are computed, except that
            positions without the columns `unmoved_rooks` and `en_passant` have no
            `legal_move_count`, `checkmate` and `stalemate`. If one of these three is named
            and the positions lack a column, a ValueError is raised.

        Returns
        -------
        dict of arrays
            Sets are uint64. `in_check`, `checkmate` and `stalemate` are bool,
            `legal_move_count` is uint16, and other numbers are uint8. If `valid` is not
            None, the arrays are masked arrays.

        >>> import setwise
        >>> positions = setwise.read_fens(b"r3k3/8/8/3N4/8/8/8/4K3 w - -")
        >>> forks = positions.features("white_forks_safe", "white_king_escapes")["white_forks_safe"]
        >>> setwise.Board(forks[0]).names()
        ['c7']
        """
        names = names or tuple(name for name in FEATURES if self._has_rights() or name not in _NEED_RIGHTS)
        needs_rights = not _NEED_RIGHTS.isdisjoint(names)
        if needs_rights and not self._has_rights():
            raise ValueError(_without_rights(next(name for name in names if name in _NEED_RIGHTS)))
        values = _setwise.features(self._native(needs_rights), list(names))
        if self.valid is not None:
            values = [np.ma.MaskedArray(column, mask=~self.valid) for column in values]
        return dict(zip(names, values))

    def evaluate(self, expression):
        """Returns the values of an expression, such as `"own_royal_forks & own_forks_safe"`.

        `docs/expressions.md` in the repository describes the language. Columns such as
        `score` are numbers, if the positions have them. A function is a pattern that Python
        offers.

        Returns
        -------
        array
            uint64 for a set, int64 for a number, and bool for a truth value. If `valid` is
            not None, a masked array. Rows whose result is unknown are masked if the
            expression uses `result`.

        >>> import setwise
        >>> positions = setwise.read_fens(b"q3k3/8/8/1N6/8/8/8/4K3 w - -")
        >>> setwise.Board(positions.evaluate("own_royal_forks & own_forks_safe")[0]).names()
        ['c7']
        >>> positions.evaluate("count(own_knight_moves)")
        array([6])
        """
        values, present = self._evaluate(expression, False)
        return values if present is None else np.ma.MaskedArray(values, mask=~present)

    def where(self, expression):
        """Returns the `Positions` for which an expression is true, or is a set that is not empty.

        Null rows are left out. If the expression uses `result`, rows whose result is unknown
        are left out too. A number is an error; compare it, for example with `> 0`.

        >>> import setwise
        >>> positions = setwise.read_fens(["8/8/4k3/8/8/4K3/4N3/8 b - -", "7k/8/8/8/8/8/8/K7 w - -"])
        >>> len(positions.where("black_to_move and white_knights"))
        1
        """
        kept, present = self._evaluate(expression, True)
        return self[kept if present is None else kept & present]

    def _evaluate(self, expression, is_condition):
        """Returns the values of an expression, and a mask of the rows that have one, or None if all rows have one."""
        names = [name for name in _NUMBERS if name in self._labels]
        needs_rights, used = _setwise.expression_needs(expression, names)
        if needs_rights and not self._has_rights():
            raise ValueError(_without_rights(repr(expression)))
        columns = [(name, np.require(self._labels[name], np.int64, "CA")) for name in used]
        values = _setwise.evaluate(self._native(needs_rights), columns, expression, is_condition)
        known = self._labels["result"] != NO_RESULT if "result" in used else np.True_
        if known.all():
            return values, self.valid
        return values, known if self.valid is None else known & self.valid

    def _native(self, needs_rights):
        """Returns the columns in the form that native functions take, with the rights if they are needed."""
        rights = None
        if needs_rights:
            kinds = (np.uint64, np.uint8)
            rights = tuple(np.require(self._labels[name], kind, "CA") for name, kind in zip(_RIGHTS, kinds))
        columns = [np.require(column, np.uint64, "CA") for column in self._columns]
        return columns, np.ascontiguousarray(self.white_to_move).view(np.uint8), rights

    def arrays(self, *features):
        """Returns a dict of all columns except the details, followed by the named features."""
        columns = dict(zip(COLUMNS, self._columns)) | {"white_to_move": self.white_to_move} | self._labels
        if self.valid is not None:
            columns = {name: np.ma.MaskedArray(column, mask=~self.valid) for name, column in columns.items()}
        return columns | (self.features(*features) if features else {})

    def _nullable_arrays(self, features):
        """Returns `arrays(*features)`, in which unknown results are masked."""
        columns = self.arrays(*features)
        unknown = self._labels["result"] == NO_RESULT if "result" in columns else np.False_
        if unknown.any():
            columns["result"] = np.ma.MaskedArray(columns["result"], mask=unknown, keep_mask=True)
        return columns

    def to_arrow(self, *features):
        """Returns `arrays(*features)` and the details as a `pyarrow.Table`.

        Masked values, unknown results and missing details become nulls. pyarrow must be
        installed.
        """
        import pyarrow

        columns = self._nullable_arrays(features)
        for name, column in self.details.items():
            columns[name] = np.ma.MaskedArray(column, mask=self._missing(column))
        return pyarrow.table({name: to_arrow(column) for name, column in columns.items()})

    def to_polars(self, *features):
        """Returns `arrays(*features)` and the details as a `polars.DataFrame`.

        Masked values, unknown results and missing details become nulls. Polars must be
        installed.
        """
        import polars

        arrays = self._nullable_arrays(features)
        columns = {name: polars.Series(name, np.ma.getdata(column)) for name, column in arrays.items()}
        for name, column in self.details.items():
            is_text = column.dtype == object
            values, kind = (column.tolist(), polars.String) if is_text else (column, None)
            columns[name] = polars.Series(name, values, kind, nan_to_null=not is_text)
        frame = polars.DataFrame(columns)
        if np.ma.is_masked(arrays.get("result")):
            present = polars.Series(~np.ma.getmaskarray(arrays["result"]))
            frame = frame.with_columns(polars.when(present).then(polars.col("result")))
        if self.valid is None:
            return frame
        return frame.select(polars.when(polars.Series(self.valid)).then(polars.all()))

    def to_pandas(self, *features):
        """Returns `arrays(*features)` and the details as a `pandas.DataFrame`. pandas must be installed.

        If `valid` is None, the columns other than the details are views of the arrays.
        Otherwise they have the nullable types of pandas, such as UInt64. `result` also has
        such a type if some results are unknown.
        """
        import pandas

        columns = self._nullable_arrays(features)
        for name, column in columns.items():
            if np.ma.isMaskedArray(column):
                columns[name] = to_nullable(pandas, column)
        for name, column in self.details.items():
            columns[name] = np.where(self._missing(column), None if column.dtype == object else np.nan, column)
        return pandas.DataFrame(columns, copy=False)

    def _missing(self, detail):
        """Returns a mask of the rows in which a detail is missing, or which are null."""
        is_missing = np.equal(detail, None) if detail.dtype == object else np.isnan(detail)
        return is_missing if self.valid is None else is_missing | ~self.valid


def _row_of_chess(n, board):
    """Returns the words of a python-chess board, followed by whether it is White's turn, the rooks that may castle,
    and the en passant square.

    The error message contains `n`, the index of the board.
    """
    try:
        kinds = board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings
        en_passant = 64 if board.ep_square is None else board.ep_square
        # Rights that python-chess itself ignores, such as those of Chess960 in a game of chess, are left out.
        rooks = board.clean_castling_rights()
        return *kinds, board.occupied_co[True], board.occupied_co[False], board.turn, rooks, en_passant
    except AttributeError:
        raise TypeError(f"element {n} is of type {type(board).__name__}, expected a chess.Board") from None


def _without_rights(feature):
    return (
        f"{feature} depends on castling rights and en passant squares, which these positions do not have; "
        "read them with rights=True, or pass the columns unmoved_rooks and en_passant"
    )


def _set(n, name):
    return property(lambda self: self._columns[n], doc=f"The sets of {name}, uint64 with a1 = bit 0.")


def _optional(name, meaning):
    def get(self):
        if name not in self._labels:
            raise AttributeError  # `__getattr__` raises it again with a message
        return self._labels[name]

    return property(get, doc=f"{meaning}, if the positions have it.")


def _feature(name, definition):
    def get(self):
        if name in _NEED_RIGHTS and not self._has_rights():
            raise AttributeError  # `__getattr__` raises it again with a message
        return self.features(name)[name]

    return property(get, doc=f"{definition}. It is computed at each access.")


for _n, _name in enumerate(COLUMNS):
    setattr(Positions, _name, _set(_n, f"{_name} pieces" if _n > 5 else _name))
for _name, (_type, _meaning) in FURTHER_COLUMNS.items():
    setattr(Positions, _name, _optional(_name, f"{_type}: {_meaning}"))
for _name, _definition in FEATURES.items():
    setattr(Positions, _name, _feature(_name, _definition))


class Position:
    """One element of `Positions`: the squares of the pieces, and the side to move.

    If the positions have the columns `unmoved_rooks` and `en_passant`, it also has the castling rights and the en
    passant square. Two positions are equal if all of these are equal.
    """

    __slots__ = ("_rights", "_white_to_move", "_words")

    def __init__(self, words, white_to_move, rights=None):
        self._words = tuple(words)
        self._white_to_move = white_to_move
        self._rights = rights

    @property
    def white_to_move(self):
        """Returns whether it is White's turn."""
        return self._white_to_move

    def pieces(self):
        """Returns a dict that maps each occupied square, from 0 (a1) to 63 (h8), to the FEN letter of its piece."""
        *kinds, white, black = self._words
        return {
            square: letter.upper() if white >> square & 1 else letter
            for square in range(64)
            for letter, kind in zip("pnbrqk", kinds)
            if kind & (white | black) & 1 << square
        }

    def fen(self):
        """Returns the position as FEN without clocks. If castling rights and the en passant square are not known,
        they are written as `-`."""
        ranks = ["".join(self.pieces().get(8 * rank + file, ".") for file in range(8)) for rank in range(7, -1, -1)]
        placement = "/".join(ranks)
        for n in range(8, 0, -1):
            placement = placement.replace("." * n, str(n))
        rights = "- -" if self._rights is None else _setwise.rights_fields(self._words, *self._rights)
        return f"{placement} {'w' if self.white_to_move else 'b'} {rights}"

    def to_chess(self):
        """Returns the position as a `Board` of python-chess, which must be installed."""
        import chess

        fen = f"{self.fen()} 0 1"
        board = chess.Board(fen)
        # A board of chess ignores rights to castle from other squares than those of chess.
        is_chess960 = board.castling_rights != board.clean_castling_rights()
        return chess.Board(fen, chess960=True) if is_chess960 else board

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def _key(self):
        return self._words, self.white_to_move, self._rights

    def __repr__(self):
        pieces = self.pieces()
        ranks = (" ".join(pieces.get(8 * rank + file, ".") for file in range(8)) for rank in range(7, -1, -1))
        return "\n".join([*ranks, f"{'white' if self.white_to_move else 'black'} to move"])

    def _repr_svg_(self):
        figures = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟"))
        return svg({square: figures[letter] for square, letter in self.pieces().items()})

"""The columns of positions, and their types."""

import operator

import numpy as np

from ._names import unknown

COLUMNS = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black")

FURTHER_COLUMNS = {
    "score": ("int16", "an evaluation in centipawns, from the point of view that the format defines"),
    "result": ("uint8", "the result of the game: 0 White lost, 1 drawn, 2 White won, 3 unknown"),
    "halfmove_clock": ("uint32", "the number of half-moves since the last capture or pawn move"),
    "fullmove_number": ("uint32", "the fullmove number, from 1"),
    "en_passant": ("uint8", "the en passant square from 0 (a1) to 63 (h8); 64 if there is none"),
    "unmoved_rooks": ("uint64", "the rooks that still have the right to castle, in Chess960 on any files"),
    "extra": ("uint32", "the extra bytes of the format, the first byte lowest"),
    "game": ("uint32", "the number of the game in its file, from 1"),
    "ply": ("uint32", "the number of moves by either side that led to the position, 0 for the start of a game"),
}
"""Maps the name of each column that only some positions have, such as `score`, to its type and its meaning."""

NO_RESULT = 3
"""The number that stands for an unknown result in the label `result`."""


def to_array(values, missing=0):
    """Returns the values as an array, without a copy if possible. Masked elements become `missing`.

    An empty list becomes an array of uint64. NumPy alone would create an array of floats.
    """
    if np.ma.isMaskedArray(values):
        return values.filled(missing)
    array = np.asarray(values)
    return array if array.size or isinstance(values, np.ndarray) else array.astype(np.uint64)


def to_sets(name, column):
    """Returns a column of sets as uint64, without a copy if possible."""
    column = to_array(column)
    if column.dtype == np.int64:
        column = column.view(np.uint64)
    if not np.can_cast(column.dtype, np.uint64) or column.ndim != 1:
        raise TypeError(f"{name} must be a one-dimensional array of uint64, not {column.dtype} of shape {column.shape}")
    return column.astype(np.uint64, copy=False)


def to_numbers(name, column):
    """Returns a column as an array of the type that `FURTHER_COLUMNS` lists for its name.

    A masked element of `result` becomes `NO_RESULT`.
    """
    if name not in FURTHER_COLUMNS:
        raise TypeError(unknown("column of positions", name, FURTHER_COLUMNS))
    column = to_array(column, NO_RESULT if name == "result" else 0)
    kind = np.dtype(FURTHER_COLUMNS[name][0])
    if column.ndim != 1 or column.dtype.kind not in "iu" and column.size:
        raise TypeError(
            f"{name} must be a one-dimensional array of integers, not {column.dtype} of shape {column.shape}"
        )
    if kind == np.uint64 and column.dtype == np.int64:
        column = column.view(np.uint64)
    if column.dtype == kind:
        return column
    limits = np.iinfo(kind)
    outside = (column < limits.min) | (column > limits.max)
    if outside.any():
        row = int(outside.argmax())
        raise ValueError(f"{name} is {column[row]} in row {row}, which is not from {limits.min} to {limits.max}")
    return column.astype(kind, copy=False)


def with_masked_nones(values):
    """Returns the values. If some are None, returns a masked array in which these are masked."""
    array = values if np.ma.isMaskedArray(values) else np.asarray(values)
    missing = np.equal(array, None).astype(bool) if array.dtype == object and array.ndim == 1 else np.False_
    if not missing.any():
        return values
    present = np.array(array[~missing].tolist() or [0])
    data = np.zeros(len(array), present.dtype)
    data[~missing] = present[: len(array) - missing.sum()]
    return np.ma.MaskedArray(data, missing)


def check_known(name, column, valid):
    """Raises a ValueError if an element of a label is masked in a row that is not null.

    An unknown result has the number `NO_RESULT`. No number stands for an unknown value of another label.
    """
    unknown = np.ma.getmaskarray(column) if name != "result" and np.ma.is_masked(column) else np.False_
    unknown = unknown if valid is None else unknown & valid
    if unknown.any():
        row = int(unknown.argmax())
        raise ValueError(f"{name} is missing in row {row}, expected a number, because the row is not null")


def to_flags(name, column):
    """Returns a column as an array of bool, without a copy if possible."""
    column = to_array(column)
    if column.ndim != 1 or column.dtype != bool and column.size:
        raise TypeError(f"{name} must be a one-dimensional array of bool, not {column.dtype} of shape {column.shape}")
    return column.astype(bool, copy=False)


def to_rows(rows):
    """Converts an index of rows to an int, a slice, or a one-dimensional array.

    In a boolean array, a masked element selects no row, as in pandas and Polars. Raises an IndexError if row
    numbers are masked.
    """
    if isinstance(rows, slice):
        return rows
    if not isinstance(rows, bool):
        try:
            return operator.index(rows)
        except TypeError:
            pass
    array = to_array(rows)
    if array.ndim != 1:
        raise IndexError("positions have one dimension")
    if array.dtype != bool and np.ma.isMaskedArray(rows) and np.ma.is_masked(rows):
        raise IndexError("the numbers of rows have masked elements")
    return array


def without_masked_rows(valid, columns):
    """Returns an array that is True for each row that is valid and is not masked in any column.

    Returns None if `valid` is None and no column has masked values.
    """
    for column in filter(np.ma.is_masked, columns):
        present = ~np.ma.getmaskarray(column)
        valid = present if valid is None else valid & present
    return valid


def to_arrow(column):
    """Returns a column as a pyarrow array. Masked values become nulls."""
    import pyarrow

    data = np.ascontiguousarray(np.ma.getdata(column))
    # Without a type, a column of which every text is missing would have no type.
    kind = pyarrow.string() if data.dtype == object else None
    return pyarrow.array(data, kind, mask=np.ma.getmaskarray(column) if np.ma.isMaskedArray(column) else None)


def to_nullable(pandas, column):
    """Converts a masked array to a nullable array of pandas."""
    data, mask = np.ma.getdata(column).copy(), np.ma.getmaskarray(column).copy()
    return (pandas.arrays.BooleanArray if data.dtype == bool else pandas.arrays.IntegerArray)(data, mask)

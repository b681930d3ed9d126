"""Tests nulls, blank rows and comments in lists and columns. The rows after them must keep their numbers."""

import numpy as np
import pytest
from conftest import BAD, START

import setwise

BLACK = "8/8/4k3/8/8/4K3/8/8 b - -"


def missing():
    """Returns all objects that are read as a missing value."""
    pd = pytest.importorskip("pandas")
    return [None, float("nan"), np.float64("nan"), pd.NA, pd.NaT, np.ma.masked]


ROWS = ["", " ", "\t\n", "\r\n", b"", "#", "# a comment", "  # indented", f"# {START}\n", b"#"]


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("before", [0, 1, 63, 64, 4095, 4096])
def test_a_row_without_a_position_is_an_error(row, before):
    rows = [START] * before + [row, BLACK]
    what = "a comment" if "#" in str(row) else "blank"
    with pytest.raises(ValueError, match=f"^row {before}: the row is {what}, expected a position$"):
        setwise.read_fens(rows)
    assert len(setwise.read_fens(rows, on_bad="skip")) == before + 1
    found = setwise.read_fens(rows, on_bad="null")
    assert np.flatnonzero(~found.valid).tolist() == [before] and len(found) == before + 2
    assert np.flatnonzero(~found.white_to_move).tolist() == [before + 1]


@pytest.mark.parametrize(
    "rows, message",
    [
        (["", BAD, None], "row 1: the row is blank"),
        ([BAD, "", None], "row 1: rank 6 has 9 squares"),
        ([None, "", BAD], "row 1: the row is null"),
        (["#", None], "row 1: the row is a comment"),
        ([f"# one\n{START}", ""], "row 1: a line feed inside the line"),
    ],
)
def test_the_first_of_several_errors_is_reported(rows, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        setwise.read_fens([START, *rows])


def test_columns_of_strings_are_as_strict_as_lists():
    pa = pytest.importorskip("pyarrow")
    for column in (pa.array([START, " ", BLACK]), pa.chunked_array([[START], ["", BLACK]])):
        with pytest.raises(ValueError, match="^row 1: the row is blank, expected a position$"):
            setwise.read_fens(column)
        assert setwise.read_fens(column, on_bad="null").valid.tolist() == [True, False, True]


def test_missing_values_of_every_library():
    for value in missing():
        assert setwise.read_fens([START, value, START], on_bad="null").valid.tolist() == [True, False, True]
        assert len(setwise.read_fens([START, value], on_bad="skip")) == 1
        with pytest.raises(ValueError, match="^row 1: the row is null$"):
            setwise.read_fens([START, value])


def test_arrays_with_missing_values():
    pd = pytest.importorskip("pandas")
    series = pd.Series([START, pd.NA, BLACK], dtype="string")
    arrays = [series, series.array, series.to_numpy(), series.astype(object).to_numpy()]
    arrays += [np.ma.MaskedArray([START, BAD, BLACK], [False, True, False], kind) for kind in (str, object)]
    for array in arrays:
        found = setwise.read_fens(array, on_bad="null")
        assert found.valid.tolist() == [True, False, True] and found.white_to_move.tolist() == [True, True, False]
        with pytest.raises(ValueError, match="^row 1: the row is null$"):
            setwise.read_fens(array)


def test_other_objects_are_no_missing_values():
    for value in (0, False, 1.0, float("inf"), [], {}, object, np.datetime64("NaT"), b"".join):
        with pytest.raises(TypeError, match="^row 1 is of type .*, not str$"):
            setwise.read_fens([START, value], on_bad="null")

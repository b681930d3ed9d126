"""Tests columns of strings from pandas, Polars and pyarrow, and the conversion of positions to such columns."""

import numpy as np
import pytest
from conftest import BAD, KINDS, START, check, master_boards, master_fens

import setwise


# Functions that take a module and a list of str and None, and return a column of strings.
COLUMNS = {
    "pandas": {
        "str": lambda pd, fens: pd.Series(fens, dtype="str"),
        "object": lambda pd, fens: pd.Series(fens, dtype=object),
        "string": lambda pd, fens: pd.Series(fens, dtype="string"),
        "pyarrow": lambda pd, fens: pd.Series(fens, dtype="string[pyarrow]"),
    },
    "polars": {
        "Series": lambda pl, fens: pl.Series(fens, dtype=pl.String),
        "chunks": lambda pl, fens: pl.concat(
            [pl.Series(fens[:5], dtype=pl.String), pl.Series(fens[5:], dtype=pl.String)], rechunk=False
        ),
    },
    "pyarrow": {
        "string": lambda pa, fens: pa.array(fens, pa.string()),
        "large": lambda pa, fens: pa.array(fens, pa.large_string()),
        "view": lambda pa, fens: pa.array(fens, pa.string_view()),
        "binary": lambda pa, fens: pa.array(fens, pa.binary()),
        "chunks": lambda pa, fens: pa.chunked_array([fens[:5], [], fens[5:]], pa.string()),
        "offset": lambda pa, fens: pa.array(["x", *fens, "y"], pa.string())[1:-1],
        "offset view": lambda pa, fens: pa.array(["x", *fens, "y"], pa.string_view())[1:-1],
        "offset chunks": lambda pa, fens: pa.chunked_array([["x", *fens[:9]], [*fens[9:], "y"]], pa.string())[1:-1],
    },
}
KINDS_OF_COLUMNS = [(module, kind) for module, kinds in COLUMNS.items() for kind in kinds]


@pytest.mark.parametrize("module, kind", KINDS_OF_COLUMNS)
def test_columns_of_strings(module, kind):
    if module == "pandas":
        pytest.importorskip("pyarrow")
    library = pytest.importorskip(module)
    make = lambda fens: COLUMNS[module][kind](library, fens)
    boards, fens = master_boards(), master_fens()
    check(setwise.read_fens(make(fens)), boards)
    assert len(setwise.read_fens(make([]))) == 0
    rows = fens[:3] + [None] + fens[3:40] + [BAD, "", None] + fens[40:50]
    nulls = [3, 41, 42, 43]
    column = make(rows)
    found = setwise.read_fens(column, on_bad="null")
    assert len(found) == len(rows) and np.flatnonzero(~found.valid).tolist() == nulls
    check(found[found.valid], boards[:50])
    check(setwise.read_fens(column, on_bad="skip"), boards[:50])
    with pytest.raises(ValueError, match="^row 3: the row is null$"):
        setwise.read_fens(column)
    with pytest.raises(ValueError, match="^row 37: rank 6 has 9 squares, not 8: 'rnbqkbnr/pppppppp/8p/8/8"):
        setwise.read_fens(column[4:] if module != "pandas" else column.iloc[4:])


def test_arrow_columns_that_are_not_strings():
    pa = pytest.importorskip("pyarrow")
    for bad in (pa.array([1]), pa.array([START]).dictionary_encode(), pa.table({"fen": [START]})):
        with pytest.raises(TypeError, match="strings"):
            setwise.read_fens(bad)


def test_a_column_of_nulls():
    pa = pytest.importorskip("pyarrow")
    assert setwise.read_fens(pa.nulls(3), on_bad="null").valid.tolist() == [False] * 3
    with pytest.raises(ValueError, match="^row 0: the row is null$"):
        setwise.read_fens(pa.chunked_array([pa.nulls(2)]))


def test_nulls_are_masked_and_passed_on():
    positions = setwise.read_fens([START, None, START], on_bad="null")
    assert repr(positions) == "<3 positions, 1 of them null>" and positions[1] is None
    counts = positions.white_knight_move_count
    assert counts.dtype == np.uint8 and counts.tolist() == [4, None, 4]
    assert positions[1:].white_knights.mask.tolist() == [True, False]
    pa, pd, pl = (pytest.importorskip(name) for name in ("pyarrow", "pandas", "polars"))
    table, frame, polars = (
        make("white_knight_move_count") for make in (positions.to_arrow, positions.to_pandas, positions.to_polars)
    )
    for name in ("knights", "white_to_move", "white_knight_move_count"):
        want = table[name].to_pylist()
        assert want[1] is None and want[0] == want[2] is not None
        assert polars[name].to_list() == want and frame[name].isna().tolist() == [False, True, False]
    assert str(frame.dtypes["knights"]) == "UInt64" and table.schema.field("knights").type == pa.uint64()


def test_frames():
    positions = setwise.Positions.from_chess(master_boards())
    pa, pd, pl = (pytest.importorskip(name) for name in ("pyarrow", "pandas", "polars"))
    names = [*KINDS, "white", "black", "white_to_move", "unmoved_rooks", "en_passant", "white_forks"]
    table, frame, polars = (
        make("white_forks") for make in (positions.to_arrow, positions.to_pandas, positions.to_polars)
    )
    for name in names:
        want = getattr(positions, name).tolist()
        assert table[name].to_pylist() == want and frame[name].tolist() == want and polars[name].to_list() == want
    assert table.column_names == list(frame.columns) == polars.columns == names
    assert np.shares_memory(positions.to_pandas()["knights"].to_numpy(), positions.knights)

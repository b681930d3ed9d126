"""Runs the text of knight_moves(knights, own) on tables that have more columns than the inputs, or values of other types,
and on arrays of other types.
The arguments are the dialect and the text."""

import pathlib
import sqlite3
import sys

# Knights on b1, g1 and h8, and own pieces on d2 and a3. The moves were found by hand.
KNIGHTS, OWN = 1 << 1 | 1 << 6 | 1 << 63, 1 << 11 | 1 << 16
MOVES = sum(1 << square for square in [18, 12, 21, 23, 46, 53])
NAMES = ["id", "v1", "v2", "value__1", "query__1"]
EXTRA = [1, 2, 3, 4, 5]
LAST = 1 << 63


def signed(word):
    return word - 2**64 if word >> 63 else word


def fails(run):
    """Returns whether a function raises an error, or returns the right moves."""
    try:
        found = run()
    except Exception:
        return True
    return found % 2**64 == MOVES


def sqlite(text):
    def rows(names, values):
        connection = sqlite3.connect(":memory:")
        connection.execute(f"create table boards({', '.join(names)})")
        connection.executemany(f"insert into boards values({', '.join('?' * len(names))})", values)
        connection.executescript(text)
        return connection

    sets = [signed(KNIGHTS), OWN]
    connection = rows([*NAMES, "knights", "own"], [[*EXTRA, *sets]])
    assert connection.execute(f"select moves, {', '.join(NAMES)} from knight_moves").fetchall() == [(MOVES, *EXTRA)]
    for value in ["66", "b1", 66.0, b"66", None]:
        for pair in [[value, OWN], [KNIGHTS % LAST, value]]:
            found = rows(["knights", "own"], [pair]).execute("select moves from knight_moves").fetchone()
            assert found == (None,), (pair, found)
    taken = rows(["moves", "knights", "own"], [[7, *sets]])
    try:
        taken.execute("select moves from knight_moves")
    except sqlite3.OperationalError as error:
        assert str(error) == "ambiguous column name: moves"
    else:
        raise AssertionError("the table has a column moves")


def clickhouse(text):
    from chdb.session import Session

    session = Session()

    def moves(kind, knights, names="v1 UInt64, v2 UInt64, value__1 UInt64, query__1 UInt64"):
        session.query("drop view if exists knight_moves")
        session.query("drop table if exists boards")
        session.query(f"create table boards ({names}, knights {kind}, own {kind}) engine = Memory")
        values = [0] * len(names.split(","))
        session.query(f"insert into boards values ({', '.join(map(str, [*values, knights, OWN]))})")
        session.query(text)
        return int(str(session.query("select moves from knight_moves", "CSV")))

    assert moves("UInt64", KNIGHTS) == MOVES
    assert moves("Int64", signed(KNIGHTS)) == MOVES
    assert moves("UInt32", KNIGHTS % LAST) == MOVES & ~(1 << 46 | 1 << 53)
    assert fails(lambda: moves("Float64", KNIGHTS))
    assert fails(lambda: moves("UInt64", KNIGHTS, "moves UInt64"))


def spark(text):
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", False).getOrCreate()
    view = "".join(line + "\n" for line in text.splitlines() if not line.startswith("--")).rstrip("; \n")

    def moves(kind, knights, names="v1 bigint, v2 bigint, value__1 bigint, query__1 bigint"):
        values = [0] * len(names.split(","))
        schema = f"{names}, knights {kind}, own {kind}"
        session.createDataFrame([[*values, knights, type(knights)(OWN)]], schema).createOrReplaceTempView("boards")
        session.sql("drop view if exists knight_moves")
        session.sql(view)
        return session.sql("select moves from knight_moves").collect()[0][0]

    assert moves("bigint", signed(KNIGHTS)) == MOVES
    # In a column of type int, shifts would lose bits.
    assert moves("int", KNIGHTS % LAST) == MOVES & ~(1 << 46 | 1 << 53)
    assert moves("int", 1 << 30) == 1 << 13 | 1 << 15 | 1 << 20 | 1 << 36 | 1 << 45 | 1 << 47
    assert fails(lambda: moves("double", float(KNIGHTS)))
    assert fails(lambda: moves("bigint", signed(KNIGHTS), "moves bigint"))


def duckdb(text):
    import duckdb

    connection = duckdb.connect()
    connection.execute(text)
    for names in [["v1", "v2"], ["v2", "value__1"], ["own", "knights"]]:
        connection.execute(f"create or replace table boards as select {KNIGHTS}::ubigint as {names[0]}, {OWN}::ubigint as {names[1]}")
        assert connection.execute(f"select knight_moves({', '.join(names)}) from boards").fetchall() == [(MOVES,)]
    assert fails(lambda: connection.execute(f"select knight_moves({signed(KNIGHTS)}, 0)").fetchall()[0][0])


def arrays(text, array):
    """Runs the text on arrays of integers, which are converted, and on numbers with a fraction, which are refused.
    `array` makes an array of a list."""
    names = {}
    exec(text, names)
    moves = names["knight_moves"]
    for knights, own in [(KNIGHTS, OWN), (array([signed(KNIGHTS)]), array([OWN])), (array([signed(KNIGHTS)]), OWN)]:
        assert int(moves(knights, own).item()) % 2**64 == MOVES, (knights, own)
    for wrong in [1.0, array([1.0]), array([1.5])]:
        for pair in [(wrong, array([OWN])), (array([1]), wrong)]:
            try:
                found = moves(*pair)
            except TypeError:
                continue
            raise AssertionError(f"{pair} gives {found}")


def numpy(text):
    import numpy

    arrays(text, numpy.array)


def jax(text):
    import jax.numpy

    jax.config.update("jax_enable_x64", True)
    arrays(text, jax.numpy.array)


{run.__name__: run for run in [sqlite, clickhouse, spark, duckdb, numpy, jax]}[sys.argv[1]](pathlib.Path(sys.argv[2]).read_text())

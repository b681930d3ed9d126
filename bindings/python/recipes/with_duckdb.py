"""DuckDB: registers ufuncs as SQL functions. With `type="arrow"`, they receive whole columns and not single values."""

import inspect

import duckdb
import pyarrow as pa

import setwise


def create_function(connection, name, ufunc):
    """Registers a ufunc with uint64 inputs as an SQL function."""
    result = "UBIGINT" if ufunc.types[0].endswith(("L", "Q")) else "UTINYINT"

    def function(*columns):
        return pa.array(ufunc(*(column.to_numpy() for column in columns)))

    # DuckDB reads the number of parameters from the signature of the function.
    names = [inspect.Parameter(f"x{n}", inspect.Parameter.POSITIONAL_OR_KEYWORD) for n in range(ufunc.nin)]
    function.__signature__ = inspect.Signature(names)
    connection.create_function(name, function, ["UBIGINT"] * ufunc.nin, result, type="arrow")


def run(fens):
    connection = duckdb.connect()
    create_function(connection, "knight_attacks", setwise.knight_attacks)
    create_function(connection, "knight_moves", setwise.knight_moves)
    create_function(connection, "knight_attack_count", setwise.counts.knight_attacks)
    positions = setwise.read_fens(fens).to_arrow("white_forks_safe")  # DuckDB finds the table by this name
    query = """
        select white_forks_safe, knight_attacks(knights & white) as attacks, knight_moves(knights & white, white) as moves,
               knight_attack_count(knights & white) as mobility
        from positions
    """
    return connection.sql(query).fetchnumpy()

"""Runs written texts in Python: DuckDB, SQLite, NumPy, JAX or PyTorch. The arguments are the language and a folder. For each
pattern, the folder has a text, and a table with a row for each position: the inputs, then the expected results."""

import csv
import importlib.util
import pathlib
import sqlite3
import sys


def signed(word):
    return word - 2**64 if word >> 63 else word


def duckdb(path, name, inputs, rows):
    import duckdb

    connection = duckdb.connect()
    connection.execute(path.read_text())
    columns = {column: "UBIGINT" for column in inputs}
    words = [row[: len(inputs)] for row in rows]
    table = path.with_suffix(".inputs")
    table.write_text("".join(",".join(map(str, row)) + "\n" for row in words))
    query = f"select {name}({', '.join(inputs)}) from read_csv('{table}', header=false, columns={columns})"
    results = [row[0] for row in connection.execute(query).fetchall()]
    return [list(result.values()) if isinstance(result, dict) else [result] for result in results]


def sqlite(path, name, inputs, rows):
    connection = sqlite3.connect(":memory:")
    connection.execute(f"create table boards({', '.join(inputs)})")
    words = [[signed(word) for word in row[: len(inputs)]] for row in rows]
    connection.executemany(f"insert into boards values({', '.join('?' * len(inputs))})", words)
    connection.executescript(path.read_text())
    count = len(rows[0]) - len(inputs)
    return [[word % 2**64 for word in row[-count:]] for row in connection.execute(f"select * from {name}")]


def function(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def arrays(path, name, inputs, rows):
    import numpy as np

    columns = np.array(rows, dtype=np.uint64).T[: len(inputs)]
    results = function(path, name)(*columns)
    results = results if isinstance(results, tuple) else (results,)
    return np.array([np.asarray(result) for result in results]).T.tolist()


def torch(path, name, inputs, rows):
    import torch

    columns = torch.tensor([[signed(word) for word in row[: len(inputs)]] for row in rows]).T
    results = function(path, name)(*columns)
    results = results if isinstance(results, tuple) else (results,)
    return [[word % 2**64 for word in row] for row in torch.stack(results).T.tolist()]


def main():
    script, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    run = {"duckdb": duckdb, "sqlite": sqlite, "numpy": arrays, "jax": arrays, "torch": torch}[script]
    for table in sorted(folder.glob("*.csv")):
        name = table.stem
        head, *rows = csv.reader(table.open())
        rows = [list(map(int, row)) for row in rows]
        inputs = [column for column in head if not column.startswith("=")]
        expected = [row[len(inputs) :] for row in rows]
        found = run(table.with_suffix(".py"), name, inputs, rows)
        assert found == expected, f"{name}: {[pair for pair in zip(found, expected) if pair[0] != pair[1]][:3]}"
        print(f"{name}: {len(rows)} positions")


main()

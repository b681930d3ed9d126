"""Runs written texts in Python: SQL in DuckDB, SQLite, ClickHouse (chdb) or Spark, arrays in NumPy, JAX or PyTorch, and
WGSL on the CPU (wgpu). The arguments are the language and a folder. For each
pattern, the folder has a text, and a table with a row for each position: the inputs, then the expected results."""

import csv
import functools
import importlib.util
import pathlib
import sqlite3
import sys


def signed(word):
    return word - 2**64 if word >> 63 else word


def words_of(path, inputs, rows):
    """Writes a table without the expected results."""
    table = path.with_suffix(".inputs")
    table.write_text("".join(",".join(map(str, row[: len(inputs)])) + "\n" for row in rows))
    return table


def duckdb(path, name, inputs, rows):
    import duckdb

    connection = duckdb.connect()
    connection.execute(path.read_text())
    columns = {column: "UBIGINT" for column in inputs}
    table = words_of(path, inputs, rows)
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


@functools.cache
def session():
    from chdb.session import Session

    return Session()


def clickhouse(path, name, inputs, rows):
    columns = ", ".join(f"{column} UInt64" for column in inputs)
    session().query("drop table if exists boards")
    session().query(f"create table boards ({columns}) engine = Memory")
    session().query(f"insert into boards select * from file('{words_of(path, inputs, rows)}', CSV, '{columns}')")
    session().query(path.read_text())
    count = len(rows[0]) - len(inputs)
    table = str(session().query(f"select * from {name}", "CSV"))
    return [list(map(int, line.split(",")[-count:])) for line in table.splitlines()]


@functools.cache
def spark_session():
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", False)
    # Each text is compiled and runs once, so the optimising compiler of Java would take more processor time than it saves.
    return session.config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1").getOrCreate()


def spark(path, name, inputs, rows):
    words = [[signed(word) for word in row[: len(inputs)]] for row in rows]
    schema = ", ".join(f"{column} bigint" for column in inputs)
    spark_session().createDataFrame(words, schema).coalesce(1).createOrReplaceTempView("boards")
    spark_session().sql("".join(line for line in path.open() if not line.startswith("--")).rstrip("; \n"))
    count = len(rows[0]) - len(inputs)
    return [[word % 2**64 for word in row[-count:]] for row in spark_session().sql(f"select * from {name}").collect()]


def wgsl(path, name, inputs, rows):
    import numpy as np
    from wgpu.utils.compute import compute_with_buffers

    count, results = len(inputs), len(rows[0]) - len(inputs)
    words = ", ".join(f"words[n * {count} + {k}]" for k in range(count))
    found = "found" if results == 1 else "found[{k}]"
    stores = " ".join(f"results[n * {results} + {k}] = {found.format(k=k)};" for k in range(results))
    shader = f"""{path.read_text()}
        @group(0) @binding(0) var<storage, read> words: array<vec2u>;
        @group(0) @binding(1) var<storage, read_write> results: array<vec2u>;
        @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {{
            let n = id.x;
            let found = {name}({words});
            {stores}
        }}"""
    boards = np.array([row[:count] for row in rows], dtype=np.uint64)
    size = (2 * len(rows) * results, "I")
    table = compute_with_buffers({0: boards}, {1: size}, shader, n=len(rows))[1]
    return np.array(table, dtype=np.uint32).view(np.uint64).reshape(len(rows), results).tolist()


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
    runs = [duckdb, sqlite, clickhouse, spark, torch, wgsl]
    run = {run.__name__: run for run in runs}.get(script, arrays)
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

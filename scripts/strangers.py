#!/usr/bin/env python3
"""Checks that other programs can read files of setwise, and that setwise can read files of these programs.

In a scratch environment: pip install numpy pyarrow duckdb polars; python scripts/strangers.py POSITIONS

POSITIONS is any file that `setwise positions` reads. The environment variable SETWISE is the path of the program, built
with the feature `parquet`.
"""

import csv
import os
import subprocess
import sys
import tempfile

import duckdb
import polars
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet

FEATURES = ["white_knight_attacks", "white_forks_safe", "black_king_escapes", "black_knight_move_count"]
TEXTS = [pa.string(), pa.large_string(), pa.string_view()]


def setwise(*arguments):
    program = os.environ["SETWISE"]
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def they_read_ours(source):
    """Checks that each program finds the correct number of rows and the correct feature sums in every kind of file."""
    for extension in ("parquet", "arrow"):
        for options in ([], ["--signed"], ["--compression", "none"], ["--compression", "none", "--signed"]):
            file = f"ours.{extension}"
            setwise("positions", *FEATURES, source, "--out", file, *options)
            is_parquet = extension == "parquet"
            table = parquet.read_table(file) if is_parquet else feather.read_table(file)
            frame = polars.read_parquet(file) if is_parquet else polars.read_ipc(file)
            database = duckdb.connect()
            database.register("arrow", table)
            relation = f"'{file}'" if is_parquet else "arrow"
            for row in csv.DictReader(setwise("positions", "--totals", *FEATURES, source).splitlines()):
                name = row["feature"]
                query = f"select count(*), sum({name}::hugeint) from {relation}"
                sums = [
                    (len(table), int(table[name].to_numpy().astype("uint64").sum(dtype="uint64"))),
                    (frame.height, int(frame[name].cast(polars.Int128).sum())),
                    database.execute(query).fetchone(),
                ]
                total = int(row["sum"]) if row["sum"] else int(row["wrapping_sum"], 16)
                for program, (rows, found) in zip(["pyarrow", "polars", "duckdb"], sums):
                    assert (rows, found % 2**64) == (int(row["rows"]), total), (program, file, options, name)


def we_read_theirs(source):
    """Checks that setwise computes the same totals of all features for files that the other programs wrote."""
    expected = setwise("positions", "--totals", "all", source)

    def check(file, program):
        assert setwise("positions", "--totals", "all", file) == expected, (file, program)

    setwise("convert", source, "sets.parquet")
    setwise("convert", source, "text.fen")
    sets = parquet.read_table("sets.parquet").replace_schema_metadata(None)
    with open("text.fen") as lines:
        fens = [line.rstrip("\n") for line in lines]
    tables = [sets] + [pa.table({"fen": pa.array(fens, kind)}) for kind in TEXTS]
    for table in tables:
        for compression in ("snappy", "zstd", "gzip", "lz4", "none"):
            for dictionary in (True, False):
                parquet.write_table(table, "t.parquet", 70_000, compression=compression, use_dictionary=dictionary)
                check("t.parquet", f"pyarrow, {compression}, dictionary {dictionary}")
        for compression in ("lz4", "zstd", "uncompressed"):
            feather.write_feather(table, "t.arrow", compression=compression)
            check("t.arrow", f"pyarrow, {compression}")
        frame = polars.from_arrow(table)
        frame.write_parquet("t.parquet")
        check("t.parquet", "polars")
        frame.write_ipc("t.arrow")
        check("t.arrow", "polars")
        duckdb.from_arrow(table).write_parquet("t.parquet")
        check("t.parquet", "duckdb")


if __name__ == "__main__":
    positions = os.path.abspath(sys.argv[1])
    os.environ["SETWISE"] = os.path.abspath(os.environ.get("SETWISE", "target/release/setwise"))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        they_read_ours(positions)
        we_read_theirs(positions)
    print("equal everywhere")

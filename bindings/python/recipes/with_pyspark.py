"""PySpark: computes batches of columns in functions that `mapInArrow` calls. PySpark needs pandas and a
Java runtime.

Spark has no unsigned integers, so sets are returned as signed integers with the same bits. Spark reads
unsigned 64-bit columns of Parquet files as decimals, which the function `sets` converts. Files with signed
columns are smaller, and Spark reads them faster. `setwise convert --signed` writes such files. A
program can write views such as `knights.view(np.int64)` instead of unsigned columns.
"""

import os
import sys
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyspark.sql import SparkSession


def sets(column):
    """Converts a column of sets to uint64. The sets are signed integers, or decimals if a file stored them unsigned."""
    if pa.types.is_decimal(column.type):
        return pc.cast(column, pa.uint64()).to_numpy(zero_copy_only=False)
    return column.to_numpy(zero_copy_only=False).view(np.uint64)


def batch_of(**columns):
    """Returns a batch of columns in signed types, because Spark has no unsigned types."""
    signed = {np.dtype(np.uint64): np.int64, np.dtype(np.uint8): np.int16}
    return pa.RecordBatch.from_pydict({name: column.astype(signed[column.dtype]) for name, column in columns.items()})


def read(batches):
    """Reads batches of FENs and yields batches of sets and features."""
    import setwise

    for batch in batches:
        positions = setwise.read_fens(batch["fen"])
        moves = setwise.knight_moves(positions.white_knights, positions.white)
        yield batch_of(moves=moves, white_forks_safe=positions.white_forks_safe)


def attack(batches):
    """Yields the set of squares that the white knights attack, and its size, for batches of positions from a file."""
    import setwise

    for batch in batches:
        knights = sets(batch["knights"]) & sets(batch["white"])
        yield batch_of(attacks=setwise.knight_attacks(knights), mobility=setwise.counts.knight_attacks(knights))


def unsigned(rows, name):
    return [row[name] % 2**64 for row in rows]


def run(fens):
    import setwise

    os.environ["PYSPARK_PYTHON"] = sys.executable  # workers use the same environment
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        table = (
            spark.createDataFrame([(n, fen) for n, fen in enumerate(fens)], "n long, fen string").coalesce(1).sort("n")
        )
        read_rows = table.select("fen").mapInArrow(read, "moves long, white_forks_safe long").collect()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "positions.parquet")
            pq.write_table(setwise.read_fens(fens).to_arrow(), path)
            file = spark.read.parquet(path).select("knights", "white")
            attack_rows = file.mapInArrow(attack, "attacks long, mobility short").collect()
    finally:
        spark.stop()
    return {name: unsigned(read_rows, name) for name in ("moves", "white_forks_safe")} | {
        name: unsigned(attack_rows, name) for name in ("attacks", "mobility")
    }

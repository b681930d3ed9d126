"""PySpark: `mapInArrow` passes batches of columns. It needs a Java runtime.

Spark has no unsigned integers: it reads unsigned columns of Parquet files as decimals. So pass sets as signed words, which have the
same bits: here by views as int64, and in files by `setwise convert --signed`. To use a decimal column, cast it:
`pc.cast(column, pa.uint64())`.
"""

import os
import sys

import numpy as np
import pyarrow as pa
from pyspark.sql import SparkSession

SCHEMA = "attacks long, mobility short, moves long, white_forks_safe long"


def compute(batches):
    import setwise

    for batch in batches:
        positions = setwise.read_fens(batch["fen"])
        knights = positions.white_knights
        columns = {
            "attacks": setwise.knight_attacks(knights),
            "mobility": setwise.counts.knight_attacks(knights),
            "moves": setwise.knight_moves(knights, positions.white),
            "white_forks_safe": positions.white_forks_safe,
        }
        signed = {np.dtype(np.uint64): np.int64, np.dtype(np.uint8): np.int16}
        yield pa.RecordBatch.from_pydict(
            {name: column.astype(signed[column.dtype]) for name, column in columns.items()}
        )


def run(fens):
    os.environ["PYSPARK_PYTHON"] = sys.executable  # workers use the same environment
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        frame = (
            spark.createDataFrame([(n, fen) for n, fen in enumerate(fens)], "n long, fen string").coalesce(1).sort("n")
        )
        rows = frame.select("fen").mapInArrow(compute, SCHEMA).collect()
    finally:
        spark.stop()
    unsigned = lambda name: [row[name] % 2**64 for row in rows]
    return {name: unsigned(name) for name in ("attacks", "mobility", "moves", "white_forks_safe")}

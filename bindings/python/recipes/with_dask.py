"""Dask: reads a column of FENs and computes features in several threads or on several machines, which
share the partitions. The recipe also applies ufuncs to columns and arrays."""

import dask.dataframe as dd
import pandas as pd

import setwise


def features(partition):
    """Returns the columns and features of the positions in a partition, which has a column of FENs."""
    positions = setwise.read_fens(partition["fen"])
    return positions.to_pandas("white_forks_safe").set_index(partition.index)


def run(fens):
    frame = dd.from_pandas(pd.DataFrame({"fen": fens}), npartitions=4)  # or dd.read_csv, dd.read_parquet
    # Dask needs the types of the columns in advance. The result for a partition without rows has these types.
    positions = frame.map_partitions(features, meta=features(pd.DataFrame({"fen": []}, dtype="str")))
    knights = positions["knights"] & positions["white"]
    # A ufunc returns a column if its input is a column, and an array if its input is an array. Nothing is
    # computed before `compute` is called.
    lazy = {
        "attacks": setwise.knight_attacks(knights),
        "mobility": setwise.counts.knight_attacks(knights),
        "moves": setwise.knight_moves(knights.values, positions["white"].values),
        "white_forks_safe": positions["white_forks_safe"],
    }
    return {name: column.compute() for name, column in lazy.items()}

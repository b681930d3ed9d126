"""Polars: converts a column of FENs to columns of positions and features, and uses ufuncs in expressions."""

import polars as pl

import setwise


def features(frame):
    """Adds features to a frame with a column of FENs. The strings are read in place."""
    positions = setwise.read_fens(frame["fen"])
    return frame.hstack(positions.to_polars("white_forks_safe"))


def attacks(frame):
    """Adds columns of sets and numbers. Lazy queries accept the same expressions."""
    white_knights = pl.col("knights") & pl.col("white")
    return frame.with_columns(
        attacks=white_knights.map_batches(setwise.knight_attacks, return_dtype=pl.UInt64),
        # If a ufunc receives a Series, Polars expects results of the same type. Counts have another type, so
        # this ufunc receives a NumPy array.
        mobility=white_knights.map_batches(
            lambda knights: pl.Series(setwise.counts.knight_attacks(knights.to_numpy())), return_dtype=pl.UInt8
        ),
        moves=pl.struct(white_knights.alias("knights"), "white").map_batches(
            lambda columns: setwise.knight_moves(columns.struct["knights"], columns.struct["white"]),
            return_dtype=pl.UInt64,
        ),
    )


def run(fens):
    return attacks(features(pl.DataFrame({"fen": fens}))).to_dict(as_series=False)

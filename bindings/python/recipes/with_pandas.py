"""pandas: converts a column of FENs to columns of positions and features, and applies ufuncs to columns."""

import pandas as pd

import setwise


def features(frame):
    """Adds features to a frame with a column of FENs."""
    positions = setwise.read_fens(frame["fen"])
    return frame.join(positions.to_pandas("white_forks_safe").set_index(frame.index))


def attacks(frame):
    """Adds columns of sets and numbers. A ufunc returns a Series with the same index as its input."""
    white_knights = frame["knights"] & frame["white"]
    return frame.assign(
        attacks=setwise.knight_attacks(white_knights),
        mobility=setwise.counts.knight_attacks(white_knights),
        moves=setwise.knight_moves(white_knights, frame["white"]),
    )


def run(fens):
    return attacks(features(pd.DataFrame({"fen": fens}))).to_dict(orient="list")

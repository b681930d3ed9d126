"""Dask: ufuncs of arrays that are larger than memory, block by block on several threads."""

import dask.array as da

import setwise


def run(fens):
    positions = setwise.read_fens(fens)
    knights, white = (da.from_array(column, chunks=100) for column in (positions.white_knights, positions.white))
    # A ufunc of a Dask array is a Dask array: nothing is computed before `compute`.
    lazy = {
        "attacks": setwise.knight_attacks(knights),
        "mobility": setwise.counts.knight_attacks(knights),
        "moves": setwise.knight_moves(knights, white),
        "white_forks_safe": da.from_array(positions.white_forks_safe, chunks=100),
    }
    return {name: array.compute() for name, array in lazy.items()}

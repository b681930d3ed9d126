"""Boards for the tests."""

import numpy as np
import pytest


@pytest.fixture
def random():
    """Returns a generator of the same numbers in every run."""
    return np.random.default_rng(7)


def sets(random, n):
    """Returns `n` sets: sparse and dense ones, the empty set and the whole board among them."""
    words = random.integers(0, 1 << 64, (4, n), dtype=np.uint64, endpoint=False)
    few, many = words[0] & words[1] & words[2] & words[3], words[0] | words[1]
    boards = np.choose(random.integers(0, 4, n), [few, words[0] & words[1], words[0], many])
    boards[:2] = 0, (1 << 64) - 1
    random.shuffle(boards)
    return boards

"""Threads, processes and signals."""

import multiprocessing
import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import sets

import setwise


def test_many_threads(random):
    knights, own = sets(random, 50_000), sets(random, 50_000)
    want = setwise.knight_moves(knights, own)

    def work(n):
        with setwise.use_backend(setwise.backends()[n % len(setwise.backends())]):
            strided = setwise.knight_moves(knights[::-3], own[::-3])
            return (setwise.knight_moves(knights, own) == want).all() and (strided == want[::-3]).all()

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(64)))


def test_the_backend_of_a_thread_is_its_own():
    names = []
    with setwise.use_backend("scalar-prefix"):
        thread = threading.Thread(target=lambda: names.append(setwise.backend()))
        thread.start()
        thread.join()
        assert setwise.backend() == "scalar-prefix"
    assert names == [setwise.backends()[0]]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_after_a_fork(random):
    boards = sets(random, 10_000)
    want = setwise.knight_attacks(boards[::2])  # the parent has used its blocks
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for found in pool.map(setwise.knight_attacks, [boards[::2]] * 4):
            assert (found == want).all()

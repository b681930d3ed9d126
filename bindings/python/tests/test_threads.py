"""Tests calls from several threads, and after a fork."""

import multiprocessing
import os
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import master_fens, sets

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


def test_many_threads_read_the_same_source():
    fens = master_fens()
    text = "\n".join(fens).encode()
    want = setwise.read_fens(text).features("white_forks_safe", "black_king_escapes")

    def work(n):
        positions = shared if n % 3 == 0 else setwise.read_fens(fens if n % 3 == 1 else text)
        found = positions.features(*want)
        return all(np.array_equal(found[name], want[name]) for name in want)

    shared = setwise.read_fens(fens)
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(24)))


def test_a_list_may_change_while_it_is_read():
    """While another thread changes the list, each row must still be read as a text that was in the list."""
    a, b = "8/8/4k3/8/8/4K3/4N3/8 b - -", "7k/8/8/8/8/8/8/K7 w - -"
    fens, ready = [a] * 200_000, threading.Event()

    def change():
        for n in range(0, 150_000, 7):
            fens[n] = f"{b} {n}"  # a new string for each row
            if n % 70 == 0:
                fens.pop()
            ready.set()

    thread = threading.Thread(target=change)
    thread.start()
    ready.wait()
    positions = setwise.read_fens(fens)
    thread.join()
    assert set(positions.knights.tolist()) <= {0, 1 << 12} and len(positions) <= 200_000


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
    want = setwise.knight_attacks(boards[::2])  # fills the thread's block buffers before the fork
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for found in pool.map(setwise.knight_attacks, [boards[::2]] * 4):
            assert (found == want).all()

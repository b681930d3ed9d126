"""Boards and positions for the tests."""

import functools
import pathlib
from random import Random

import chess.pgn
import numpy as np
import pytest

GAMES = pathlib.Path(__file__).parents[3] / "tests" / "testkit" / "games" / "master_games.pgn"


@pytest.fixture
def random():
    """Returns a random generator that yields the same numbers in every run."""
    return np.random.default_rng(7)


def sets(random, n):
    """Returns `n` sparse and dense sets, including the empty set and the whole board."""
    words = random.integers(0, 1 << 64, (4, n), dtype=np.uint64, endpoint=False)
    few, many = words[0] & words[1] & words[2] & words[3], words[0] | words[1]
    boards = np.choose(random.integers(0, 4, n), [few, words[0] & words[1], words[0], many])
    boards[:2] = 0, (1 << 64) - 1
    random.shuffle(boards)
    return boards


@functools.cache
def master_boards():
    """Returns all positions of the games in the file `GAMES` as boards of python-chess."""
    if not GAMES.exists():
        pytest.skip(f"{GAMES} is not here; it belongs to the repository and not to the source package")
    boards = []
    with GAMES.open() as file:
        while game := chess.pgn.read_game(file):
            assert not game.errors
            boards.extend(node.board() for node in [game, *game.mainline()])
    return boards


def playouts(n):
    """Returns `n` positions of games with random moves. Every run has the same games."""
    random, boards = Random(7), []
    while len(boards) < n:
        board = chess.Board()
        while board.ply() < 200 and len(boards) < n and (moves := list(board.legal_moves)):
            board.push(random.choice(moves))
            boards.append(board.copy(stack=False))
    return boards


def master_fens():
    return [board.fen() for board in master_boards()]


KINDS = ("pawns", "knights", "bishops", "rooks", "queens", "kings")
START = chess.STARTING_FEN
BAD = "rnbqkbnr/pppppppp/8p/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def check(positions, boards):
    """Checks that positions have the same pieces and sides to move as boards of python-chess."""
    assert len(positions) == len(boards)
    for name in KINDS:
        assert getattr(positions, name).tolist() == [getattr(board, name) for board in boards]
    assert positions.white.tolist() == [board.occupied_co[chess.WHITE] for board in boards]
    assert positions.black.tolist() == [board.occupied_co[chess.BLACK] for board in boards]
    assert positions.white_to_move.tolist() == [board.turn for board in boards]

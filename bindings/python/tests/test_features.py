"""Compares features with python-chess."""

import importlib
import io
import re

import chess
import numpy as np
import pytest
from by_chess import features, of_side_to_move
from conftest import KINDS, START, master_boards, master_fens, playouts
from oracle import BOARD, KNIGHT, bits, leap

import setwise

def compare(boards, positions, of_board=features):
    """Compares the features of positions with those that `by_chess.py` computes for the same boards."""
    assert len(boards) == len(positions)
    want = [of_board(board) for board in boards]
    for name, found in positions.features(*want[0]).items():
        wrong = [n for n, number in enumerate(found.tolist()) if number != want[n][name]]
        assert not wrong, (name, boards[wrong[0]].fen())


def test_twenty_thousand_positions_have_the_features_of_python_chess():
    boards = master_boards()
    boards = boards + playouts(20_000 - len(boards))
    compare(boards, setwise.read_fens([board.fen() for board in boards], rights=True))


def test_the_oracle_has_at_least_thirty_features_of_each_side():
    names = features(chess.Board()).keys()
    assert names <= setwise.FEATURES.keys()
    assert all(sum(name.startswith(side) for name in names) >= 30 for side in ("white_", "black_"))


@pytest.mark.parametrize("own", ["white", "black"])
def test_the_largest_number_fits_a_byte(own):
    """Knights on all light squares have the largest number of moves, which must fit into a byte."""
    knights = {(file, rank) for file, rank in BOARD if (file + rank) % 2}
    moves = sum(len(leap({knight}, KNIGHT) - knights) for knight in knights)
    none, sets = np.zeros(1, np.uint64), np.array([bits(knights)], np.uint64)
    sides = dict(white=none, black=none) | {own: sets}
    positions = setwise.Positions(none, sets, none, none, none, none, **sides, white_to_move=[True])
    counts = getattr(positions, f"{own}_knight_move_count")
    assert counts.dtype == np.uint8 and counts.tolist() == [moves] == [168]


@pytest.mark.parametrize("byte", [2, 255])
def test_any_byte_but_0_is_true(byte):
    positions = setwise.Positions.from_chess(master_boards()[:300])
    white = (positions.white_to_move * np.uint8(byte)).view(bool)
    words = [getattr(positions, name) for name in (*KINDS, "white", "black")]
    same = setwise.Positions(*words, white, unmoved_rooks=positions.unmoved_rooks, en_passant=positions.en_passant)
    for name, column in positions.features().items():
        np.testing.assert_array_equal(same.features(name)[name], column, err_msg=name)


RARE = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/1R2K2R b KQk - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "2q1k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
    "4k3/8/8/8/4r3/3n4/8/R3K2R w KQ - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
]
"""Positions with castling, en passant, mate, stalemate, a pin, a double check, and 218 legal moves."""


def test_features_of_the_side_to_move():
    boards = [chess.Board(fen) for fen in RARE]
    compare(boards, setwise.Positions.from_chess(boards), of_side_to_move)
    compare(boards, setwise.read_fens("\n".join(RARE).encode(), rights=True), of_side_to_move)
    found = setwise.read_fens(RARE, rights=True).features("in_check", "legal_move_count", "checkmate", "stalemate")
    assert [column.dtype for column in found.values()] == [bool, np.uint16, bool, bool]
    assert found["legal_move_count"].max() == 218


def test_castling_of_chess960_counts():
    """Boards of Chess960 and their texts in both notations have the moves of python-chess, before and after castling."""
    boards = [chess.Board.from_chess960_pos(n) for n in range(960)]
    for n, board in enumerate(boards):
        for square in chess.SquareSet(board.knights | board.bishops | board.queens):
            if n % 2:
                board.remove_piece_at(square)
    fens = [
        "4k3/8/8/8/8/8/8/4KR2 w F - 0 1",
        "4k3/8/8/8/8/8/8/rRK5 w B - 0 1",
        "4kr2/8/8/8/8/7p/7P/6KR w H - 0 1",
    ]
    boards += [chess.Board(fen, chess960=True) for fen in fens]
    read = [setwise.read_fens([getattr(board, f)() for board in boards], rights=True) for f in ("fen", "shredder_fen")]
    for positions in (setwise.Positions.from_chess(boards), *read):
        compare(boards, positions, of_side_to_move)
        assert positions.unmoved_rooks.tolist() == [board.clean_castling_rights() for board in boards]
        restored = [position.to_chess() for position in positions]
        assert [list(board.legal_moves) for board in restored[-3:]] == [list(board.legal_moves) for board in boards[-3:]]
        assert [board.legal_moves.count() for board in restored] == positions.legal_move_count.tolist()
    # A board of chess does not castle from the squares of Chess960.
    boards = [chess.Board(fen) for fen in fens]
    compare(boards, setwise.Positions.from_chess(boards), of_side_to_move)


def test_counts_above_255_fit():
    board = chess.Board("QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/kQ5Q/1Q5Q/KNQQQQQQ w - - 0 1")
    assert setwise.read_fens([board.fen()], rights=True).legal_move_count.tolist() == [board.legal_moves.count()] == [272]


def test_rights_are_those_of_python_chess(tmp_path):
    """Every way to read text must find the same rights, and nulls have none."""
    fens = [board.fen(en_passant="fen") for board in master_boards()[:300]] + RARE
    boards = [chess.Board(fen) for fen in fens]
    rooks = [board.castling_rights for board in boards]
    squares = [64 if board.ep_square is None else board.ep_square for board in boards]
    text = "\n".join(fens).encode()
    (tmp_path / "games.fen").write_bytes(text)
    sources = [text, tmp_path / "games.fen", io.BytesIO(text), fens]
    for package, column in [("polars", "Series"), ("pyarrow", "array")]:
        try:
            sources.append(getattr(importlib.import_module(package), column)(fens))
        except ImportError:
            pass
    for source in sources:
        positions = setwise.read_fens(source, rights=True)
        assert positions.unmoved_rooks.tolist() == rooks and positions.en_passant.tolist() == squares
        assert [position.fen() for position in positions] == [fen.rsplit(" ", 2)[0] for fen in fens]
        assert [position.to_chess().castling_rights for position in positions] == rooks
    positions = setwise.Positions.from_chess(boards)
    rooks = [board.clean_castling_rights() for board in boards]
    assert positions.unmoved_rooks.tolist() == rooks and positions.en_passant.tolist() == squares
    assert [position.to_chess().ep_square for position in positions] == [board.ep_square for board in boards]
    assert set(dir(setwise.read_fens(fens))) == set(dir(positions)) and not hasattr(setwise.read_fens(fens), "en_passant")


@pytest.mark.parametrize("on_bad", ["null", "skip"])
@pytest.mark.parametrize("as_text", [False, True])
def test_bad_rows_have_no_rights(on_bad, as_text):
    fens = [START, "8/8/8", RARE[2], "not a position"] * 100
    positions = setwise.read_fens("\n".join(fens).encode() if as_text else fens, on_bad=on_bad, rights=True)
    good = positions if positions.valid is None else positions[positions.valid]
    corners = (1 << 0) + (1 << 7) + (1 << 56) + (1 << 63)
    assert good.unmoved_rooks.tolist() == [corners, 0] * 100 and good.en_passant.tolist() == [64, 43] * 100
    assert good.legal_move_count.tolist() == [20, 7] * 100
    if on_bad == "null":
        assert positions.unmoved_rooks.tolist() == [corners, 0, 0, 0] * 100
        assert positions.en_passant.tolist() == [64, 64, 43, 64] * 100
        assert positions.legal_move_count.mask.tolist() == [False, True] * 200
        assert positions.checkmate.tolist() == [False, None] * 200


def test_features_that_need_rights_are_not_computed_without_them():
    positions = setwise.read_fens([START])
    expected = (
        "legal_move_count depends on castling rights and en passant squares, which these positions do not have; "
        "read them with rights=True, or pass the columns unmoved_rooks and en_passant"
    )
    for names in (["legal_move_count"], ["white_forks", "legal_move_count", "checkmate"]):
        with pytest.raises(ValueError, match=f"^{re.escape(expected)}$"):
            positions.features(*names)
    with pytest.raises(AttributeError, match=f"^{re.escape(expected)}$"):
        positions.legal_move_count
    assert not positions.in_check[0]  # rights do not matter
    needed = {"legal_move_count", "checkmate", "stalemate"}
    assert positions.features().keys() == setwise.FEATURES.keys() - needed
    columns = positions.arrays()
    with pytest.raises(ValueError, match="^checkmate depends on castling rights"):
        setwise.Positions(**columns, en_passant=[64]).features("checkmate")
    assert setwise.Positions(**columns, en_passant=[64], unmoved_rooks=[0]).legal_move_count.tolist() == [20]


def test_positions_with_other_rights_are_not_equal():
    with_rights, without = setwise.read_fens([RARE[0], RARE[0].replace("KQkq", "-")], rights=True)
    assert with_rights != without and with_rights == setwise.read_fens([RARE[0]], rights=True)[0]
    assert with_rights != setwise.read_fens([RARE[0]])[0] and len({with_rights, without}) == 2
    assert with_rights.fen() == RARE[0][:-4] and with_rights.to_chess().has_castling_rights(chess.BLACK)


def test_views_of_rights_are_read_like_copies():
    positions = setwise.read_fens(master_fens(), rights=True)
    for rows in (slice(None, None, -3), slice(7, 5000, 2)):
        np.testing.assert_array_equal(positions[rows].legal_move_count, positions.legal_move_count[rows])

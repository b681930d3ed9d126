"""Tests reading positions from every kind of text, and operations on positions."""

import array
import gzip
import io
import pickle
import subprocess
import sys

import chess
import numpy as np
import pytest
from conftest import BAD, KINDS, START, check, master_boards, master_fens

import setwise


def same(a, b):
    return len(a) == len(b) and all(np.array_equal(x, y) for x, y in zip(a.arrays().values(), b.arrays().values()))


def test_every_kind_of_text(tmp_path):
    boards, fens = master_boards(), master_fens()
    text = "".join(f"{fen}\n" for fen in fens).encode()
    path = tmp_path / "games.fen"
    path.write_bytes(text)
    (tmp_path / "games.fen.gz").write_bytes(gzip.compress(text))
    sources = [
        fens,
        [fen + "\n" for fen in fens],
        tuple(fens),
        iter(fens),
        [fen.encode() for fen in fens],
        np.array(fens),
    ]
    sources += [np.array(fens, object), text, bytearray(text), path, str(path), io.BytesIO(text), path.open("rb")]
    sources += [gzip.open(tmp_path / "games.fen.gz"), b"\xef\xbb\xbf" + text, text.replace(b"\n", b"\r\n")]
    for source in sources:
        check(setwise.read_fens(source), boards)
    check(setwise.Positions.from_chess(boards), boards)
    for backend in setwise.backends():
        with setwise.use_backend(backend):
            check(setwise.read_fens(text), boards)


@pytest.mark.parametrize("before", [0, 1, 63, 64, 200, 4095, 4096, 9000])
def test_errors_name_the_line_the_reason_and_the_text(before, tmp_path):
    fens = [START] * before + [BAD, "x"]
    reason = "rank 6 has 9 squares, not 8: 'rnbqkbnr/pppppppp/8p/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'"
    path = tmp_path / "games.fen"
    path.write_text("\n".join(["# a comment", *fens]))
    for source, place in [
        (fens, f"row {before}"),
        (path.read_bytes(), f"line {before + 2}:19"),
        (path, f"{path}:{before + 2}:19"),
    ]:
        with pytest.raises(ValueError) as error:
            setwise.read_fens(source)
        assert str(error.value) == f"{place}: {reason}"
        assert len(setwise.read_fens(source, on_bad="skip")) == before
        null = setwise.read_fens(source, on_bad="null")
        assert np.flatnonzero(~null.valid).tolist() == [before, before + 1] and len(null) == before + 2
        assert not null.kings[before:].any() and same(null[:before], setwise.read_fens([START] * before))


def test_blank_lines_and_comments():
    """Blank lines and comments are skipped in a text. In a list, they are bad rows. `test_rows.py` tests the errors."""
    rows = ["# one", START, "", "  ", START + "\n", "#"]
    assert len(setwise.read_fens(rows, on_bad="skip")) == 2 == len(setwise.read_fens("\n".join(rows).encode()))
    assert setwise.read_fens(rows, on_bad="null").valid.tolist() == [False, True, False, False, True, False]
    assert setwise.read_fens("\n".join(rows).encode(), on_bad="null").valid is None
    assert len(setwise.read_fens([])) == len(setwise.read_fens(b"")) == 0


@pytest.mark.parametrize(
    "text, reason",
    [
        (f"{START}\n{START}", "a line feed inside the line"),
        (f"# {START}\n{START}", "a line feed inside the line"),
        ("8/8/8/8/8/8/8/8 w", "white has 0 kings, not 1"),
        ("P6k/8/8/8/8/8/8/K7 w", "white has a pawn on rank 8"),
        ("k7/8/8/8/8/8/8/K7", "no side to move after the placement"),
        ("k7/8/8/8/8/8/8/K7 x", "the side to move is w or b, not 'x'"),
        (START + "\0", "a NUL byte"),
        ("\ud800", "'?' is neither a piece nor a number from 1 to 8"),
        ("x" * 5000, "more than 4096 bytes in one line"),
        ("käse w", "byte 0xc3 is neither a piece nor a number from 1 to 8"),
    ],
)
def test_rows_that_are_not_positions(text, reason):
    with pytest.raises(ValueError, match=f"^row 1: {reason.replace('?', '[?]')}"):
        setwise.read_fens([START, text])
    assert setwise.read_fens([START, text, START], on_bad="null").valid.tolist() == [True, False, True]


def test_rules():
    assert len(setwise.read_fens(["8/8/8/8/8/8/8/8 w"], rules="any_kings")) == 1
    assert len(setwise.read_fens([b"P7/8/8/8/8/8/8/8 w"], rules="any_pieces")) == 1
    with pytest.raises(ValueError, match="a pawn on rank 8"):
        setwise.read_fens(["P7/8/8/8/8/8/8/8 w"], rules="any_kings")


@pytest.mark.parametrize("bad", [1, 1.5, None, [1], [START, 2.5], {"a": 1}.items(), array.array("d", [1.0])])
def test_sources_that_are_not_text(bad):
    with pytest.raises(TypeError):
        setwise.read_fens(bad)


def test_wrong_arguments(tmp_path):
    with pytest.raises(ValueError, match="on_bad must be 'raise', 'skip' or 'null', not 'ignore'"):
        setwise.read_fens([], on_bad="ignore")
    with pytest.raises(ValueError, match="rules must be 'chess', 'any_kings' or 'any_pieces', not 'checkers'"):
        setwise.read_fens([], rules="checkers")
    with pytest.raises(FileNotFoundError) as error:
        setwise.read_fens(START)
    assert "pass [fen] for a position" in error.value.__notes__[0]
    with pytest.raises(FileNotFoundError):
        setwise.read_fens(tmp_path / "none.fen")
    with pytest.raises(TypeError, match="open it in binary mode"):
        setwise.read_fens(io.StringIO(START))
    with pytest.raises(TypeError, match="row 2 is of type int, not str"):
        setwise.read_fens([START, START, 7])


def test_an_error_of_a_file_arrives():
    class Broken:
        def read(self, size):
            raise ConnectionError("lost")

    with pytest.raises(ConnectionError, match="lost"):
        setwise.read_fens(Broken())


def test_slices_masks_and_elements():
    boards = master_boards()[:200]
    positions = setwise.Positions.from_chess(boards)
    check(positions[10:50], boards[10:50])
    check(positions[::-3], boards[::-3])
    check(positions[positions.white_to_move], [board for board in boards if board.turn])
    check(positions[[5, 3, 3, -1]], [boards[n] for n in (5, 3, 3, -1)])
    assert np.shares_memory(positions[10:50].knights, positions.knights)
    for n, position in enumerate(positions):
        assert position == positions[n] and position.to_chess().board_fen() == boards[n].board_fen()
        assert position.fen() == boards[n].epd(en_passant="fen")
        assert repr(position).splitlines()[:8] == str(boards[n]).splitlines()
        with pytest.raises(AttributeError):
            position.white_to_move = None  # the hash depends on the side to move
    for n in (0, -1, 199, np.uint8(7), np.array(7), setwise.Board(7)):
        assert positions[n] == positions[int(n)]
    for n in (200, -201, True, None, 1.0, "0", [[0]], [0.5], ["0"], np.array([]), [True, False]):
        with pytest.raises(IndexError):
            positions[n]
    for nothing in ([], (), range(0), np.array([], int), np.array([], bool)):
        assert len(positions[nothing]) == 0 and len(positions[nothing].features("white_forks")["white_forks"]) == 0
    assert positions[[]].valid is None and len(setwise.read_fens([None], on_bad="null")[[]].valid) == 0
    assert same(pickle.loads(pickle.dumps(positions)), positions)


def test_boards_of_python_chess_are_taken_from_any_iterable_once():
    boards = master_boards()[:300]
    for source in (boards, tuple(boards), iter(boards), (board for board in boards), map(chess.Board.copy, boards)):
        check(setwise.Positions.from_chess(source), boards)
    for nothing in ([], iter(()), (board for board in ())):
        assert len(setwise.Positions.from_chess(nothing)) == 0

    def played(moves):
        board = chess.Board()
        yield board
        for move in moves:
            board.push_uci(move)
            yield board

    moves = ["e2e4", "e7e5", "g1f3"]
    check(setwise.Positions.from_chess(played(moves)), [board.copy() for board in played(moves)])
    for bad in (None, chess.BaseBoard(), START, setwise.read_fens([START])[0]):
        with pytest.raises(TypeError, match=f"^element 1 is of type {type(bad).__name__}, expected a chess.Board$"):
            setwise.Positions.from_chess([boards[0], bad])


def test_features_of_views_are_those_of_copies():
    positions = setwise.Positions.from_chess(master_boards())
    everything = positions.features()
    assert list(everything) == list(setwise.FEATURES)
    some = positions[5::3].features("black_forks_safe", "white_knight_move_count")
    assert list(some) == ["black_forks_safe", "white_knight_move_count"]
    for name, values in some.items():
        np.testing.assert_array_equal(values, everything[name][5::3])
        np.testing.assert_array_equal(getattr(positions, name), everything[name])
    for backend in setwise.backends():
        with setwise.use_backend(backend):
            found = positions.features()
            assert all(np.array_equal(found[name], everything[name]) for name in everything)


def test_names_of_features():
    positions = setwise.read_fens([START])
    with pytest.raises(AttributeError, match="did you mean .*white_forks_safe.*`setwise list` shows all names$"):
        positions.white_fork_safe
    with pytest.raises(ValueError, match="did you mean .*white_forks_safe.*`setwise list` shows all names$"):
        positions.features("white_fork_safe")
    assert "white_forks_safe" in dir(positions) and not hasattr(positions, "_x")


def test_columns_may_belong_to_anything():
    knights = np.array([0x42, 0], np.int64)
    none = np.zeros(2, np.uint64)
    positions = setwise.Positions(none, knights, none, none, none, none, knights, none, [True, False])
    assert np.shares_memory(positions.knights, knights) and positions.white_knight_move_count.tolist() == [6, 0]
    full = np.full(2, -1)
    everywhere = setwise.Positions(none, full, none, none, none, none, full[:], none, [True, True])
    assert everywhere.features("white_knight_attacks")["white_knight_attacks"].tolist() == [2**64 - 1] * 2
    with pytest.raises(ValueError, match="different lengths"):
        setwise.Positions(none, none[:1], none, none, none, none, none, none, [True, True])
    for bad in ([1, 0], True, [[True, False]]):
        with pytest.raises(TypeError, match="white_to_move must be a one-dimensional array of bool, not "):
            setwise.Positions(*[none] * 8, bad)
        with pytest.raises(TypeError, match="valid must be a one-dimensional array of bool, not "):
            setwise.Positions(*[none] * 8, [True, False], bad)
    assert len(setwise.Positions(*[[]] * 9, score=[])) == len(setwise.Positions(*[()] * 9, valid=[])) == 0
    with pytest.raises(TypeError, match="pawns must be a one-dimensional array of uint64"):
        setwise.Positions(np.zeros(2), *[none] * 7, [True, True])


def test_pictures_of_positions():
    svg = setwise.read_fens([START])[0]._repr_svg_()
    assert svg.count("<rect") == 64 and svg.count("<text") == 32 and svg.count("♙") == 8 and svg.count("♚") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_a_keyboard_interrupt_ends_a_long_call():
    """A process must be able to interrupt itself while it reads an endless file."""
    code = f"""
import os, signal, setwise
signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored in background jobs
class Endless:
    pieces = 0
    def read(self, size):
        self.pieces += 1
        if self.pieces == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return b"{START}\\n" * 20000
try:
    setwise.read_fens(Endless())
except KeyboardInterrupt:
    print("interrupted")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert run.stdout == "interrupted\n", run.stderr


def test_import_brings_nothing_but_numpy():
    code = "import sys, numpy; before = set(sys.modules); import setwise; print(sorted({m.partition('.')[0] for m in set(sys.modules) - before}))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "['setwise']\n"

"""Checks the type stubs against the package, and against a program that uses the package."""

import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("mypy")


def test_the_stubs_are_those_of_the_package(tmp_path):
    configuration = pathlib.Path(__file__).parents[1] / "pyproject.toml"
    command = [sys.executable, "-m", "mypy.stubtest", "--mypy-config-file", str(configuration), "setwise"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr


# Lines of a program, each with the message that the type checker prints for the line, or None.
PROGRAM = [
    ("import setwise", None),
    ("reveal_type(setwise.squares([1]))", "setwise.Squares"),
    ("reveal_type(setwise.knight_move_list([1], [1], padded=True))", "numpy.ndarray["),
    ('reveal_type(setwise.read_fens(["x"]).white_forks)', "numpy.ndarray["),
    ('reveal_type(setwise.read_fens(["x"], rights=True).in_check)', "bool"),
    ('reveal_type(setwise.read_fens(["x"])[1:])', "setwise._positions.Positions"),
    ('reveal_type(setwise.read_packed(b"", "bulletformat"))', "setwise._positions.Positions"),
    ('reveal_type(setwise.read_games(b"", plies=(3, None)).ply)', "numpy.ndarray["),
    ("reveal_type(setwise.Board(5) | 3)", "setwise.Board"),
    ('setwise.read_fens(["x"], on_bad="ignore")', "incompatible type \"Literal['ignore']\""),
    ('setwise.read_fens(["x"]).white_fork', 'has no attribute "white_fork"'),
    ("setwise.knight_atacks(1)", 'has no attribute "knight_atacks"'),
    ('with setwise.use_backend("x"): setwise.counts.knight_attacks(1)', None),
]


def test_types_are_those_of_a_caller(tmp_path):
    (tmp_path / "program.py").write_text("".join(f"{line}\n" for line, _ in PROGRAM))
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "program.py"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    for n, (line, expected) in enumerate(PROGRAM, 1):
        said = [message for message in run.stdout.splitlines() if message.startswith(f"program.py:{n}: ")]
        if expected is None:
            assert not said
        else:
            assert any(expected in message for message in said), (line, run.stdout + run.stderr)

"""The stubs: checked against the package, and against code that uses it."""

import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("mypy")


def test_the_stubs_are_those_of_the_package():
    configuration = pathlib.Path(__file__).parents[1] / "pyproject.toml"
    command = [sys.executable, "-m", "mypy.stubtest", "--mypy-config-file", str(configuration), "setwise"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(
    "code, error",
    [
        ('reveal_type(setwise.read_fens(["x"]).white_forks)', "numpy.ndarray["),
        ('reveal_type(setwise.read_packed(b"", "bulletformat"))', "dict[str, "),
        ("reveal_type(setwise.Board(5) | 3)", "setwise.Board"),
        ('setwise.read_fens(["x"], on_bad="ignore")', 'incompatible type "Literal[\'ignore\']"'),
        ('setwise.read_fens(["x"]).white_fork', 'has no attribute "white_fork"'),
        ("setwise.knight_atacks(1)", 'has no attribute "knight_atacks"'),
        ('with setwise.use_backend("x"): setwise.counts.knight_attacks(1)', "Success"),
    ],
)
def test_types_are_those_of_a_caller(code, error, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(f"import setwise\n{code}\n")
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), str(program)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert error in run.stdout, run.stdout + run.stderr

"""Runs every example in the documentation, and checks that every ufunc is documented."""

import doctest
import gzip
import importlib
import pkgutil
import re
from pathlib import Path

import numpy as np
import pytest
from conftest import master_fens

import setwise

UFUNCS = [(f"setwise.{name}", getattr(setwise, name)) for name in setwise.__all__]
UFUNCS += [(f"setwise.counts.{name}", getattr(setwise.counts, name)) for name in setwise.counts.__all__]
UFUNCS = [(name, ufunc) for name, ufunc in UFUNCS if isinstance(ufunc, np.ufunc)]
MODULES = ["setwise", *(f"setwise.{module.name}" for module in pkgutil.iter_modules(setwise.__path__))]


@pytest.mark.parametrize("name", [module for module in MODULES if not module.endswith("._setwise")])
def test_examples_of_modules(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def run_code_of(document):
    """Runs all blocks of Python code in a document, joined to one program."""
    if not document.exists():
        pytest.skip(f"{document} is not here; it belongs to the repository and not to the source package")
    blocks = re.findall(r"^```python\n(.*?)^```$", document.read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    exec("".join(blocks), {})


def test_the_chapter_about_own_patterns():
    run_code_of(Path(__file__).parents[3] / "docs/own-pattern.md")


def test_the_readme(tmp_path, monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    Path("games.fen.gz").write_bytes(gzip.compress("\n".join(master_fens()).encode()))
    Path("positions.bin").write_bytes(b"")  # a file without positions
    Path("games.pgn").write_text("1. e4 e5 2. Nf3 *")
    run_code_of(Path(__file__).parents[1] / "README.md")


def test_the_package_has_examples():
    assert doctest.testmod(setwise).attempted > 0


@pytest.mark.parametrize("name, ufunc", UFUNCS, ids=[name for name, _ in UFUNCS])
def test_ufuncs_are_documented(name, ufunc):
    assert ufunc.__doc__.startswith(f"{ufunc.__name__}(") and name.endswith(f".{ufunc.__name__}")
    for part in ("Parameters\n----------\n", "Returns\n-------\n", "(x1) : array_like of"):
        assert part in ufunc.__doc__
    assert all(len(line) <= 100 or line.startswith(ufunc.__name__) for line in ufunc.__doc__.splitlines()[:1])
    examples = doctest.DocTestParser().get_doctest(ufunc.__doc__, {}, name, None, 0)
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_examples_of_ufuncs_are_found():
    parser = doctest.DocTestParser()
    with_examples = [name for name, ufunc in UFUNCS if parser.get_examples(ufunc.__doc__)]
    assert len(with_examples) == 9, with_examples

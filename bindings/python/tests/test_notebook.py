"""Runs the cells of the notebook in order, without Jupyter."""

import functools
import json
import os
import pathlib

import numpy as np
import pytest
from conftest import KINDS

import setwise

NOTEBOOK = pathlib.Path(__file__).parents[1] / "notebooks" / "positions.ipynb"


def test_the_notebook(monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    monkeypatch.delenv("SETWISE_FENS", raising=False)
    monkeypatch.chdir(NOTEBOOK.parent)
    cells = [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] for cell in cells), "the notebook is kept without outputs"
    names = {}
    for cell in cells:
        exec("".join(cell["source"]), names)
    figures = [matplotlib.pyplot.figure(n) for n in matplotlib.pyplot.get_fignums()]
    if folder := os.environ.get("SETWISE_PICTURES"):
        for n, figure in enumerate(figures):
            figure.savefig(pathlib.Path(folder) / f"{n}.png")
    positions = names["positions"]
    assert len(positions) == 100_000
    different = np.unique(np.stack([getattr(positions, name) for name in (*KINDS, "white", "black")], axis=1), axis=0)
    assert len(different) > 75_000
    assert setwise.total(positions.kings) == 200_000 and not (positions.white & positions.black).any()
    pieces = functools.reduce(np.bitwise_or, (getattr(positions, name) for name in KINDS))
    np.testing.assert_array_equal(pieces, positions.white | positions.black)
    assert [len(figure.axes) for figure in figures] == [4, 1]
    images = [np.asarray(axis.images[0].get_array()) for axis in figures[0].axes]
    assert (
        images[0][0, 1] > images[0][7, 1] and images[1][7, 1] > images[1][0, 1]
    )  # white knights on b1, black ones on b8
    assert all((0 <= image).all() and (image <= 1).all() and image.any() for image in images)
    (line,) = figures[1].axes[0].lines
    assert (0 < line.get_ydata()).all() and (line.get_ydata() <= 16).all() and len(line.get_xdata()) > 10
    matplotlib.pyplot.close("all")

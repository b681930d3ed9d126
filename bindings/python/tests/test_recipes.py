"""Runs each recipe whose packages are installed."""

import importlib.util
import pathlib
import shutil

import numpy as np
import pytest
from conftest import master_fens

import setwise

FOLDER = pathlib.Path(__file__).parents[1] / "recipes"
RECIPES = sorted(path.stem for path in FOLDER.glob("with_*.py"))
NEEDS = {
    "with_dask": ["dask.dataframe"],
    "with_duckdb": ["duckdb", "pyarrow"],
    "with_pyspark": ["pandas", "pyarrow", "pyspark"],
}


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_recipes(name):
    """Compares the values that a recipe returns with the results of direct calls of the package."""
    for needed in NEEDS.get(name, [name.removeprefix("with_")]):
        pytest.importorskip(needed)
    if name == "with_pyspark" and not shutil.which("java"):
        pytest.skip("PySpark needs a Java runtime")
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    fens = master_fens()[:500]
    found = recipe.run(fens)
    positions = setwise.read_fens(fens)
    knights, white = positions.knights & positions.white, positions.white
    attacks = setwise.knight_attacks(knights)
    want = {
        "attacks": attacks,
        "mobility": np.bitwise_count(attacks),
        "moves": attacks & ~white,
        "white_forks_safe": positions.white_forks_safe,
    }
    for column, values in want.items():
        assert np.asarray(found[column]).astype(object).tolist() == values.astype(object).tolist(), column


def test_every_recipe_of_the_readme_exists():
    assert RECIPES == [f"with_{name}" for name in ("dask", "duckdb", "pandas", "polars", "pyspark", "torch")]

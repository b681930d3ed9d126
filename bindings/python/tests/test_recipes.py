"""Every recipe is run where its packages are installed."""

import importlib.util
import pathlib
import shutil

import numpy as np
import pytest
from conftest import master_fens

import setwise

RECIPES = sorted(path.stem for path in (pathlib.Path(__file__).parents[1] / "recipes").glob("with_*.py"))
NEEDS = {"with_duckdb": ["duckdb", "pyarrow"], "with_pyspark": ["pyspark", "pyarrow"], "with_dask": ["dask.dataframe"]}


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_recipes(name):
    for needed in NEEDS.get(name, [name.removeprefix("with_")]):
        pytest.importorskip(needed)
    if name == "with_pyspark" and not shutil.which("java"):
        pytest.skip("there is no Java runtime")
    path = pathlib.Path(__file__).parents[1] / "recipes" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
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

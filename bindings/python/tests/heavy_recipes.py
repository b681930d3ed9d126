"""The recipes whose packages are too large to install everywhere: PySpark has 490 MB and needs a
Java runtime, PyTorch has gigabytes.

pytest collects this file only by its name, so a machine without these packages skips nothing:

    pip install pandas pyarrow pyspark torch
    pytest tests/heavy_recipes.py
"""

import pytest
from test_recipes import HEAVY, check


@pytest.mark.parametrize("name", HEAVY)
def test_heavy_recipes(name):
    check(name)

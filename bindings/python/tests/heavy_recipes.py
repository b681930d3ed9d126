"""Tests the recipes whose packages are too large to install everywhere: PySpark has 490 MB and needs a
Java runtime, and PyTorch has several gigabytes.

pytest does not collect this file unless it is named, so other machines report no skipped tests:

    pip install pandas pyarrow pyspark torch
    pytest tests/heavy_recipes.py
"""

import pytest
from test_recipes import HEAVY, check


@pytest.mark.parametrize("name", HEAVY)
def test_heavy_recipes(name):
    check(name)

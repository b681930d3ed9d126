"""Tests the recipes whose packages are too large to install everywhere: PySpark has 490 MB and needs a
Java runtime, and PyTorch has several gigabytes.

pytest runs these tests only if its command line names this file. Machines without the packages therefore report no
skipped tests. These commands run the tests:

    pip install pandas pyarrow pyspark torch
    pytest tests/heavy_recipes.py
"""

import pytest
from test_recipes import HEAVY, check


@pytest.mark.parametrize("name", HEAVY)
def test_heavy_recipes(name):
    check(name)

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "patterns",
    "counts",
    "__version__",
    "unknown_name",
    "backend",
    "backends",
    "set_backend",
    "total",
    "heat",
    "list_squares",
    "list_pairs",
    "picture",
    "evaluate",
    "expression_needs",
    "features",
    "feature_table",
    "rights_fields",
    "read_bytes",
    "read_file",
    "read_list",
    "read_arrow",
    "read_games",
    "read_packed",
]
__version__: str
patterns: dict[str, np.ufunc]
counts: dict[str, np.ufunc]

_Arrays: TypeAlias = tuple[
    list[NDArray[np.uint64]], NDArray[np.bool_], NDArray[np.bool_] | None, dict[str, NDArray[Any]]
]

_Positions: TypeAlias = tuple[
    list[NDArray[np.uint64]], NDArray[np.uint8], tuple[NDArray[np.uint64], NDArray[np.uint8]] | None
]

def unknown_name(kind: str, name: str, names: list[str]) -> str: ...
def backend() -> str: ...
def backends() -> list[str]: ...
def set_backend(name: str) -> str: ...
def total(boards: NDArray[np.uint64]) -> int: ...
def heat(boards: NDArray[np.uint64]) -> NDArray[np.uint64]: ...
def list_squares(boards: NDArray[np.uint64]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
def list_pairs(
    kings: bool, pieces: NDArray[np.uint64], targets: NDArray[np.uint64]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64]]: ...
def picture(board: int) -> str: ...
def feature_table() -> list[tuple[str, str, bool]]: ...
def features(
    positions: _Positions,
    names: list[str],
) -> list[NDArray[Any]]: ...
def evaluate(
    positions: _Positions,
    columns: list[tuple[str, NDArray[np.int64]]],
    text: str,
    is_condition: bool,
) -> NDArray[Any]: ...
def expression_needs(text: str, columns: list[str]) -> tuple[bool, list[str]]: ...
def rights_fields(words: Sequence[int], unmoved_rooks: int, en_passant: int) -> str: ...
def read_bytes(text: bytes, on_bad: str, rules: str, rights: bool) -> _Arrays: ...
def read_file(file: Any, name: str, on_bad: str, rules: str, rights: bool) -> _Arrays: ...
def read_list(fens: list[Any], on_bad: str, rules: str, rights: bool) -> _Arrays: ...
def read_arrow(fens: Any, on_bad: str, rules: str, rights: bool) -> _Arrays: ...
def read_games(
    file: Any,
    name: str,
    every: int,
    plies: tuple[int, int],
    last: bool,
    skip_bad: bool,
    details: list[str],
    unfinished: bool,
    chess960: bool,
) -> tuple[
    list[NDArray[np.uint64]],
    NDArray[np.bool_],
    dict[str, NDArray[Any]],
    list[list[str | None] | NDArray[np.float64]],
    int,
    str | None,
]: ...
def read_packed(
    file: Any, name: str, format: str, on_bad: str, rules: str
) -> tuple[list[NDArray[np.uint64]], NDArray[np.bool_], dict[str, NDArray[Any]]]: ...

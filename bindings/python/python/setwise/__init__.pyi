from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from os import PathLike
from typing import Any, Final, Literal, NamedTuple, Protocol, SupportsIndex, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import counts as counts
from ._positions import FEATURES as FEATURES, Position as Position, Positions as Positions

__all__ = [
    "FEATURES",
    "FURTHER_COLUMNS",
    "NO_PATH",
    "NO_RESULT",
    "NO_SQUARE",
    "Board",
    "PairKinds",
    "Pairs",
    "Position",
    "Positions",
    "Squares",
    "__version__",
    "backend",
    "backends",
    "counts",
    "heat",
    "king_move_list",
    "king_pairs",
    "knight_move_list",
    "knight_pairs",
    "pair_kinds",
    "read_fens",
    "read_games",
    "read_packed",
    "squares",
    "total",
    "use_backend",
]
__version__: Final[str]
NO_PATH: Final = 64
NO_RESULT: Final = 3
NO_SQUARE: Final = 64
FURTHER_COLUMNS: Final[Mapping[str, tuple[str, str]]]

class Squares(NamedTuple):
    values: NDArray[np.uint8]
    offsets: NDArray[np.int64]

class Pairs(NamedTuple):
    sources: NDArray[np.uint8]
    targets: NDArray[np.uint8]
    offsets: NDArray[np.int64]

class PairKinds(NamedTuple):
    sources: NDArray[np.uint8]
    targets: NDArray[np.uint8]
    kinds: NDArray[np.uint8]
    offsets: NDArray[np.int64]

class _File(Protocol):
    def read(self, size: int, /) -> bytes: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

_OnBad: TypeAlias = Literal["raise", "skip", "null"]
_Rules: TypeAlias = Literal["chess", "any_kings", "any_pieces"]
_Path: TypeAlias = str | PathLike[str] | PathLike[bytes]
_Fens: TypeAlias = bytes | bytearray | _Path | _File | Iterable[str | bytes | None] | _ArrowStream | _ArrowArray
_Square: TypeAlias = str | SupportsIndex

def backend() -> str: ...
def backends() -> list[str]: ...
def use_backend(name: str) -> AbstractContextManager[None]: ...
def total(boards: ArrayLike) -> int: ...
def heat(boards: ArrayLike) -> NDArray[np.uint64]: ...
@overload
def squares(boards: ArrayLike, *, padded: Literal[False] = False, width: None = None) -> Squares: ...
@overload
def squares(boards: ArrayLike, *, padded: Literal[True], width: SupportsIndex | None = None) -> NDArray[np.uint8]: ...
@overload
def knight_pairs(
    knights: ArrayLike, targets: ArrayLike, *, padded: Literal[False] = False, width: None = None
) -> Pairs: ...
@overload
def knight_pairs(
    knights: ArrayLike, targets: ArrayLike, *, padded: Literal[True], width: SupportsIndex | None = None
) -> NDArray[np.uint8]: ...
@overload
def king_pairs(
    kings: ArrayLike, targets: ArrayLike, *, padded: Literal[False] = False, width: None = None
) -> Pairs: ...
@overload
def king_pairs(
    kings: ArrayLike, targets: ArrayLike, *, padded: Literal[True], width: SupportsIndex | None = None
) -> NDArray[np.uint8]: ...
@overload
def knight_move_list(
    knights: ArrayLike, own: ArrayLike, *, padded: Literal[False] = False, width: None = None
) -> Pairs: ...
@overload
def knight_move_list(
    knights: ArrayLike, own: ArrayLike, *, padded: Literal[True], width: SupportsIndex | None = None
) -> NDArray[np.uint8]: ...
@overload
def king_move_list(
    kings: ArrayLike, own: ArrayLike, *, padded: Literal[False] = False, width: None = None
) -> Pairs: ...
@overload
def king_move_list(
    kings: ArrayLike, own: ArrayLike, *, padded: Literal[True], width: SupportsIndex | None = None
) -> NDArray[np.uint8]: ...
def pair_kinds(
    pawns: ArrayLike,
    knights: ArrayLike,
    bishops: ArrayLike,
    rooks: ArrayLike,
    queens: ArrayLike,
    kings: ArrayLike,
    own: ArrayLike,
    their: ArrayLike,
) -> PairKinds: ...
def read_fens(
    fens: _Fens, *, on_bad: _OnBad = "raise", rules: _Rules = "chess", rights: bool = False
) -> Positions: ...
def read_games(
    source: bytes | bytearray | _Path | _File,
    *,
    skip_bad_games: bool = False,
    every: int = 1,
    plies: tuple[int | None, int | None] | None = None,
    last: bool = False,
    details: Sequence[str] = (),
    unfinished: bool = False,
    chess960: bool = False,
) -> Positions: ...
def read_packed(
    source: bytes | bytearray | _Path | _File,
    format: Literal["marlinformat", "bulletformat", "viriformat"],
    *,
    on_bad: Literal["raise", "skip"] = "raise",
    rules: _Rules = "chess",
) -> Positions: ...

class Board:
    def __init__(self, squares: SupportsIndex = 0) -> None: ...
    @classmethod
    def of(cls, *squares: _Square) -> Board: ...
    def to_chess(self) -> Any: ...
    def names(self) -> list[str]: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def __contains__(self, square: _Square) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __and__(self, other: SupportsIndex) -> Board: ...
    def __or__(self, other: SupportsIndex) -> Board: ...
    def __xor__(self, other: SupportsIndex) -> Board: ...
    def __sub__(self, other: SupportsIndex) -> Board: ...
    def __rsub__(self, other: SupportsIndex) -> Board: ...
    def __rand__(self, other: SupportsIndex) -> Board: ...
    def __ror__(self, other: SupportsIndex) -> Board: ...
    def __rxor__(self, other: SupportsIndex) -> Board: ...
    def __invert__(self) -> Board: ...
    def _repr_svg_(self) -> str: ...

# Generated from the catalogue of patterns; do not edit from here on.
__all__ += [
    "alfil_attacks",
    "alibaba_attacks",
    "antelope_attacks",
    "bishop_attacks",
    "bison_attacks",
    "black_attacked_squares",
    "black_caught_area",
    "black_caught_by_knight",
    "black_check_mask",
    "black_checkers",
    "black_forks_setwise_safe",
    "black_legal_king_moves",
    "black_legal_knight_move_count",
    "black_legal_knight_moves",
    "black_passers",
    "black_pawn_attack_directions",
    "black_pawn_attacks",
    "black_pawn_pushes",
    "black_pinned",
    "black_shield_index",
    "black_shield_pawns",
    "buffalo_attacks",
    "camel_attacks",
    "dabbaba_attacks",
    "distant_checks",
    "family_forks",
    "ferz_attacks",
    "file_fill",
    "fill_down",
    "fill_up",
    "flip_diagonal",
    "flip_vertical",
    "forks",
    "forks_at_least",
    "forks_exactly",
    "fourleaper_attacks",
    "giraffe_attacks",
    "gnu_attacks",
    "identity",
    "king_attacks",
    "king_attacks_from",
    "king_distance",
    "king_distance_digits",
    "king_escapes",
    "king_files",
    "king_fill",
    "king_flood",
    "king_moves",
    "king_steps",
    "knight_attacks",
    "knight_attacks_from",
    "knight_captures",
    "knight_directions",
    "knight_distance",
    "knight_distance_digits",
    "knight_fill",
    "knight_move_count",
    "knight_moves",
    "knight_moves_by_direction",
    "knight_quiet_moves",
    "knight_reach_exactly",
    "knight_reach_within",
    "knight_steps",
    "manhattan_distance",
    "mirror_horizontal",
    "popcount",
    "rook_attacks",
    "root50leaper_attacks",
    "rotate180",
    "royal_forks",
    "shortest_path_squares",
    "squirrel_attacks",
    "stag_attacks",
    "threeleaper_attacks",
    "tripper_attacks",
    "vulnerable_lines",
    "wazir_attacks",
    "white_attacked_squares",
    "white_caught_area",
    "white_caught_by_knight",
    "white_check_mask",
    "white_checkers",
    "white_forks_setwise_safe",
    "white_legal_king_moves",
    "white_legal_knight_move_count",
    "white_legal_knight_moves",
    "white_passers",
    "white_pawn_attack_directions",
    "white_pawn_attacks",
    "white_pawn_pushes",
    "white_pinned",
    "white_shield_index",
    "white_shield_pawns",
    "zebra_attacks",
]

alfil_attacks: np.ufunc
alibaba_attacks: np.ufunc
antelope_attacks: np.ufunc
bishop_attacks: np.ufunc
bison_attacks: np.ufunc
black_attacked_squares: np.ufunc
black_caught_area: np.ufunc
black_caught_by_knight: np.ufunc
black_check_mask: np.ufunc
black_checkers: np.ufunc
black_forks_setwise_safe: np.ufunc
black_legal_king_moves: np.ufunc
black_legal_knight_move_count: np.ufunc
black_legal_knight_moves: np.ufunc
black_passers: np.ufunc
black_pawn_attack_directions: np.ufunc
black_pawn_attacks: np.ufunc
black_pawn_pushes: np.ufunc
black_pinned: np.ufunc
black_shield_index: np.ufunc
black_shield_pawns: np.ufunc
buffalo_attacks: np.ufunc
camel_attacks: np.ufunc
dabbaba_attacks: np.ufunc
distant_checks: np.ufunc
family_forks: np.ufunc
ferz_attacks: np.ufunc
file_fill: np.ufunc
fill_down: np.ufunc
fill_up: np.ufunc
flip_diagonal: np.ufunc
flip_vertical: np.ufunc
forks: np.ufunc
forks_at_least: np.ufunc
forks_exactly: np.ufunc
fourleaper_attacks: np.ufunc
giraffe_attacks: np.ufunc
gnu_attacks: np.ufunc
identity: np.ufunc
king_attacks: np.ufunc
king_attacks_from: np.ufunc
king_distance: np.ufunc
king_distance_digits: np.ufunc
king_escapes: np.ufunc
king_files: np.ufunc
king_fill: np.ufunc
king_flood: np.ufunc
king_moves: np.ufunc
king_steps: np.ufunc
knight_attacks: np.ufunc
knight_attacks_from: np.ufunc
knight_captures: np.ufunc
knight_directions: np.ufunc
knight_distance: np.ufunc
knight_distance_digits: np.ufunc
knight_fill: np.ufunc
knight_move_count: np.ufunc
knight_moves: np.ufunc
knight_moves_by_direction: np.ufunc
knight_quiet_moves: np.ufunc
knight_reach_exactly: np.ufunc
knight_reach_within: np.ufunc
knight_steps: np.ufunc
manhattan_distance: np.ufunc
mirror_horizontal: np.ufunc
popcount: np.ufunc
rook_attacks: np.ufunc
root50leaper_attacks: np.ufunc
rotate180: np.ufunc
royal_forks: np.ufunc
shortest_path_squares: np.ufunc
squirrel_attacks: np.ufunc
stag_attacks: np.ufunc
threeleaper_attacks: np.ufunc
tripper_attacks: np.ufunc
vulnerable_lines: np.ufunc
wazir_attacks: np.ufunc
white_attacked_squares: np.ufunc
white_caught_area: np.ufunc
white_caught_by_knight: np.ufunc
white_check_mask: np.ufunc
white_checkers: np.ufunc
white_forks_setwise_safe: np.ufunc
white_legal_king_moves: np.ufunc
white_legal_knight_move_count: np.ufunc
white_legal_knight_moves: np.ufunc
white_passers: np.ufunc
white_pawn_attack_directions: np.ufunc
white_pawn_attacks: np.ufunc
white_pawn_pushes: np.ufunc
white_pinned: np.ufunc
white_shield_index: np.ufunc
white_shield_pawns: np.ufunc
zebra_attacks: np.ufunc

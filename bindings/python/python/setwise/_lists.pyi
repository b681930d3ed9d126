from typing import Final, Literal, NamedTuple, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

NO_SQUARE: Final = 64

class Squares(NamedTuple):
    values: NDArray[np.uint8]
    offsets: NDArray[np.int64]

class Pairs(NamedTuple):
    sources: NDArray[np.uint8]
    targets: NDArray[np.uint8]
    offsets: NDArray[np.int64]

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

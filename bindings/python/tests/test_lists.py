"""Tests lists of squares and of pairs of squares against python-chess."""

import chess
import numpy as np
import pytest
from conftest import master_boards, playouts, sets

import setwise

LISTS = [setwise.knight_pairs, setwise.king_pairs, setwise.knight_move_list, setwise.king_move_list]


def rows(lists):
    """Returns the list of each board: pairs as tuples, or squares."""
    *columns, offsets = lists
    elements = list(zip(*(column.tolist() for column in columns)))
    return [elements[start:end] for start, end in zip(offsets[:-1], offsets[1:])]


def attacks_of(board, pieces, targets):
    """Returns the pairs of pieces and targets in order, with the attacks of python-chess."""
    return [
        (source, target)
        for source in chess.scan_forward(pieces)
        for target in chess.scan_forward(board.attacks_mask(source) & targets)
    ]


def padded_rows(array):
    """Returns the elements of each row of a padded array before the first 64, and checks that only 64 follows."""
    found = []
    for row in array.tolist():
        elements = [tuple(pair) if isinstance(pair, list) else (pair,) for pair in row]
        end = next((n for n, element in enumerate(elements) if 64 in element), len(elements))
        assert all(set(element) == {64} for element in elements[end:])
        found.append(elements[:end])
    return found


def test_squares_are_those_of_python_chess(random):
    boards = sets(random, 1000)
    lists = setwise.squares(boards)
    assert (lists.values.dtype, lists.offsets.dtype) == (np.uint8, np.int64)
    expected = [[(square,) for square in chess.SquareSet(int(board))] for board in boards]
    assert rows(lists) == expected
    padded = setwise.squares(boards, padded=True)
    assert padded.dtype == np.uint8 and padded.shape == (1000, 64) and padded_rows(padded) == expected
    for backend in setwise.backends():
        with setwise.use_backend(backend):
            assert all(map(np.array_equal, setwise.squares(boards), lists))


def test_moves_and_pairs_of_twenty_thousand_positions_are_those_of_python_chess():
    boards = playouts(20_000)
    for color, other in [(chess.WHITE, chess.BLACK), (chess.BLACK, chess.WHITE)]:
        own, their = ([board.occupied_co[side] for board in boards] for side in (color, other))
        for kind, pairs, moves in [
            (chess.KNIGHT, setwise.knight_pairs, setwise.knight_move_list),
            (chess.KING, setwise.king_pairs, setwise.king_move_list),
        ]:
            pieces = [board.pieces_mask(kind, color) for board in boards]
            onto = [attacks_of(*board) for board in zip(boards, pieces, their)]
            assert sum(map(len, onto)) > 1000
            assert rows(pairs(np.array(pieces, np.uint64), np.array(their, np.uint64))) == onto
            free = [~mask & chess.BB_ALL for mask in own]
            steps = [attacks_of(*board) for board in zip(boards, pieces, free)]
            assert rows(moves(np.array(pieces, np.uint64), np.array(own, np.uint64))) == steps


def test_legal_moves_are_those_of_python_chess():
    boards = [*master_boards()[::3], *playouts(2000)]
    positions = setwise.Positions.from_chess(boards)
    assert sum(board.is_check() for board in boards) > 50
    for color, name in [(chess.WHITE, "white"), (chess.BLACK, "black")]:
        knights, king, pinned, of_knights, of_king = (
            getattr(positions, f"{name}_{feature}")
            for feature in ["knights", "king", "pinned", "legal_knight_moves", "legal_king_moves"]
        )
        found = rows(setwise.knight_pairs(knights & ~pinned, of_knights)), rows(setwise.king_pairs(king, of_king))
        for row, board in enumerate(boards):
            board = board.copy(stack=False)
            board.turn, board.ep_square, board.castling_rights = color, None, 0
            for lists, kind in zip(found, [chess.KNIGHT, chess.KING]):
                legal = board.generate_legal_moves(from_mask=board.pieces_mask(kind, color))
                assert lists[row] == sorted((move.from_square, move.to_square) for move in legal), board.fen()


@pytest.mark.parametrize("function", LISTS)
def test_padded_pairs_are_the_lists(function, random):
    pieces, others = sets(random, 200), sets(random, 200)
    lists = rows(function(pieces, others))
    padded = function(pieces, others, padded=True)
    longest = max(map(len, lists))
    assert padded.dtype == np.uint8 and padded.shape == (200, longest, 2) and padded_rows(padded) == lists
    wider = function(pieces, others, padded=True, width=longest + 3)
    assert np.array_equal(wider[:, :longest], padded) and (wider[:, longest:] == 64).all()
    for backend in setwise.backends():
        with setwise.use_backend(backend):
            assert all(map(np.array_equal, function(pieces, others), function(pieces, others)))
            assert rows(function(pieces, others)) == lists


def test_arrays_of_any_shape_and_type(random):
    boards = sets(random, 24).reshape(2, 3, 4)
    assert np.array_equal(setwise.squares(boards).values, setwise.squares(boards.reshape(-1)).values)
    assert setwise.squares(boards, padded=True).shape == (2, 3, 4, 64)
    swapped = boards.transpose(2, 0, 1)
    assert np.array_equal(
        setwise.squares(swapped, padded=True), setwise.squares(boards, padded=True).transpose(2, 0, 1, 3)
    )
    for array in [boards.view(np.int64), boards.astype(">u8"), boards[:, ::-1]]:
        expected = np.ascontiguousarray(array.astype(array.dtype.newbyteorder("="))).view(np.uint64)
        assert np.array_equal(setwise.squares(array).values, setwise.squares(expected).values)
    assert setwise.squares(0x42).offsets.tolist() == [0, 2]
    assert setwise.squares(0x42, padded=True).tolist() == [1, 6]
    assert setwise.squares(-1, padded=True).tolist() == list(range(64))


def test_pieces_and_targets_are_broadcast():
    pairs = setwise.knight_pairs([[0x42], [1 << 28]], np.array([0, ~0]).view(np.uint64))
    assert np.diff(pairs.offsets).tolist() == [0, 6, 0, 8]
    assert setwise.knight_move_list([0x42, 0], 0xFFFF, padded=True).shape == (2, 4, 2)
    with pytest.raises(ValueError, match="shape"):
        setwise.knight_pairs([1, 2, 3], [1, 2])


def test_own_pieces_of_narrow_types_are_sets_of_64_squares():
    own = np.array([0xFF], np.uint8)
    assert setwise.king_move_list(0x10, own).targets.tolist() == [11, 12, 13]


def test_empty_arrays():
    assert [array.tolist() for array in setwise.squares([])] == [[], [0]]
    assert setwise.squares([], padded=True).shape == (0, 0)
    assert setwise.squares([], padded=True, width=5).shape == (0, 5)
    assert setwise.squares([0, 0], padded=True).shape == (2, 0)
    assert [array.tolist() for array in setwise.knight_pairs([], [])] == [[], [], [0]]
    assert setwise.king_move_list(np.zeros((0, 3), np.uint64), 0, padded=True).shape == (0, 3, 0, 2)


def test_masked_boards_have_no_elements():
    boards = np.ma.array([0x42, 0x42, 0x42], dtype=np.uint64, mask=[False, True, False])
    assert setwise.squares(boards).offsets.tolist() == [0, 2, 2, 4]
    for function in LISTS:
        plain = np.array([0x10, 0x10, 0x10], np.uint64)
        for arrays in [(boards, plain), (plain, boards)]:
            assert rows(function(*arrays))[1] == []
    assert rows(setwise.knight_move_list(plain, boards))[0] != []


def test_wrong_arguments():
    for function, arguments in [(setwise.squares, [[1.5]]), (setwise.squares, ["e4"]), (setwise.knight_pairs, [1, [0.5]])]:
        with pytest.raises(TypeError, match="sets of squares are integers, not"):
            function(*arguments)
    with pytest.raises(ValueError, match="the list of board 1 has 3 elements, more than the width 2"):
        setwise.squares([1, 7], padded=True, width=2)
    with pytest.raises(ValueError, match="the list of board 0 has 4 elements, more than the width 3"):
        setwise.knight_move_list([0x42], [0xFFFF], padded=True, width=3)
    with pytest.raises(ValueError, match="width is only for padded=True"):
        setwise.squares([1], width=2)
    with pytest.raises(TypeError):
        setwise.squares([1], padded=True, width=2.5)


def test_kinds_of_pairs_are_those_of_python_chess():
    boards = playouts(2_000)
    kinds = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING]
    masks = [[board.pieces_mask(kind, True) | board.pieces_mask(kind, False) for board in boards] for kind in kinds]
    pieces = np.array(masks, dtype=np.uint64)
    for color in [chess.WHITE, chess.BLACK]:
        sides = [[board.occupied_co[side] for board in boards] for side in (color, not color)]
        own, their = np.array(sides, dtype=np.uint64)
        found = rows(setwise.pair_kinds(*pieces, own, their))
        for board, pairs in zip(boards, found):
            expected = []
            for source, target in attacks_of(board, board.pieces_mask(2, color) | board.pieces_mask(6, color), (1 << 64) - 1):
                piece = board.piece_at(target)
                kind = 7 if piece is None else 6 if piece.color == color else piece.piece_type - 1
                expected.append((source, target, kind + 8 * (board.piece_type_at(source) == chess.KING)))
            assert pairs == expected, board.fen()


def test_kinds_of_pairs_broadcast_and_masked_boards_have_none():
    knights = np.ma.array([1, 2], dtype=np.uint64, mask=[False, True])
    found = setwise.pair_kinds(0, knights, 0, 0, 0, 0, 3, 0)
    assert found.offsets.tolist() == [0, 2, 2] and found.kinds.tolist() == [7, 7]
    assert found.sources.dtype == found.targets.dtype == found.kinds.dtype == np.uint8
    with pytest.raises(ValueError):
        setwise.pair_kinds(0, [1, 2, 3], 0, 0, 0, 0, [3, 4], 0)

"""Tests packed positions and their labels."""

import io
import pickle
import re
from pathlib import Path

import chess
import numpy as np
import pytest
from conftest import KINDS, START, check, master_boards

import setwise

# The columns of packed formats. Only games have the others.
LABELS = [name for name in setwise.FURTHER_COLUMNS if name not in ("game", "ply")]


def labels_of(boards, random):
    """Returns labels as lists. Scores, results and extra bytes are random. The other labels are those of the boards."""
    n = len(boards)
    return {
        "score": [-(2**15), 2**15 - 1, *random.integers(-(2**15), 2**15, n).tolist()][:n],
        "result": random.integers(0, 3, n).tolist(),
        "halfmove_clock": [board.halfmove_clock for board in boards],
        "fullmove_number": [board.fullmove_number for board in boards],
        "en_passant": [64 if board.ep_square is None else board.ep_square for board in boards],
        "unmoved_rooks": [board.castling_rights for board in boards],
        "extra": random.integers(0, 256, n).tolist(),
    }


def pieces(board, unmoved=0):
    """Packs a board: the occupied squares, followed by four bits for each piece."""
    codes = []
    for square in chess.SquareSet(board.occupied):
        piece = board.piece_at(square)
        kind = 6 if unmoved >> square & 1 else piece.piece_type - 1
        codes.append(kind | (0 if piece.color else 8))
    codes += [0] * (32 - len(codes))
    return board.occupied.to_bytes(8, "little") + bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2]))


def marlin(boards, columns=None):
    """Returns records of marlinformat."""
    columns = columns or labels_of(boards, np.random.default_rng(1))
    rows = [dict(zip(columns, row)) for row in zip(*columns.values())]
    return b"".join(
        pieces(board, row["unmoved_rooks"])
        + bytes([row["en_passant"] | (0 if board.turn else 128), row["halfmove_clock"]])
        + row["fullmove_number"].to_bytes(2, "little")
        + row["score"].to_bytes(2, "little", signed=True)
        + bytes([row["result"], row["extra"]])
        for board, row in zip(boards, rows)
    )


def positions_of(data):
    return setwise.read_packed(data, "marlinformat")


def test_sources_and_errors(tmp_path):
    boards = master_boards()
    data = marlin(boards)
    path = tmp_path / "positions.bin"
    path.write_bytes(data)
    for source in (data, path, str(path), io.BytesIO(data)):
        check(setwise.read_packed(source, "marlinformat"), boards)
    broken = data[:320] + b"\0" * 32 + data[352:]
    with pytest.raises(ValueError, match="^record:11: the sides have 0 and 0 kings, not one each$"):
        setwise.read_packed(broken, "marlinformat")
    with pytest.raises(ValueError, match=f"^{path}:{len(boards)}: the record is incomplete: it has 31 bytes, not 32$"):
        path.write_bytes(data[:-1])
        setwise.read_packed(path, "marlinformat")
    check(setwise.read_packed(broken, "marlinformat", on_bad="skip"), boards[:10] + boards[11:])
    with pytest.raises(ValueError, match="'marlin' is not a packed format; did you mean marlinformat?"):
        setwise.read_packed(data, "marlin")
    with pytest.raises(ValueError, match="records cannot be null"):
        setwise.read_packed(data, "marlinformat", on_bad="null")
    for format in ("marlinformat", "viriformat"):
        assert list(setwise.read_packed(b"", format).arrays()) == list(positions_of(data).arrays())


def test_labels(random):
    boards = master_boards()
    columns = labels_of(boards, random)
    assert len(set(columns["en_passant"])) > 3 and len(set(columns["unmoved_rooks"])) > 3
    positions = positions_of(marlin(boards, columns))
    check(positions, boards)
    assert list(positions.arrays("white_forks"))[9:] == [*LABELS, "white_forks"]
    for name in LABELS:
        kind, _ = setwise.FURTHER_COLUMNS[name]
        assert getattr(positions, name).dtype == kind and getattr(positions, name).tolist() == columns[name]
        assert positions.arrays()[name] is getattr(positions, name)
        for rows in (slice(9, 2, -1), positions.white_to_move, [5, 3, 3]):
            assert getattr(positions[rows], name).tolist() == np.array(columns[name], kind)[rows].tolist()
        assert getattr(pickle.loads(pickle.dumps(positions)), name).tolist() == columns[name]
    assert np.shares_memory(positions[5:50].score, positions.score)
    again = setwise.Positions(**positions.arrays())
    assert all(np.shares_memory(getattr(again, name), getattr(positions, name)) for name in LABELS)


def test_bad_records_have_no_labels(random):
    boards = master_boards()[:200]
    columns = labels_of(boards, random)
    data = marlin(boards, columns)
    broken = b"".join(b"\0" * 32 if n % 3 == 0 else data[32 * n : 32 * n + 32] for n in range(200))
    positions = setwise.read_packed(broken, "marlinformat", on_bad="skip")
    for name in LABELS:
        assert getattr(positions, name).tolist() == [value for n, value in enumerate(columns[name]) if n % 3], name


def test_frames_have_labels(random):
    boards = master_boards()[:20]
    columns = labels_of(boards, random)
    positions = positions_of(marlin(boards, columns))
    with_nulls = setwise.Positions(**positions.arrays(), valid=[n != 7 for n in range(20)])
    pa, pd, pl = (pytest.importorskip(name) for name in ("pyarrow", "pandas", "polars"))
    for source, is_null in [(positions, lambda n: False), (with_nulls, lambda n: n == 7)]:
        table, frame, polars = source.to_arrow(), source.to_pandas(), source.to_polars()
        for name in LABELS:
            kind, _ = setwise.FURTHER_COLUMNS[name]
            want = [None if is_null(n) else value for n, value in enumerate(columns[name])]
            assert table[name].to_pylist() == want == polars[name].to_list()
            assert frame[name].astype(object).where(frame[name].notna(), None).tolist() == want
            assert str(table.schema.field(name).type) == kind == str(polars.schema[name]).lower()
            assert str(frame.dtypes[name]).lower() == kind


def test_absent_columns():
    positions = setwise.read_fens([START])
    for name in LABELS:
        assert not hasattr(positions, name) and name not in positions.arrays()
        with pytest.raises(AttributeError, match=f"^these positions have no column '{name}'; read_packed returns it"):
            getattr(positions, name)
    some = setwise.Positions(**positions.arrays(), score=[3])
    assert some.score.tolist() == [3] and not hasattr(some, "result")
    with pytest.raises(AttributeError, match="did you mean score?"):
        some.scores


def test_columns_of_the_caller():
    columns = setwise.read_fens([START, START]).arrays()
    assert setwise.Positions(**columns, score=np.array([1, -2], ">i8")).score.dtype == np.int16
    assert setwise.Positions(**columns, unmoved_rooks=np.array([-1, 0])).unmoved_rooks.tolist() == [2**64 - 1, 0]
    with pytest.raises(ValueError, match="^score is 32768 in row 1, which is not from -32768 to 32767$"):
        setwise.Positions(**columns, score=[0, 2**15])
    with pytest.raises(ValueError, match="^result is -1 in row 0, which is not from 0 to 255$"):
        setwise.Positions(**columns, result=[-1, 0])
    with pytest.raises(ValueError, match="different lengths"):
        setwise.Positions(**columns, score=[1])
    for bad in ([0.5, 1.0], ["a", "b"], [[1], [2]], 3, [True, False]):
        with pytest.raises(TypeError, match="^score must be a one-dimensional array of integers, not "):
            setwise.Positions(**columns, score=bad)
    with pytest.raises(TypeError, match="'scores' is not a column of positions; did you mean score?"):
        setwise.Positions(**columns, scores=[1, 2])


@pytest.mark.parametrize("name", [*LABELS, "game", "ply"])
def test_missing_labels_of_the_caller(name):
    """A missing result must be unknown. Any other label must be refused if it is missing, except in a null row."""
    columns = setwise.read_fens([START] * 3).arrays()
    # The hidden value of a masked element must not matter.
    for missing in ([2, None, 0], np.ma.MaskedArray([2, 1, 0], [False, True, False])):
        if name == "result":
            result = setwise.Positions(**columns, result=missing).result
            assert result.tolist() == [2, setwise.NO_RESULT, 0] and result.dtype == np.uint8
            continue
        message = f"{name} is missing in row 1, expected a number, because the row is not null"
        with pytest.raises(ValueError, match=f"^{message}$"):
            setwise.Positions(**columns, **{name: missing})
        some = setwise.Positions(**columns, valid=[True, False, True], **{name: missing})
        assert some.arrays()[name].tolist() == [2, None, 0]
        with pytest.raises(ValueError, match=f"^{name} is missing in row 1, "):
            setwise.Positions(**columns, valid=[False, True, True], **{name: missing})
    for missing in ([None] * 3, np.ma.MaskedArray([0] * 3, True)):
        if name == "result":
            assert setwise.Positions(**columns, result=missing).result.tolist() == [setwise.NO_RESULT] * 3
        else:
            with pytest.raises(ValueError, match=f"^{name} is missing in row 0, "):
                setwise.Positions(**columns, **{name: missing})
    with pytest.raises(TypeError, match=f"^{name} must be a one-dimensional array of integers, not bool"):
        setwise.Positions(**columns, **{name: [True, None, False]})


def test_bulletformat(random):
    """Boards, scores and results must be as seen from the side to move, which is White. The extra bytes must become
    one number."""
    boards = [board if board.turn else board.mirror() for board in master_boards()[:300]]
    scores, results = random.integers(-(2**15), 2**15, 300), random.integers(0, 3, 300)
    extra = random.integers(0, 256, (300, 3))
    data = b"".join(
        pieces(board)
        + int(score).to_bytes(2, "little", signed=True)
        + bytes([result, board.king(chess.WHITE), board.king(chess.BLACK) ^ 56, *bytes_])
        for board, score, result, bytes_ in zip(boards, scores, results, extra.tolist())
    )
    found = setwise.read_packed(data, "bulletformat")
    check(found, boards)
    assert list(found.arrays()) == [*KINDS, "white", "black", "white_to_move", "score", "result", "extra"]
    assert found.score.dtype == np.int16 and found.score.tolist() == scores.tolist()
    assert found.result.dtype == np.uint8 and found.result.tolist() == results.tolist()
    assert found.extra.dtype == np.uint32 and found.extra.tolist() == [a + 256 * b + 65536 * c for a, b, c in extra]


def test_viriformat():
    """A position must have the score that is stored with the next move, and the result of the game."""
    board = chess.Board()
    columns = {name: values[:1] for name, values in labels_of([board], np.random.default_rng(2)).items()}
    columns["result"] = [2]
    data, boards, moves = marlin([board], columns), [], ["e2e4", "g8f6", "e4e5", "d7d5", "e5d6"]
    for n, move in enumerate(map(chess.Move.from_uci, moves)):
        boards.append(board.copy())
        kind = 1 << 14 if board.is_en_passant(move) else 0
        data += (move.from_square | move.to_square << 6 | kind).to_bytes(2, "little")
        data += (100 * n - 250).to_bytes(2, "little", signed=True)
        board.push(move)
    positions = setwise.read_packed(data + bytes(4), "viriformat")
    check(positions, boards)
    assert positions.score.tolist() == [-250, -150, -50, 50, 150] and positions.result.tolist() == [2] * 5
    assert positions.halfmove_clock.tolist() == [0, 0, 1, 0, 0]
    assert positions.fullmove_number.tolist() == [1, 1, 2, 2, 3]
    assert positions.en_passant[[3, 4]].tolist() == [64, chess.D6]
    assert positions.unmoved_rooks.tolist() == [chess.BB_CORNERS] * 5


def test_the_columns_are_those_of_files():
    """Tests that `FURTHER_COLUMNS` lists the same columns as `docs/columns.md`, apart from the columns of text."""
    page = Path(__file__).parents[3] / "docs" / "columns.md"
    if not page.exists():
        pytest.skip(f"{page} is not here; it belongs to the repository and not to the source package")
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| some \|", page.read_text(), re.MULTILINE)
    rows = [row for row in rows if row[1] != "utf8"]
    assert rows == [(name, kind) for name, (kind, _) in setwise.FURTHER_COLUMNS.items()]

"""Tests the reader of games against python-chess."""

import gzip
import io
import pickle
import re
import warnings
from random import Random

import chess
import chess.engine
import chess.pgn
import numpy as np
import pytest
from conftest import GAMES, START, check

import setwise

STARTS = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/PPP5/8/1N1r1N2/1n1R1n2/8/5ppp/2K5 w - - 0 1",
    "4k3/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 12 1",
    "q3k2q/8/2N1N3/1B3B2/1b3b2/2n1n3/8/Q3K2Q b - - 0 99",
]


def random_games(n, moves=60):
    """Returns random games with comments, variations and annotations."""
    random, games = Random(41), []
    for number in range(n):
        game = chess.pgn.Game({"White": f"player [{number}] {{", "Result": random.choice(["1-0", "0-1", "1/2-1/2", "*"])})
        board = chess.Board(random.choice(STARTS))
        if board.fen() != START:
            game.setup(board)
        node = game
        for _ in range(random.randrange(moves)):
            legal = list(board.legal_moves)
            special = [move for move in legal if move.promotion or board.is_castling(move) or board.is_en_passant(move)]
            if not legal:
                break
            if len(legal) > 1 and not random.randrange(5):
                node.add_variation(random.choice(legal), comment="{ ( not taken".replace("{", "["))
            move = random.choice(special or legal)
            kept = [child for child in node.variations if child.move != move]
            node.variations[:] = kept
            node = node.add_main_variation(move)
            if not random.randrange(4):
                node.comment, node.nags = "a comment with 1-0 (and) $", {random.randrange(1, 140)}
            board.push(move)
        games.append(game)
    return games


def text(games, columns=80):
    """Returns the text of games, with lines of at most `columns` columns, or with one line of moves for each game."""
    return "\n\n".join(game.accept(chess.pgn.StringExporter(columns=columns)) for game in games).encode() + b"\n"


def boards_of(games):
    """Returns all positions of the main lines, with the index of the game and the ply."""
    for number, game in enumerate(games, 1):
        for ply, node in enumerate([game, *game.mainline()]):
            yield number, ply, node.board()


@pytest.mark.parametrize("columns, end", [(80, b"\n"), (None, b"\n"), (80, b"\r\n")])
def test_positions_are_those_of_python_chess(columns, end):
    games = random_games(300)
    positions = setwise.read_games(text(games, columns).replace(b"\n", end))
    rows = list(boards_of(games))
    check(positions, [board for _, _, board in rows])
    assert positions.game.tolist() == [number for number, _, _ in rows] and positions.game.dtype == np.uint32
    assert positions.ply.tolist() == [ply for _, ply, _ in rows] and positions.ply.dtype == np.uint32
    assert positions.unmoved_rooks.tolist() == [board.clean_castling_rights() for _, _, board in rows]
    assert positions.halfmove_clock.tolist() == [board.halfmove_clock for _, _, board in rows]
    assert positions.fullmove_number.tolist() == [board.fullmove_number for _, _, board in rows]
    results = {"1-0": 2, "0-1": 0, "1/2-1/2": 1, "*": 3}
    assert positions.result.tolist() == [results[games[number - 1].headers["Result"]] for number, _, _ in rows]
    assert positions.legal_move_count.tolist() == [board.legal_moves.count() for _, _, board in rows]
    for (_, _, board), square in zip(rows, positions.en_passant.tolist()):
        assert not board.has_legal_en_passant() or square == board.ep_square


def test_games_of_masters():
    if not GAMES.exists():
        pytest.skip(f"{GAMES} is not here; it belongs to the repository and not to the source package")
    positions = setwise.read_games(GAMES)
    games = []
    with GAMES.open() as file:
        while game := chess.pgn.read_game(file):
            games.append(game)
    check(positions, [board for _, _, board in boards_of(games)])


def test_options_choose_positions():
    games = random_games(60)
    data, rows = text(games), [(number, ply) for number, ply, _ in boards_of(games)]

    def chosen(keeps, **options):
        positions = setwise.read_games(data, **options)
        found = list(zip(positions.game.tolist(), positions.ply.tolist()))
        assert found == [row for row in rows if keeps(row[1])]
        last = setwise.read_games(data, last=True, **options)
        assert list(zip(last.game.tolist(), last.ply.tolist())) == list(dict(found).items())

    chosen(lambda ply: True)
    chosen(lambda ply: ply % 7 == 0, every=7)
    chosen(lambda ply: 3 <= ply <= 9, plies=(3, 9))
    chosen(lambda ply: ply >= 5 and ply % 2 == 0, plies=(5, None), every=np.int64(2))
    chosen(lambda ply: ply <= 4, plies=(None, 4))
    chosen(lambda ply: False, plies=(9, 3))
    chosen(lambda ply: True, plies=(None, 2**70))


def test_sources(tmp_path):
    data = text(random_games(20))
    expected = setwise.read_games(data)
    path, packed = tmp_path / "a.pgn", tmp_path / "a.pgn.gz"
    path.write_bytes(data)
    packed.write_bytes(gzip.compress(data))
    for source in (path, str(path), packed, io.BytesIO(data), bytearray(data), b"\xef\xbb\xbf" + data):
        positions = setwise.read_games(source)
        assert positions.arrays().keys() == expected.arrays().keys()
        assert all((column == expected.arrays()[name]).all() for name, column in positions.arrays().items())
    assert len(setwise.read_games(b"")) == 0
    with pytest.raises(ValueError, match="is compressed with zstd"):
        setwise.read_games(b"\x28\xb5\x2f\xfd1234")
    with pytest.raises(ValueError, match="is the path of a file"):
        setwise.read_games(str(path).encode())
    with pytest.raises(TypeError, match="must return bytes"):
        setwise.read_games(io.StringIO(""))
    with pytest.raises(FileNotFoundError):
        setwise.read_games(tmp_path / "none.pgn")


def test_options_read_unfinished_games_and_chess960():
    book = b'[Result "1-0"]\n\n1. b4 e5\n\n[Event "B"]\n\n1. b3\n'
    positions = setwise.read_games(book, unfinished=True, details=["Result"])
    assert positions.game.tolist() == [1, 1, 1, 2, 2]
    assert positions.result.tolist() == [2, 2, 2, 3, 3]
    assert positions.details["Result"].tolist() == ["1-0"] * 3 + [None] * 2
    game = b'[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]\n\n1. O-O-O *'
    for options, move in [({}, "e1c1"), ({"chess960": True}, "e1a1")]:
        assert setwise.read_games(game, details=["uci"], **options).details["uci"].tolist() == [None, move]


def test_names_are_utf_8_or_iso_8859_1():
    games = b'[White "Gr\xfcn"]\n*\n[White "Gr\xe4n"]\n*\n' + '[White "Gr\u00e4n"]\n*\n'.encode()
    names = setwise.read_games(games, details=["White"]).details["White"].tolist()
    assert names == ["Gr\u00fcn", "Gr\u00e4n", "Gr\u00e4n"]


def test_bad_games(tmp_path):
    good = "1. e4 e5 *\n"
    after_e4 = re.escape("in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    for bad, reason in [
        ("1. e4 Ke6 *", "ply 2: 'Ke6' is not a legal move"),
        ("1. e4 x *", "ply 2: 'x' is not a move"),
        ("1. e4 (1. d4 *", "ply 2: the variation '(1. d4 *' has no end,"),
        ("1. e4", "ply 2: the game ends without a result (use the option `unfinished` to read it),"),
        ("1. e4 {", "ply 2: the comment '{' has no end,"),
    ]:
        source = (good * 2 + bad).encode()
        with pytest.raises(ValueError, match=rf"^text:3:[67]: game 3, {re.escape(reason)} {after_e4}$"):
            setwise.read_games(source)
        with pytest.warns(UserWarning, match=rf"^skipped 1 bad game, the first: text:3:[67]: game 3, {re.escape(reason)}"):
            assert setwise.read_games(source, skip_bad_games=True).game.tolist() == [1, 1, 1, 2, 2, 2]
    path = tmp_path / "a.pgn"
    path.write_text("1. e5 *\n1. d5 *\n" + good)
    with pytest.raises(ValueError, match=f"^{path}:1:4: game 1, ply 1: 'e5' is not a legal move"):
        setwise.read_games(path)
    with pytest.warns(UserWarning, match="^skipped 2 bad games"):
        assert setwise.read_games(path, skip_bad_games=True).game.tolist() == [3, 3, 3]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(setwise.read_games(good.encode(), skip_bad_games=True)) == 3


def test_wrong_options():
    for options, error in [
        ({"every": 0}, ValueError),
        ({"every": -2}, ValueError),
        ({"every": 1.5}, TypeError),
        ({"plies": (-1, 3)}, ValueError),
        ({"plies": 3}, TypeError),
        ({"plies": (1, "a")}, TypeError),
    ]:
        with pytest.raises(error):
            setwise.read_games(b"1. e4 *", **options)


def with_clocks(games):
    """Returns the text of games in which comments state clocks and evaluations."""
    random = Random(3)
    for game in games:
        game.headers["WhiteElo"] = str(random.randrange(800, 2900))
        for node in game.mainline():
            if random.randrange(3):
                node.set_clock(random.randrange(10_000) + random.choice([0, 0.5]))
            if random.randrange(3):
                mate = chess.engine.Mate(random.choice([-1, 1]) * random.randrange(1, 9))
                score = random.choice([chess.engine.Cp(random.randrange(-900, 900)), mate])
                node.set_eval(chess.engine.PovScore(score, chess.WHITE))
    return text(games)


def test_details_are_those_of_python_chess():
    games = random_games(40)
    games[3].headers["Site"] = "Bonn"
    data = with_clocks(games)
    expected = {"uci": [], "WhiteElo": [], "Site": [], "clock_ms": [], "eval_cp": []}
    for game in games:
        for node in (game, *game.mainline()):
            clock, score = node.clock(), node.eval()
            expected["uci"].append(node.move.uci() if node.move else None)
            expected["WhiteElo"].append(game.headers["WhiteElo"])
            expected["Site"].append(game.headers.get("Site"))
            expected["clock_ms"].append(None if clock is None or node is game else round(1000 * clock))
            centipawns = None if score is None or node is game else score.white().score(mate_score=100_000)
            expected["eval_cp"].append(centipawns)
    positions = setwise.read_games(data, details=[*expected, "move"])
    for name, values in expected.items():
        found = [None if value != value else value for value in positions.details[name].tolist()]
        assert found == values, name
    moves = setwise.read_games(b"1. e4! e5 2. Nf3 *", details=["move"]).details["move"]
    assert moves.tolist() == [None, "e4", "e5", "Nf3"]

    late = positions.where("ply > 5")
    assert (late.details["uci"] == positions.details["uci"][positions.ply > 5]).all()
    last = setwise.read_games(data, details=["uci"], last=True)
    assert len(last.details["uci"]) == len(games)
    again = pickle.loads(pickle.dumps(late))
    assert again.details.keys() == late.details.keys() and (again.details["uci"] == late.details["uci"]).all()


def test_details_are_columns_of_tables():
    for name in ("pandas", "polars", "pyarrow"):
        pytest.importorskip(name)
    text = b'[WhiteElo "2000"] 1. e4 {[%clk 0:03:00]} e5 *\n\n[Site "Bonn"] *'
    expected = {
        "WhiteElo": ["2000"] * 3 + [None],
        "Site": [None] * 3 + ["Bonn"],
        "uci": [None, "e2e4", "e7e5", None],
        "clock_ms": [None, 180_000.0, None, None],
    }
    positions = setwise.read_games(text, details=expected)
    for valid in (None, np.array([True, False, True, True])):
        positions.valid = valid
        arrow, polars, pandas = positions.to_arrow("white_forks"), positions.to_polars(), positions.to_pandas()
        assert arrow.column_names[-5:] == ["white_forks", *expected]
        for name, values in expected.items():
            values = values if valid is None else [value if row else None for value, row in zip(values, valid)]
            assert arrow[name].to_pylist() == polars[name].to_list() == values
            assert [None if value is None or value != value else value for value in pandas[name]] == values
    empty = setwise.read_games(b"", details=expected)
    kinds = ["string"] * 3 + ["double"]
    assert [str(arrow.schema.field(name).type) for name in expected] == kinds
    assert [str(empty.to_arrow().schema.field(name).type) for name in expected] == kinds


@pytest.mark.parametrize("with_nulls", [False, True])
def test_unknown_results(with_nulls):
    """An unknown result is NO_RESULT in arrays and null in tables. It meets no condition."""
    text = b"1. e4 1-0 1. d4 * 1. c4 0-1 1. b4 1/2-1/2"
    positions = setwise.read_games(text, plies=(1, 1), details=["move"])
    columns, details = positions.arrays(), positions.details
    valid = [True, True, False, True] if with_nulls else None
    positions = setwise.Positions(**columns, valid=valid)
    positions.details = details
    results = [2, setwise.NO_RESULT, None if with_nulls else 0, 1]
    assert positions.arrays()["result"].tolist() == results
    pa, pd, pl = (pytest.importorskip(name) for name in ("pyarrow", "pandas", "polars"))
    nullable = [2, None, results[2], 1]
    arrow, frame, polars = positions.to_arrow(), positions.to_pandas(), positions.to_polars()
    assert arrow["result"].to_pylist() == polars["result"].to_list() == nullable
    assert frame["result"].astype(object).where(frame["result"].notna(), None).tolist() == nullable
    assert str(arrow.schema.field("result").type) == str(polars.schema["result"]).lower() == "uint8"
    assert str(frame.dtypes["result"]) == "UInt8"
    assert polars["move"].to_list()[:2] == arrow["move"].to_pylist()[:2] == ["e4", "d4"]
    assert polars["game"].to_list() == [1, 2, None if with_nulls else 3, 4]
    assert setwise.Positions(**(columns | {"result": polars["result"].to_list()})).result[1] == setwise.NO_RESULT
    assert positions.evaluate("result").tolist() == nullable
    assert positions.where("result != 2").game.tolist() == ([4] if with_nulls else [3, 4])
    assert positions.where("result = 3").game.tolist() == [] and len(positions.where("ply = 1")) == 4 - with_nulls


def test_wrong_details():
    for details, error, message in [
        ("move", TypeError, "details is the str 'move', expected a sequence of str"),
        (["move", 1], TypeError, "details contains 1, expected a str"),
        (["move", "move"], ValueError, "details contains 'move' twice"),
        (["kings"], ValueError, "details contains 'kings', which is already the name of a column"),
        (["ply"], ValueError, "details contains 'ply', which is already the name of a column"),
        (["white_forks"], ValueError, "details contains 'white_forks', which is already the name of a column"),
    ]:
        with pytest.raises(error, match=re.escape(message)):
            setwise.read_games(b"1. e4 *", details=details)
    for tag, more in [("WhiteElO", "; did you mean WhiteElo?"), ("Xyz", "")]:
        message = f"text: no game has the tag '{tag}'{more}"
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            setwise.read_games(b'[White "A"] [WhiteElo "2000"] 1. e4 *', details=[tag])
    assert setwise.read_games(b"", details=["move", "Xyz"]).details.keys() == {"move", "Xyz"}
    assert setwise.read_games(b"", details=["move", "eval_cp"]).details.keys() == {"move", "eval_cp"}


def test_columns_of_games():
    positions = setwise.read_games(b"1. e4 e5 2. Nf3 Nc6 *")
    assert positions.where("ply > 2").ply.tolist() == [3, 4]
    assert positions.evaluate("game").tolist() == [1] * 5 and positions.evaluate("ply").tolist() == [0, 1, 2, 3, 4]
    assert positions[2:4].ply.tolist() == [2, 3]
    again = setwise.Positions(**positions.arrays())
    assert again.game.tolist() == [1] * 5
    with pytest.raises(AttributeError, match="no column 'ply'; read_games returns it"):
        setwise.read_fens([START]).ply

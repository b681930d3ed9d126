"""Reads positions."""

import operator
import os
from contextlib import contextmanager

import numpy as np

from . import _setwise
from ._columns import COLUMNS, FURTHER_COLUMNS
from ._names import unknown
from ._positions import FEATURES, Positions

_MOST_PLIES = 2**32 - 1
_FORMATS = ("marlinformat", "bulletformat", "viriformat")


def read_fens(fens, *, on_bad="raise", rules="chess", rights=False):
    """Reads positions from FEN or EPD text.

    Parameters
    ----------
    fens : bytes, path, file, list of str, or array of strings
        - bytes and bytearray are the text itself.
        - str and `os.PathLike` name a file of text, which may be compressed with gzip.
        - An object with a method `read` is a file opened in binary mode, such as
          `bz2.open(path)`.
        - A list, or any iterable, has one str or bytes for each position. None, NaN,
          `pandas.NA` and masked elements are nulls.
        - A column of pandas, Polars or pyarrow has one string for each position. It is
          read through the Arrow C data interface, without a copy if possible.
    on_bad : {"raise", "skip", "null"}
        How to handle a line or row that is not a position. "raise" raises a
        ValueError with the line and column, or the number of the row, the reason and the text. "skip"
        leaves the line or row out. "null" stores an empty board for which
        `Positions.valid` is False. Rows are numbered from 0, and lines of a text from 1.
    rules : {"chess", "any_kings", "any_pieces"}
        "chess" requires one king per side, and no pawns on ranks 1 and 8. "any_kings"
        allows any number of kings. "any_pieces" also allows pawns on ranks 1 and 8.
    rights : bool
        Whether to read castling rights and en passant squares too, as the columns
        `unmoved_rooks` and `en_passant`. `legal_move_count`, `checkmate` and `stalemate`
        need these columns. A field that is missing, or that has no meaning for the
        placement, is read as no rights. A null has no rights.

    Returns
    -------
    Positions

    In a text, blank lines and lines that start with # are skipped. In a list or
    column, a row that is null, blank or a comment is handled like any other row that
    is not a position. Unless `on_bad` is "skip", there is one position for each row.

    >>> import setwise
    >>> setwise.read_fens(["8/8/4k3/8/8/4K3/4N3/8 b - -", "8/8/8"], on_bad="null")
    <2 positions, 1 of them null>
    >>> setwise.read_fens(["8/8/8"])
    Traceback (most recent call last):
    ...
    ValueError: row 0: the placement has 3 ranks, not 8: '8/8/8'
    >>> positions = setwise.read_fens(["4k3/8/8/3pP3/8/8/8/4K3 w - d6"], rights=True)
    >>> positions.en_passant, positions.legal_move_count
    (array([43], dtype=uint8), array([7], dtype=uint16))
    """
    rights = bool(rights)
    if isinstance(fens, (bytes, bytearray)):
        _refuse_path(fens)
        found = _setwise.read_bytes(bytes(fens), on_bad, rules, rights)
    elif isinstance(fens, (str, os.PathLike)):
        with _opened(fens, lambda file: file.peek(3).startswith(b"\x1f\x8b\x08")) as file:
            found = _setwise.read_file(file, _shown(fens), on_bad, rules, rights)
    elif hasattr(fens, "read"):
        found = _setwise.read_file(fens, _shown(getattr(fens, "name", "file")), on_bad, rules, rights)
    else:
        found = _read_column(fens, on_bad, rules, rights)
    words, white_to_move, valid, labels = found
    return Positions(*words, white_to_move, valid, **labels)


def read_games(
    source,
    *,
    skip_bad_games=False,
    every=1,
    plies=None,
    last=False,
    details=(),
    unfinished=False,
    chess960=False,
):
    """Reads the positions of games: the start of each game, and the position after each move of its main line.

    Parameters
    ----------
    source : bytes, path, or file opened in binary mode
        Games in PGN, with moves in standard algebraic notation, in long algebraic notation or as in
        UCI. If this is bytes or bytearray, it is the text itself. A file may be compressed with
        gzip. For other compressions, pass an open file, such as `compression.zstd.open(path)`.
    skip_bad_games : bool
        Whether games with an error are skipped. A warning then reports how many. Otherwise, the
        first such game raises a ValueError with its line, its number, the ply, the move and the
        position. An error is a move that is illegal, ambiguous or not a move, a tag, comment or
        variation without an end, or a game without a result.
    every : int
        Keeps every position whose ply is a multiple of this number. The start has ply 0.
    plies : tuple of two int, optional
        Keeps the positions from the first ply to the second, inclusive. None stands for an open
        end.
    last : bool
        Whether to keep only the last position of each game, among those that `every` and
        `plies` keep.
    details : sequence of str
        Names of further columns, which are stored in `Positions.details`. "move" and "uci" are
        the move that led to the position, as written in the text and in UCI notation.
        "clock_ms" and "eval_cp" are the clock in milliseconds and the evaluation in centipawns,
        from comments such as `[%clk 0:03:00]` and `[%eval 0.17]`. A mate in n moves is
        100000 - n, and a mate by the other side is n - 100000. Any other name is the name of a
        tag, such as "WhiteElo". A tag that no game has raises a ValueError, except
        "Result", which is the result that counts even if the tag is missing.
    unfinished : bool
        Whether games without a result after their moves are read. The result of such a game is
        that of its tag Result, or unknown.
    chess960 : bool
        Whether all games are played as Chess960. Otherwise, a game is Chess960 if its tag Variant
        or its FEN says so.

    Returns
    -------
    Positions
        They have the columns `result`, `halfmove_clock`, `fullmove_number`, `en_passant`,
        `unmoved_rooks`, `game` and `ply`. The result after the moves counts. If it is `*` or
        missing, that of the tag Result counts. A game without a known result has the result `NO_RESULT`.

    >>> import setwise
    >>> positions = setwise.read_games(b"1. f3 e5 2. g4 Qh4# 0-1")
    >>> positions.ply, positions.checkmate
    (array([0, 1, 2, 3, 4], dtype=uint32), array([False, False, False, False,  True]))
    >>> text = b'[WhiteElo "2000"] 1. e4 {[%clk 0:03:00]} *'
    >>> setwise.read_games(text, details=["uci", "clock_ms"]).details
    {'uci': array([None, 'e2e4'], dtype=object), 'clock_ms': array([    nan, 180000.])}
    >>> setwise.read_games(b"1. e4 e5", unfinished=True).ply
    array([0, 1, 2], dtype=uint32)
    >>> setwise.read_games(b"1. e4 e5 2. Ke3 *")
    Traceback (most recent call last):
    ...
    ValueError: text:1:13: game 1, ply 3: 'Ke3' is not a legal move in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
    """
    import io

    every = operator.index(every)
    if every < 1:
        raise ValueError(f"every is {every}, expected 1 or more")
    first, end = (None, None) if plies is None else plies
    plies = _ply(first, 0), _ply(end, _MOST_PLIES)
    details = _details(details)
    options = every, plies, bool(last), bool(skip_bad_games), details, bool(unfinished), bool(chess960)
    if isinstance(source, (bytes, bytearray)):
        _refuse_path(source)
        source = io.BytesIO(source)
    if hasattr(source, "read"):
        found = _setwise.read_games(source, _shown(getattr(source, "name", "text")), *options)
    else:
        with _opened(source, lambda file: file.peek(3).startswith(b"\x1f\x8b\x08")) as file:
            found = _setwise.read_games(file, _shown(source), *options)
    words, white_to_move, labels, columns, bad, first_bad = found
    if bad:
        import warnings

        noun = "game" if bad == 1 else "games"
        warnings.warn(f"skipped {bad} bad {noun}, the first: {first_bad}", stacklevel=2)
    positions = Positions(*words, white_to_move, **labels)
    positions.details = {name: _text_or_numbers(column) for name, column in zip(details, columns)}
    return positions


def _details(names):
    """Returns the names of details as a list. They must differ from each other and from the other columns."""
    if isinstance(names, str):
        raise TypeError(f"details is the str {names!r}, expected a sequence of str")
    names = list(names)
    for n, name in enumerate(names):
        if not isinstance(name, str):
            raise TypeError(f"details contains {name!r}, expected a str")
        if name in names[:n]:
            raise ValueError(f"details contains {name!r} twice")
        if name in (*COLUMNS, "white_to_move", *FURTHER_COLUMNS, *FEATURES):
            raise ValueError(f"details contains {name!r}, which is already the name of a column")
    return names


def _text_or_numbers(column):
    """Converts a list of texts to an array of objects. Returns an array of numbers unchanged."""
    return np.array(column, dtype=object) if isinstance(column, list) else column


def _ply(number, missing):
    """Returns one end of a range of plies."""
    number = missing if number is None else operator.index(number)
    if number < 0:
        raise ValueError(f"plies are counted from 0, not {number}")
    return min(number, _MOST_PLIES)


def read_packed(source, format, *, on_bad="raise", rules="chess"):
    """Reads packed positions, such as the training data of neural networks.

    Parameters
    ----------
    source : path, bytes, or file opened in binary mode
        A file whose path ends in .gz is decompressed with gzip.
    format : {"marlinformat", "bulletformat", "viriformat"}
    on_bad, rules
        The same as for `read_fens`, except that "null" is not accepted. Error messages
        contain the number of the record, from 1. For viriformat, they contain the number
        of the game.

    Returns
    -------
    Positions
        The positions of marlinformat and viriformat have all columns in
        `FURTHER_COLUMNS` except `game` and `ply`, such as `score` and `result`. A
        positive score is good for White.

        bulletformat does not store which side is to move. It stores boards, scores
        and results as seen from that side. In the positions, this side is White: White
        is to move, `white` and `black` are the pieces of the side to move and of the
        other side, and a positive score is good for the side to move. The labels are
        `score`, `result` and `extra`, which has three bytes.

    >>> import setwise
    >>> start = bytes.fromhex("ffff00000000ffff1642256100000000888888889ecaade94000010023000200")
    >>> positions = setwise.read_packed(start, "marlinformat")
    >>> positions.score, positions.result
    (array([35], dtype=int16), array([2], dtype=uint8))
    """
    import io

    if format not in _FORMATS:
        raise ValueError(unknown("packed format", format, _FORMATS))
    if isinstance(source, (bytes, bytearray)):
        _refuse_path(source)
        source = io.BytesIO(source)
    if hasattr(source, "read"):
        found = _setwise.read_packed(source, _shown(getattr(source, "name", "record")), format, on_bad, rules)
    else:
        # The name decides whether the file is decompressed, because a record may start with the same bytes as
        # a file compressed with gzip.
        name = _shown(source)
        if name.lower().endswith(".zst"):
            raise ValueError(f"{name} is compressed with zstd, expected a plain file, or one compressed with gzip")
        with _opened(source, lambda _: name.lower().endswith(".gz")) as file:
            found = _setwise.read_packed(file, name, format, on_bad, rules)
    words, white_to_move, labels = found
    return Positions(*words, white_to_move, **labels)


@contextmanager
def _opened(path, is_gzip):
    """Opens a file, and decompresses it if the function `is_gzip` returns True for the opened file.

    If the path cannot be opened and looks like a FEN, the error explains how to pass a FEN.
    """
    try:
        file = open(path, "rb")
    except OSError as error:
        if isinstance(path, str) and path.count("/") >= 7:
            error.add_note("a str is the path of a file; pass [fen] for a position, or text.encode() for a text")
        raise
    with file:
        if not is_gzip(file):
            yield file
            return
        import gzip
        import zlib

        try:
            yield gzip.GzipFile(fileobj=file)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            error.add_note(f"while {_shown(path)} was decompressed")
            raise


def _refuse_path(data):
    """Raises a ValueError if `data`, which should be text or records, is the path of an existing file."""
    if len(data) < 4096 and os.path.isfile(bytes(data)):
        raise ValueError(f"{_shown(bytes(data))} is the path of a file, expected its bytes; pass os.fsdecode(path)")


def _shown(name):
    """Returns a path or the name of a file object as text for error messages. Escapes bytes that are not UTF-8."""
    if not isinstance(name, (str, bytes, os.PathLike)):
        return str(name)
    return os.fsencode(name).decode(errors="backslashreplace")


def _read_column(fens, on_bad, rules, rights):
    """Reads a column of strings. A column of pandas is converted to a list if pyarrow is not installed."""
    if hasattr(fens, "__arrow_c_stream__") or hasattr(fens, "__arrow_c_array__"):
        try:
            return _setwise.read_arrow(fens, on_bad, rules, rights)
        except ImportError:
            pass
    return _setwise.read_list(fens if isinstance(fens, list) else list(fens), on_bad, rules, rights)

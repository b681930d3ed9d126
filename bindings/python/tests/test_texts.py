"""Tests text from foreign systems: marks, carriage returns and the byte that ends a text in DOS."""

import io

import pytest
import setwise

FENS = b"8/8/4k3/8/8/4K3/4N3/8 w - - 0 1\n8/8/4k3/8/8/4K3/4N3/8 b - - 0 1\n"
GAMES = b"1. e4 ; first\ne5 *\n\n1. d4 *\n"
MARK = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    "foreign",
    [
        lambda text: MARK + text,
        lambda text: text + b"\x1a",
        lambda text: text.rstrip() + b"\x1a\r\n",
        lambda text: MARK + text.replace(b"\n", b"\r"),
        lambda text: text.replace(b"\n", b"\r\n"),
    ],
)
def test_foreign_text_is_read_like_the_usual_text(foreign):
    for read, text, positions in [(setwise.read_fens, FENS, 2), (setwise.read_games, GAMES, 5)]:
        usual = read(text)
        assert len(usual) == positions
        for source in (foreign(text), io.BytesIO(foreign(text))):
            found = read(source)
            assert (found.knights == usual.knights).all() and (found.white_to_move == usual.white_to_move).all()


@pytest.mark.parametrize(
    "data, name",
    [
        (FENS.decode().encode("utf-16"), "UTF-16"),
        (b"BZh91AY&SY", "bzip2"),
        (b"PK\x03\x04", "ZIP"),
        (b"PAR1", "Parquet"),
    ],
)
def test_other_formats_are_named(data, name, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(data)
    for read in (setwise.read_fens, setwise.read_games):
        for source in (data, path, io.BytesIO(data)):
            with pytest.raises(ValueError, match=name):
                read(source)

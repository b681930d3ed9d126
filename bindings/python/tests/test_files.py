"""Tests the names and the compression of files."""

import bz2
import gzip
import io
import lzma
import os
import sys

import pytest
from conftest import START, check, master_boards, master_fens

import setwise

START_RECORD = bytes.fromhex("ffff00000000ffff1642256100000000888888889ecaade94000010023000200")


class Path(os.PathLike):
    """A path object whose path is bytes, like the entries of `os.scandir(b".")`."""

    def __init__(self, path):
        self.path = os.fsencode(path)

    def __fspath__(self):
        return self.path


def test_paths_of_bytes(tmp_path):
    (tmp_path / "games.fen").write_text(f"{START}\nx\n")
    (tmp_path / "games.bin").write_bytes(START_RECORD + b"\0")
    fens, packed = Path(tmp_path / "games.fen"), Path(tmp_path / "games.bin")
    assert len(setwise.read_fens(fens, on_bad="skip")) == 1
    assert len(setwise.read_packed(packed, "marlinformat", on_bad="skip")) == 1
    with pytest.raises(ValueError, match=f"^{tmp_path}/games.fen:2:1: 'x' is neither"):
        setwise.read_fens(fens)
    with pytest.raises(ValueError, match=f"^{tmp_path}/games.bin:2: the record is incomplete"):
        setwise.read_packed(packed, "marlinformat")
    for entry in os.scandir(os.fsencode(tmp_path)):
        if entry.name.endswith(b".fen"):
            assert len(setwise.read_fens(entry, on_bad="skip")) == 1


def test_bytes_are_no_path(tmp_path):
    """The path of a file, passed as bytes, must be refused. Otherwise it would be read as a text with one bad line."""
    path = tmp_path / "games.fen"
    path.write_text(START)
    for data in (os.fsencode(path), bytearray(os.fsencode(path))):
        for on_bad in ("raise", "skip"):
            message = f"^{path} is the path of a file, expected its bytes; pass os.fsdecode"
            with pytest.raises(ValueError, match=message):
                setwise.read_fens(data, on_bad=on_bad)
            with pytest.raises(ValueError, match=message):
                setwise.read_packed(data, "marlinformat", on_bad=on_bad)
    assert len(setwise.read_fens(START.encode())) == len(setwise.read_packed(START_RECORD, "marlinformat")) == 1
    for data in (b"", b"\0" * 32, b"x" * 10000):
        assert len(setwise.read_fens(data, on_bad="skip")) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_names_that_are_not_utf_8(tmp_path):
    name = os.path.join(os.fsencode(tmp_path), b"caf\xe9")
    with open(name, "w") as file:
        file.write(f"{START}\nx\n")
    for source in (os.fsdecode(name), Path(name), open(name, "rb"), open(os.fsdecode(name), "rb")):
        with pytest.raises(ValueError, match=rf"^{tmp_path}/caf\\xe9:2:1: 'x' is neither"):
            setwise.read_fens(source)
    with open(name, "rb") as file, pytest.raises(ValueError, match=rf"^{tmp_path}/caf\\xe9:1: "):
        setwise.read_packed(file, "marlinformat")


def test_files_without_a_name(tmp_path):
    with pytest.raises(ValueError, match="^file:2:1: 'x' is neither"):
        setwise.read_fens(io.BytesIO(f"{START}\nx".encode()))
    path = tmp_path / "games.fen"
    path.write_text("x")
    with open(os.open(path, os.O_RDONLY), "rb") as file, pytest.raises(ValueError, match=r"^\d+:1:1: 'x' is neither"):
        setwise.read_fens(file)


def test_compressed_paths(tmp_path):
    """Compressed text must be recognised by its first bytes, and a compressed packed file by its name."""
    boards, text = master_boards(), "\n".join(master_fens()).encode() + b"\n"
    middle = text.index(b"\n", len(text) // 2) + 1
    members = gzip.compress(text[:middle]) + gzip.compress(text[middle:])
    for name in ("games.fen.gz", "games"):
        (tmp_path / name).write_bytes(members)
        for path in (tmp_path / name, str(tmp_path / name), Path(tmp_path / name)):
            check(setwise.read_fens(path), boards)
    (tmp_path / "bad.gz").write_bytes(gzip.compress(f"{START}\n\nx\n".encode()))
    with pytest.raises(ValueError, match=f"^{tmp_path}/bad.gz:3:1: 'x' is neither"):
        setwise.read_fens(tmp_path / "bad.gz")
    for name in ("start.bin.gz", "start.BIN.GZ"):
        (tmp_path / name).write_bytes(gzip.compress(START_RECORD * 3))
        assert len(setwise.read_packed(tmp_path / name, "marlinformat")) == 3
    magic = b"\x1f\x8b\x08" + START_RECORD[3:]
    (tmp_path / "start.bin").write_bytes(magic)
    found, expected = (
        setwise.read_packed(source, "marlinformat", on_bad="skip", rules="any_pieces")
        for source in (tmp_path / "start.bin", magic)
    )
    assert found.arrays().keys() == expected.arrays().keys() and len(found) == len(expected)


@pytest.mark.parametrize("end", [-1, -9, 30, 12])
def test_a_compressed_file_that_is_cut_off_is_an_error(end, tmp_path):
    path = tmp_path / "games.fen.gz"
    path.write_bytes(gzip.compress(f"{START}\n".encode() * 1000)[:end])
    for on_bad in ("raise", "skip", "null"):
        with pytest.raises(EOFError) as error:
            setwise.read_fens(path, on_bad=on_bad)
        assert error.value.__notes__ == [f"while {path} was decompressed"]


def test_damaged_compressed_data_is_an_error(tmp_path):
    path = tmp_path / "games.fen.gz"
    data = bytearray(gzip.compress(f"{START}\n".encode() * 1000))
    data[-8] ^= 1  # the checksum
    path.write_bytes(data)
    with pytest.raises(gzip.BadGzipFile) as error:
        setwise.read_fens(path, on_bad="skip")
    assert error.value.__notes__ == [f"while {path} was decompressed"]


@pytest.mark.parametrize(
    "data, what",
    [
        (gzip.compress(START.encode()), "compressed with gzip"),
        (b"\x28\xb5\x2f\xfd\x04\0\n\n", "compressed with zstd"),
        (b"\x50\x2a\x4d\x18\x04\0\0\0\n\n\n\n", "compressed with zstd"),
        (bz2.compress(START.encode()), "compressed with bzip2"),
        (lzma.compress(START.encode()), "compressed with xz"),
        (b"PK\x03\x04\n\n", "a ZIP archive"),
        (b"PAR1\x15\x04\n\n", "a Parquet file"),
        (b"ARROW1\0\0\xff\xff\n", "an Arrow file"),
        (START.encode("utf-16-le").join([b"\xff\xfe", b"\n\0"]), "encoded in UTF-16"),
        (START.encode("utf-16-be").join([b"\xfe\xff", b"\0\n"]), "encoded in UTF-16"),
    ],
)
def test_what_is_not_text_is_refused(data, what, tmp_path):
    """Tests that files of other formats are refused even if bad lines are skipped or stored as nulls."""
    path = tmp_path / "games"
    path.write_bytes(data)
    sources = {"the text": data, "file": io.BytesIO(data), str(path): path.open("rb")}
    if what != "compressed with gzip":
        sources[str(path)] = path
    for on_bad in ("raise", "skip", "null"):
        for name, source in sources.items():
            if hasattr(source, "seek"):
                source.seek(0)
            with pytest.raises(ValueError, match=f"^{name} is {what}, expected text in UTF-8; "):
                setwise.read_fens(source, on_bad=on_bad)


def test_packed_files_compressed_otherwise_are_refused(tmp_path):
    path = tmp_path / "start.bin.zst"
    with pytest.raises(ValueError, match=f"^{path} is compressed with zstd, expected a plain file, or one compressed"):
        setwise.read_packed(path, "marlinformat")
    path = tmp_path / "games.fen.bz2"
    path.write_bytes(bz2.compress(START.encode()))
    with bz2.open(path) as file:
        assert setwise.read_fens(file)[0] == setwise.read_fens([START])[0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_a_named_pipe_is_read_once(compress, tmp_path):
    from threading import Thread

    pipe, text = tmp_path / "pipe", compress("".join(f"{fen}\n" for fen in master_fens()).encode())
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=[text])
    writer.start()
    check(setwise.read_fens(pipe), master_boards())
    writer.join()

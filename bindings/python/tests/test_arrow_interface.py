"""Tests Arrow capsules and arrays that break the rules of the C data interface or contain invalid
data."""

import ctypes
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import START

import setwise

pa = pytest.importorskip("pyarrow")


class Capsules:
    """An object whose Arrow methods return the same capsules every time."""

    def __init__(self, stream=None, array=None):
        if stream is not None:
            self.__arrow_c_stream__ = lambda requested_schema=None: stream
        if array is not None:
            self.__arrow_c_array__ = lambda requested_schema=None: array


def test_a_capsule_is_used_once():
    for capsules in (
        lambda: Capsules(stream=pa.chunked_array([[START]]).__arrow_c_stream__()),
        lambda: Capsules(array=pa.array([START]).__arrow_c_array__()),
        lambda: Capsules(array=pa.nulls(0).__arrow_c_array__()),
    ):
        for first in (setwise.read_fens, pa.chunked_array if hasattr(capsules(), "__arrow_c_stream__") else pa.array):
            same = capsules()
            first(same)
            with pytest.raises(RuntimeError, match="has been used before"):
                setwise.read_fens(same)


def test_capsules_of_the_wrong_kind():
    schema, array = pa.array([START]).__arrow_c_array__()
    with pytest.raises(ValueError, match="PyCapsule"):
        setwise.read_fens(Capsules(array=(array, schema)))
    with pytest.raises(TypeError):
        setwise.read_fens(Capsules(array=schema))
    with pytest.raises(ValueError, match="PyCapsule"):
        setwise.read_fens(Capsules(stream=schema))
    # The failed calls have not moved the structs out of the capsules.
    assert len(setwise.read_fens(Capsules(array=(schema, array)))) == 1


def test_memory_is_released_once_also_after_an_error():
    fens = pa.array([START, "no position", *[START] * 5000])
    before = pa.total_allocated_bytes()
    for make in (
        lambda column: column.cast(pa.large_string()),
        lambda column: column.cast(pa.string_view()),
        lambda column: pa.chunked_array([column.cast(pa.binary()), column.slice(1).cast(pa.binary())]),
        lambda column: pa.concat_arrays([column, column]).dictionary_encode(),
    ):
        for on_bad in ("raise", "skip", "null"):
            try:
                setwise.read_fens(make(fens), on_bad=on_bad)
            except (TypeError, ValueError):
                pass
            assert pa.total_allocated_bytes() == before


VIEWS = {
    "a negative length": (0, -1),
    "a length beyond the buffer": (0, 1000),
    "a buffer that does not exist": (2, 9),
    "the buffer of lengths": (2, 1),
    "a negative buffer": (2, -1),
    "an offset beyond the buffer": (3, 2**31 - 1),
    "a negative offset": (3, -1),
}


@pytest.mark.parametrize("part, value", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("on_bad", ["raise", "null"])
def test_views_outside_their_buffers(part, value, on_bad):
    array = pa.array([START] * 3, pa.string_view())
    valid, views, *data = array.buffers()
    views = np.frombuffer(views, np.int32).copy()
    views[4 + part] = value
    array = pa.Array.from_buffers(pa.string_view(), 3, [valid, pa.py_buffer(views), *data])
    with pytest.raises(ValueError, match="^row 1: its bytes are outside the Arrow array$"):
        setwise.read_fens(array, on_bad=on_bad)
    # The view of a null row is not checked.
    rows = pa.py_buffer(bytes([0b101]))
    array = pa.Array.from_buffers(pa.string_view(), 3, [rows, pa.py_buffer(views), *data])
    assert setwise.read_fens(array, on_bad="null").valid.tolist() == [True, False, True]


@pytest.mark.parametrize("kind, number", [(pa.string(), np.int32), (pa.large_string(), np.int64)], ids=str)
@pytest.mark.parametrize("offset", [-1, 113, 2**31 - 1], ids=["negative", "just outside", "far outside"])
def test_offsets_outside_the_buffer(kind, number, offset):
    text = (START * 2).encode()
    offsets = np.array([0, len(START), offset, len(text)], number)
    array = pa.Array.from_buffers(kind, 3, [None, pa.py_buffer(offsets), pa.py_buffer(text)])
    with pytest.raises(ValueError, match="^row 1: its bytes are outside the Arrow array$"):
        setwise.read_fens(array)
    assert len(setwise.read_fens(array.slice(0, 1))) == 1


class Array(ctypes.Structure):
    """The first fields of an `ArrowArray`."""

    _fields_ = [(name, ctypes.c_int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")]
    _fields_ += [("buffers", ctypes.POINTER(ctypes.c_void_p))]


class Stream(ctypes.Structure):
    """An `ArrowArrayStream`."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("get_schema", "get_next", "get_last_error", "release", "private")]


def struct(capsule, kind=Array, name=b"arrow_array"):
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return kind.from_address(pointer(capsule, name))


@pytest.mark.parametrize("field", ["length", "offset", "n_buffers"])
def test_negative_numbers(field):
    schema, array = pa.array([START]).__arrow_c_array__()
    setattr(struct(array), field, -1)
    with pytest.raises(TypeError, match="not an Arrow array"):
        setwise.read_fens(Capsules(array=(schema, array)))


@pytest.mark.parametrize("buffer", [1, 2])
@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
def test_null_buffers(kind, buffer):
    schema, array = pa.array([START], kind).__arrow_c_array__()
    struct(array).buffers[buffer] = None
    with pytest.raises((TypeError, ValueError), match="Arrow array"):
        setwise.read_fens(Capsules(array=(schema, array)))


@pytest.mark.parametrize("function", ["get_schema", "get_next"])
def test_streams_are_read_without_the_lock(function):
    """The GIL must not be held while a stream's function runs, because it may wait for a thread that needs the GIL.

    The test replaces the function with one that returns 1, which is an error code, if the GIL is held.
    Otherwise the new function returns 0 and produces nothing.
    """
    capsule = pa.chunked_array([[START]]).__arrow_c_stream__()
    stream = struct(capsule, Stream, b"arrow_array_stream")
    setattr(stream, function, ctypes.cast(ctypes.pythonapi.PyGILState_Check, ctypes.c_void_p).value)
    if function == "get_next":
        assert len(setwise.read_fens(Capsules(stream=capsule))) == 0
    else:
        with pytest.raises(TypeError, match="^not an Arrow schema$"):
            setwise.read_fens(Capsules(stream=capsule))


def test_one_of_many_threads_uses_a_capsule():
    """Only one of many threads may use a capsule.

    If capsules were not locked, this test would fail only in a Python without the GIL, and not in every run.
    """

    def read(capsules):
        try:
            return len(setwise.read_fens(capsules))
        except RuntimeError as error:
            assert "has been used before" in str(error)

    with ThreadPoolExecutor(8) as pool:
        for _ in range(200):
            capsules = Capsules(stream=pa.chunked_array([[START]]).__arrow_c_stream__())
            assert sorted(pool.map(read, [capsules] * 8), key=bool) == [None] * 7 + [1]

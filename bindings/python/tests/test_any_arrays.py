"""Tests ufuncs on arrays of any shape, strides, byte order and address, and on arrays that overlap."""

import hypothesis.extra.numpy as arrays
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import of_row

import setwise

settings.register_profile("setwise", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("setwise")

SHAPES = arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=7)


def by_coordinates(ufunc, *inputs):
    """Returns the expected results of a ufunc as a list of arrays, computed board by board."""

    def of_one(*row):
        found = of_row(ufunc.__name__, row)
        if ufunc is getattr(setwise.counts, ufunc.__name__, None):
            found = tuple(map(int.bit_count, found))
        return found if ufunc.nout > 1 else found[0]

    found = np.frompyfunc(of_one, ufunc.nin, ufunc.nout)(*inputs)
    return [np.asarray(one, object).astype(np.uint64) for one in (found if ufunc.nout > 1 else (found,))]


def boards(shape=SHAPES, kind=np.uint64):
    info = np.iinfo(kind)
    return arrays.arrays(kind, shape, elements=st.integers(int(info.min), int(info.max)))


@st.composite
def views(draw, base=boards()):
    """Draws a view of an array with any order of axes, different steps and either byte order."""
    array = draw(base)
    if array.ndim:
        array = array.transpose(draw(st.permutations(range(array.ndim))))
        steps = st.sampled_from([1, 2, 3, -1, -2])
        array = array[tuple(slice(None, None, draw(steps)) for _ in range(array.ndim))]
    return array.astype(array.dtype.newbyteorder(draw(st.sampled_from("<>")))) if draw(st.booleans()) else array


@given(views())
def test_any_view(array):
    before = array.copy()
    found = setwise.knight_attacks(array)
    assert found.shape == array.shape and found.dtype == np.uint64
    np.testing.assert_array_equal(found, by_coordinates(setwise.knight_attacks, array)[0])
    np.testing.assert_array_equal(setwise.popcount(array), np.bitwise_count(array))
    np.testing.assert_array_equal(array, before)


@given(st.data(), arrays.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=6))
def test_broadcasting(data, shapes):
    knights, own = (data.draw(boards(shape)) for shape in shapes.input_shapes)
    found = setwise.knight_moves(knights, own)
    assert found.shape == shapes.result_shape
    np.testing.assert_array_equal(found, by_coordinates(setwise.knight_moves, knights, own)[0])


MEMORY = 1 << 14
"""The size in bytes of the memory that contains the inputs and the first result of a call.

Each further result has separate memory of this size. The size is small, so that inputs and results often overlap.
"""


@st.composite
def places(draw, shape, kinds, broadcast=False):
    """Draws the offset, the strides and the type of an array.

    The array may start at any byte, and may have any order of axes, gaps between elements and negative strides. If
    `broadcast` is true, the stride of an axis may be 0.
    """
    kind = np.dtype(draw(st.sampled_from(kinds)))
    offset = draw(st.integers(64, 104)) * draw(st.sampled_from([1, 8]))
    extent, strides = kind.itemsize, [0] * len(shape)
    for axis in draw(st.permutations(range(len(shape)))):
        if broadcast and draw(st.integers(0, 5)) == 0:
            continue
        step = extent + draw(st.sampled_from([0, 0, 0, 1, 3, 8, 16]))
        span = step * max(shape[axis] - 1, 0)
        backward = draw(st.booleans())
        offset, strides[axis], extent = offset + span * backward, -step if backward else step, extent + span
    return offset, strides, kind


@st.composite
def near(draw, place):
    """Draws the place of an array with the same layout as another array, at most 64 bytes away from it."""
    offset, strides, kind = place
    away = draw(st.sampled_from([0, 0, kind.itemsize, *map(abs, strides), 3]))
    return offset + draw(st.sampled_from([-1, 1])) * min(away, 64), strides, kind


def placed(memory, shape, place):
    offset, strides, kind = place
    return np.ndarray(shape, kind, memory, offset, strides)


UNSIGNED, SIGNED, BYTES = ("<u8", ">u8"), ("<i8", ">i8"), ("u1",)
CALLS = [
    (setwise.knight_attacks, UNSIGNED, UNSIGNED),
    (setwise.knight_moves, UNSIGNED, UNSIGNED),
    (setwise.knight_moves, SIGNED, SIGNED),
    (setwise.forks_at_least, UNSIGNED, UNSIGNED),
    (setwise.king_files, UNSIGNED, UNSIGNED),
    (setwise.counts.knight_moves, UNSIGNED, BYTES),
    (setwise.king_distance, BYTES, BYTES),
]
"""Ufuncs, each with the types of its inputs and the types of its results."""

LENGTHS = [0, 1, 8, 127, 128, 129, 300]
"""Lengths near the number of boards in a register, and near the number of boards that are copied as a block."""


@pytest.mark.parametrize(
    "ufunc, inputs, results", CALLS, ids=lambda value: value[0] if isinstance(value, tuple) else value.__name__
)
@settings(max_examples=120)
@given(data=st.data())
def test_any_arrays_of_the_same_memory(ufunc, inputs, results, data):
    """Tests inputs and results that overlap in any way. After the call, every byte of the memory must be as expected.

    Two results of a call never overlap here, because the order in which they are written is not defined.
    """
    shape = data.draw(st.one_of(arrays.array_shapes(max_dims=3, max_side=6), st.tuples(st.sampled_from(LENGTHS))))
    memory = np.random.default_rng(data.draw(st.integers(0, 999))).integers(0, 256, (ufunc.nout, MEMORY), np.uint8)
    in_places = [data.draw(places(shape, inputs, broadcast=True)) for _ in range(ufunc.nin)]
    out_places = [data.draw(places(shape, results)) for _ in range(ufunc.nout)]
    if inputs == results and data.draw(st.booleans()):
        in_places[data.draw(st.integers(0, ufunc.nin - 1))] = data.draw(near(out_places[0]))
    columns = [placed(memory[0], shape, place) for place in in_places]
    out = tuple(placed(memory[n], shape, place) for n, place in enumerate(out_places))
    where = data.draw(arrays.arrays(bool, shape)) if data.draw(st.booleans()) else True

    expected = memory.copy()
    for n, (result, place) in enumerate(zip(by_coordinates(ufunc, *columns), out_places)):
        np.copyto(placed(expected[n], shape, place), result.astype(place[2]), where=where)
    ufunc(*columns, out=out, where=where)
    np.testing.assert_array_equal(memory, expected)

"""Tests that wrong inputs are refused, and checks the error messages."""

import numpy as np
import pytest

import setwise


@pytest.mark.parametrize(
    "bad",
    [
        1.0,
        np.float64(1),
        [1.5],
        [],
        "a",
        ["e4"],
        None,
        [None],
        object(),
        1j,
        np.array([1], "M8[s]"),
        2**64,
        -(2**63) - 1,
    ],
)
def test_boards_are_integers(bad):
    with pytest.raises((TypeError, OverflowError)):
        setwise.knight_attacks(bad)
    with pytest.raises((TypeError, OverflowError)):
        setwise.counts.knight_attacks(bad)


def test_unsigned_and_signed_boards_do_not_mix():
    with pytest.raises(TypeError, match="knight_moves"):
        setwise.knight_moves(np.array([1], np.uint64), np.array([1], np.int64))


@pytest.mark.parametrize("ufunc", [setwise.knight_attacks, setwise.counts.knight_attacks])
def test_results_must_fit(ufunc):
    boards = np.array([1, 2], np.uint64)
    for out in (np.zeros(3, np.uint64), np.zeros((2, 0), np.uint64)):
        with pytest.raises(ValueError):
            ufunc(boards, out=out)
    read_only = np.zeros(2, np.uint64)
    read_only.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        ufunc(boards, out=read_only)
    with pytest.raises(TypeError, match="Cannot cast"):
        ufunc(boards, out=np.zeros(2, bool))
    assert not read_only.any()


def test_sets_do_not_fit_into_fewer_bits():
    with pytest.raises(TypeError, match="Cannot cast"):
        setwise.knight_attacks(np.array([1], np.uint64), out=np.zeros(1, np.int64), casting="safe")


def test_shapes_must_broadcast():
    with pytest.raises(ValueError, match="broadcast"):
        setwise.knight_moves(np.zeros(2, np.uint64), np.zeros(3, np.uint64))


def test_numbers_of_arguments():
    with pytest.raises(TypeError):
        setwise.knight_attacks()
    with pytest.raises(TypeError):
        setwise.knight_attacks(1, 2, 3)


def test_there_is_no_reduction():
    with pytest.raises(ValueError):
        setwise.knight_attacks.reduce(np.array([1], np.uint64))


def test_unknown_patterns_have_the_message_of_all_interfaces():
    message = "^'knigt_atacks' is not a pattern; did you mean knight_attacks.*[?] `setwise list` shows all names$"
    for module in setwise, setwise.counts:
        with pytest.raises(AttributeError, match=message):
            module.knigt_atacks
        assert not hasattr(module, "__nothing__")


def test_unknown_backends_are_refused_and_near_names_offered():
    before = setwise.backend()
    with pytest.raises(
        ValueError, match="'scalar-prefx' is not a backend on this machine; did you mean scalar-prefix?"
    ):
        with setwise.use_backend("scalar-prefx"):
            pass
    with pytest.raises(ValueError, match="the names are .*scalar-prefix"):
        with setwise.use_backend("fastest"):
            pass
    assert setwise.backend() == before


def test_a_backend_ends_with_its_block():
    before = setwise.backend()
    best = setwise.backends()[0]
    with pytest.raises(KeyError), setwise.use_backend("scalar-prefix"), setwise.use_backend(best):
        assert setwise.backend() == best
        raise KeyError
    assert setwise.backend() == before

"""Selects a backend."""

from contextlib import contextmanager

from . import _setwise
from ._names import unknown


@contextmanager
def use_backend(name):
    """Selects the named backend for this thread until the end of the `with` block.

    Raises a ValueError if no backend has this name, or if this CPU cannot run the
    backend.

    >>> import setwise
    >>> with setwise.use_backend("scalar-prefix"):
    ...     setwise.backend()
    'scalar-prefix'
    """
    if name not in _setwise.backends():
        raise ValueError(unknown("backend on this machine", name, _setwise.backends()))
    before = _setwise.set_backend(name)
    try:
        yield
    finally:
        _setwise.set_backend(before)

"""Error messages for unknown names. `_setwise` returns the messages for names of patterns and features."""


def unknown(kind, name, names):
    """Returns the error message for an unknown name. The message suggests similar names, or lists all names."""
    import difflib

    names = list(names)
    near = difflib.get_close_matches(str(name), names)
    if near:
        return f"{name!r} is not a {kind}; did you mean {' or '.join(near)}?"
    return f"{name!r} is not a {kind}; the names are {', '.join(names)}"

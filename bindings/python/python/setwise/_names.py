"""Error messages for unknown names, except those of patterns and features, which `_setwise` returns."""


def unknown(kind, name, names):
    """Returns the error message for an unknown name. The message suggests similar names, or lists all names."""
    import difflib

    names = list(names)
    near = difflib.get_close_matches(str(name), names)
    if near:
        return f"{name!r} is not a {kind}; did you mean {' or '.join(near)}?"
    return f"{name!r} is not a {kind}; the names are {', '.join(names)}"

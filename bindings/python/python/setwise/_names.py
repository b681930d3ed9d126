"""Messages about names that do not exist. Messages about patterns and features are in
`_setwise.unknown_name`."""


def unknown(kind, name, names):
    """Returns a message that suggests the names nearest to an unknown one, or lists all names if none is near."""
    import difflib

    names = list(names)
    near = difflib.get_close_matches(str(name), names)
    if near:
        return f"{name!r} is not a {kind}; did you mean {' or '.join(near)}?"
    return f"{name!r} is not a {kind}; the names are {', '.join(names)}"

"""Pictures of boards for notebooks."""

_SIZE = 32
_LIGHT, _DARK, _MARK = "#f0d9b5", "#b58863", "#1f3a5f"


def picture(squares):
    """Returns a board as SVG. `squares` maps the number of a square to the letter on it, or to None for a mark."""
    side = 8 * _SIZE
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {side} {side}">']
    for square in range(64):
        file, rank = square % 8, square // 8
        x, y = file * _SIZE, (7 - rank) * _SIZE
        color = _DARK if (file + rank) % 2 == 0 else _LIGHT
        parts.append(f'<rect x="{x}" y="{y}" width="{_SIZE}" height="{_SIZE}" fill="{color}"/>')
        if square not in squares:
            continue
        x, y = x + _SIZE // 2, y + _SIZE // 2
        letter = squares[square]
        if letter is None:
            parts.append(f'<circle cx="{x}" cy="{y}" r="{_SIZE // 4}" fill="{_MARK}"/>')
        else:
            text = f'font-size="{_SIZE * 7 // 8}" text-anchor="middle" dominant-baseline="central" fill="#000"'
            parts.append(f'<text x="{x}" y="{y}" {text}>{letter}</text>')
    return "".join(parts) + "</svg>"

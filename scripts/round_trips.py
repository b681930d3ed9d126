#!/usr/bin/env python3
"""Checks that positions stay the same when they are converted to one format and then to another.

python3 scripts/round_trips.py POSITIONS [AGGREGATES]

POSITIONS is a file of FEN lines. The environment variable SETWISE is the path of the program, built with the feature
`parquet`. AGGREGATES is a file of reference sums with these columns:
file,rows,feature,sum_popcount,boards_nonempty,xor_of_values,wrapping_sum_mod_2_64. Rows for other position files are
ignored.

POSITIONS is converted to a file of each format, and each of these files is converted to every format.
Two checksums must stay the same: the totals of all features, and a digest of the positions as FENs.
EPD does not store move counters, and bulletformat stores the boards only as seen from the side to
move. The comparison leaves out what these formats do not store.
"""

import csv
import hashlib
import os
import subprocess
import sys
import tempfile

FORMATS = ["fen", "epd", "csv", "parquet", "arrow", "marlinformat", "viriformat", "bulletformat"]
RELATIVE = "bulletformat"
COLUMNAR = ["parquet", "arrow"]

# Names in the file of aggregates, and the corresponding names in setwise.
SIDES = {"w": "white", "b": "black"}
NAMES = {
    "natk": "knight_attacks",
    "natk2": "knight_attacks_ge2",
    "nmov": "knight_moves",
    "ncap": "knight_captures",
    "katk": "king_attacks",
    "kmov": "king_moves",
    "fork2": "forks",
    "fork3": "forks_ge3",
    "fork2_reach": "forks_reachable",
}


def setwise(*arguments):
    program = os.environ["SETWISE"]
    return subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE).stdout


def totals(file, format):
    """Returns the totals of all features. In the names, `own_` becomes `white_`, and `their_` becomes `black_`."""
    text = setwise("positions", "--totals", "all", file, "--from", format).decode()
    return text.replace("own_", "white_").replace("their_", "black_")


def digest(file, format, fields):
    """Returns a digest of the first `fields` fields of the FEN of each position."""
    program = [os.environ["SETWISE"], "convert", file, "-", "--to", "fen", "--from", format, "--white-to-move"]
    lines = hashlib.sha256()
    with subprocess.Popen(program, stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            lines.update(b" ".join(line.split()[:fields]) + b"\n")
    assert process.returncode == 0, program
    return lines.hexdigest()


def check_aggregates(positions, aggregates):
    """Compares the totals with the sums of another program, in which the features have other names."""
    ours = {row["feature"]: row for row in csv.DictReader(totals(positions, "fen").splitlines())}
    rows = [row for row in csv.DictReader(open(aggregates)) if row["file"] == os.path.basename(positions)]
    checked = 0
    for row in rows:
        side, _, name = row["feature"].partition("_")
        if side in SIDES and name in NAMES:
            found = ours[f"{SIDES[side]}_{NAMES[name]}"]
            for column in ("rows", "sum_popcount", "boards_nonempty", "xor_of_values"):
                assert int(found[column], 0) == int(row[column], 0), (row, found)
            assert found["wrapping_sum"] == row["wrapping_sum_mod_2_64"], (row, found)
            checked += 1
    assert checked, f"{aggregates} has no features of {positions}"
    print(f"{checked} of {len(rows)} rows of aggregates are features: equal", flush=True)


def main(positions, folder):
    def checksums(file, format, fields):
        return totals(file, format), digest(file, format, fields)

    sources = {}
    for format in FORMATS:
        sources[format] = os.path.join(folder, f"source.{format}")
        setwise("convert", positions, sources[format], "--from", "fen", "--to", format)
    expected = {fields: checksums(positions, "fen", fields) for fields in (4, 6)}
    relative = checksums(sources[RELATIVE], RELATIVE, 4)
    for first in FORMATS:
        for second in FORMATS:
            file = os.path.join(folder, f"copy.{second}")
            kept = first == RELATIVE and second not in [RELATIVE, *COLUMNAR]
            options = ["--white-to-move"] if kept else []
            setwise("convert", sources[first], file, "--from", first, "--to", second, *options)
            if RELATIVE in (first, second):
                assert checksums(file, second, 4) == relative, (first, second)
            else:
                fields = 4 if "epd" in (first, second) else 6
                assert checksums(file, second, fields) == expected[fields], (first, second)
            os.remove(file)
        print(f"{first} to {len(FORMATS)} formats: equal", flush=True)
    print(f"{totals(positions, 'fen').splitlines()[1].split(',')[1]} positions, {len(FORMATS) ** 2} pairs: equal")


if __name__ == "__main__":
    os.environ["SETWISE"] = os.path.abspath(os.environ.get("SETWISE", "target/release/setwise"))
    if len(sys.argv) > 2:
        check_aggregates(sys.argv[1], sys.argv[2])
    with tempfile.TemporaryDirectory() as scratch:
        main(os.path.abspath(sys.argv[1]), scratch)

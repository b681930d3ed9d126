"""Compares the times of two commands in interleaved rounds.

    python scripts/ratios.py [--rounds N] [--any-output] A B

    python scripts/ratios.py 'old/setwise positions all games.fen' 'target/release/setwise positions all games.fen'

A and B are commands for the shell. Each round runs both, in alternating order. The script prints the median time of each
command, and the median of the ratios B / A with a 95 % interval from resampling. Both commands must print the same, because
the time of a wrong answer means nothing. `--any-output` permits commands whose outputs differ. The times include the start of
each program: make its input long enough, or compare calls of the library with `cargo lab`.
"""

import argparse
import hashlib
import random
import statistics
import subprocess
import sys
import time


def run(command):
    """Returns the time of a command in seconds, and a checksum of its output."""
    start = time.perf_counter()
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"{command}: exit status {done.returncode}")
    return seconds, hashlib.sha256(done.stdout).hexdigest()


def interval(ratios, samples=2000):
    """Returns the ends of the 95 % interval of the median."""
    draw = random.Random(1)
    medians = sorted(statistics.median(draw.choices(ratios, k=len(ratios))) for _ in range(samples))
    return medians[samples * 25 // 1000], medians[samples * 975 // 1000 - 1]


def main():
    parser = argparse.ArgumentParser(description="Compares the times of two commands in interleaved rounds.")
    parser.add_argument("--rounds", type=int, default=15, help="number of rounds (default: 15)")
    parser.add_argument("--any-output", action="store_true", help="permit commands whose outputs differ")
    parser.add_argument("commands", nargs=2, metavar="COMMAND")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("--rounds must be at least 1")
    a, b = arguments.commands
    (_, of_a), (_, of_b) = run(a), run(b)  # also fills the caches of files
    if of_a != of_b and not arguments.any_output:
        sys.exit("the commands print different outputs, so their times are not compared (--any-output compares them)")
    times = []
    for n in range(arguments.rounds):
        pair = [run(command)[0] for command in ((b, a) if n % 2 else (a, b))]
        times.append(pair[::-1] if n % 2 else pair)
    for name, command, seconds in zip("AB", (a, b), zip(*times)):
        print(f"{name}  {statistics.median(seconds) * 1e3:10.1f} ms  {command}")
    ratios = [of_b / of_a for of_a, of_b in times]
    low, high = interval(ratios)
    print(f"B / A  {statistics.median(ratios):.3f} ({low:.3f} to {high:.3f}), {arguments.rounds} rounds")


if __name__ == "__main__":
    main()

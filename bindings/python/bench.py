"""Compares the speed of the package with that of the Rust library, NumPy and python-chess.

    python bench.py [FENS]

Two calls are compared in interleaved rounds of one run. For each pair of calls, the program prints the
median of the ratios of their times. FENS is a file of positions. Without FENS, one position is repeated.
"""

import subprocess
import sys
import time

import numpy as np

import setwise
from setwise import _setwise

BOARDS = 1_000_000
ROUNDS = 15


def seconds(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def ratio(call, other, rounds=ROUNDS, repeat=1):
    """Returns the median ratio of the times of two calls, and the smallest time of each call."""
    times = []
    for n in range(rounds + 1):
        pair = [call, other] if n % 2 else [other, call]
        found = {each: sum(seconds(each) for _ in range(repeat)) / repeat for each in pair}
        times.append((found[call], found[other]))
    times = times[1:]  # the first round warms up
    ratios = sorted(a / b for a, b in times)
    return ratios[len(ratios) // 2], min(a for a, _ in times), min(b for _, b in times)


def by_shifts(knights):
    """Computes knight attacks in NumPy with the formula of setwise, which shifts by files first and then by ranks."""
    a, ab = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0xFCFCFCFCFCFCFCFC)
    h, gh = np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(0x3F3F3F3F3F3F3F3F)
    near = knights << np.uint64(1) & a | knights >> np.uint64(1) & h
    far = knights << np.uint64(2) & ab | knights >> np.uint64(2) & gh
    return near << np.uint64(16) | near >> np.uint64(16) | far << np.uint64(8) | far >> np.uint64(8)


def show(name, bound, found):
    value, one, other = found
    print(f"{name:68} {value:10.3f}   {bound:16} {one * 1e6:12.2f} us {other * 1e6:12.2f} us", flush=True)


def kernels():
    random = np.random.default_rng(1)
    boards = random.integers(0, 1 << 64, BOARDS, dtype=np.uint64, endpoint=False)
    out = np.empty_like(boards)
    assert (setwise.knight_attacks(boards) == by_shifts(boards)).all()
    show(
        "knight_attacks(a, out=b) / Rust",
        "at most 1.05",
        ratio(
            lambda: setwise.knight_attacks(boards, out=out),
            lambda: _setwise.bare_knight_attacks(boards, out),
            repeat=10,
        ),
    )
    show(
        "knight_attacks(a) / Rust with a fresh vector",
        "at most 1.2",
        ratio(lambda: setwise.knight_attacks(boards), lambda: _setwise.bare_fresh_knight_attacks(boards), repeat=5),
    )
    for n in (BOARDS, 100_000, 10_000):
        few, few_out, repeat = boards[:n], out[:n], max(BOARDS // n, 10)
        attacks = lambda: setwise.knight_attacks(few, out=few_out)
        # `np.copyto` reads and writes as many bytes as `knight_attacks`, so its speed is the upper bound for
        # arrays that do not fit into the caches.
        copy = ratio(attacks, lambda: np.copyto(few_out, few), repeat=repeat)
        show(f"knight_attacks(a, out=b) / np.copyto(b, a), {n:,} boards", "", copy)
        found = ratio(lambda: by_shifts(few), attacks, rounds=7, repeat=repeat // 10)
        bound = "at least 20" if n == BOARDS else ""
        show(f"the same formula in NumPy / knight_attacks(a, out=b), {n:,} boards", bound, found)
    strided = boards[::2]
    show(
        "knight_attacks(a[::2]) / knight_attacks(a), per board",
        "",
        ratio(
            lambda: setwise.knight_attacks(strided, out=out[: len(strided)]),
            lambda: setwise.knight_attacks(boards[: len(strided)], out=out[: len(strided)]),
            repeat=5,
        ),
    )
    show(
        "knight_attacks(a, out=a) / out=b",
        "",
        ratio(lambda: setwise.knight_attacks(out, out=out), lambda: setwise.knight_attacks(boards, out=out), repeat=5),
    )
    scalar, negative = boards[0], np.negative
    many = lambda ufunc: lambda: [ufunc(scalar) for _ in range(1000)]
    value, one, other = ratio(many(setwise.knight_attacks), many(negative))
    show("knight_attacks(scalar) / np.negative(scalar)", "1 us", (value, one / 1000, other / 1000))


def reading(path):
    if path:
        with open(path, "rb") as file:
            text = file.read()
    else:
        text = b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n" * 30_000
    fens = text.decode().splitlines()
    bare = lambda: _setwise.bare_read(text)
    show("read_fens(bytes) / Rust", "at most 1.1", ratio(lambda: setwise.read_fens(text), bare, repeat=5))
    show("read_fens(list of str) / Rust", "at most 2", ratio(lambda: setwise.read_fens(fens), bare, repeat=5))
    try:
        import chess
    except ImportError:
        print("skipped: python-chess is not installed")
        return
    few = fens[:2000]
    show(
        "python-chess / read_fens(list of str)",
        "at least 200",
        ratio(lambda: [chess.Board(fen) for fen in few], lambda: setwise.read_fens(few), rounds=5),
    )


def importing():
    code = "import time, numpy; start = time.perf_counter(); import setwise; print(time.perf_counter() - start)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(7)
    ]
    print(f"import setwise, after NumPy{'':41} {min(times) * 1e3:10.1f} ms at most 50 ms")


if __name__ == "__main__":
    print(f"{setwise.backend()}, NumPy {np.__version__}, Python {sys.version.split()[0]}")
    print(f"{'':68} {'ratio':>10}   {'bound':16} {'first':>15} {'second':>15}")
    kernels()
    reading(sys.argv[1] if len(sys.argv) > 1 else None)
    importing()

#!/usr/bin/env bash
# Checks bindings/python and builds its wheel. Installs the wheel into a clean environment and tests it. Does nothing if
# the bindings and their dependencies have not changed since the last successful run on this machine. All products of
# the job are kept outside the clone. The job is skipped on a machine without Python 3.11 or later, or without access to
# Python packages.
#
#   scripts/python.sh --only-install       installs the Python packages, so that a later run need not wait for them
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/job.sh

is_new_enough() { "$1" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

# Collects the versions of Python that are installed, from SETWISE_PYTHONS or from the list below. The package is tested
# with the first and the last of the collected versions.
pythons=()
for python in ${SETWISE_PYTHONS:-python3.11 python3.12 python3.13 python3.14 python3.15}; do
    is_new_enough "$python" && pythons+=("$python")
done
[ ${#pythons[@]} -gt 0 ] || { is_new_enough python3 && pythons=(python3); } || skip "Python 3.11 or later is not installed on this machine"
oldest=${pythons[0]} newest=${pythons[-1]}

cache=${SETWISE_PYTHON_CACHE:-$HOME/.cache/setwise-python}
inputs=(bindings/python crates/board crates/cli/src/bench/positions.fen crates/core crates/expressions crates/games crates/patterns crates/positions
    crates/setwise crates/simd tests/testkit/games docs/columns.md docs/own-pattern.md Cargo.toml clippy.toml rustfmt.toml scripts/python.sh)
versions=$("$oldest" --version && "$newest" --version)${SETWISE_ALL:+, all packages}
unless_passed

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PYTHONDONTWRITEBYTECODE=1
build=$cache/build
clean() { echo "$cache/clean-$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"; }

packages="dask duckdb matplotlib pandas polars pyarrow"
# Two recipes and the nightly tests need these packages, which take gigabytes. They are installed only if SETWISE_ALL is
# set, and only for the newest version of Python. `setwise-builds` runs written kernels in chdb, JAX, PySpark, PyTorch and
# wgpu, and compiles some with the compiler of ziglang.
large="chdb jax pyspark torch wgpu ziglang"

# Prints the packages that recipes and written kernels need in one version of Python.
packages_for() { [ -n "${SETWISE_ALL:-}" ] && [ "$1" = "$newest" ] && echo "$packages $large" || echo "$packages"; }

# Installs a package in an environment. PySpark is published only as source, but contains nothing to compile. On Linux,
# PyPI has only builds of PyTorch for GPUs, which are much larger, so the index of PyTorch is asked first.
install_package() {
    [ "$2" = torch ] && "$1/bin/pip" install --quiet --retries 0 --index-url https://download.pytorch.org/whl/cpu torch 2>/dev/null ||
        "$1/bin/pip" install --quiet --only-binary :all: --no-binary pyspark "$2"
}

# Installs maturin, and the packages that the tests need. They are kept between runs.
install_packages() {
    [ -x "$build/bin/maturin" ] || {
        "$oldest" -m venv --clear "$build"
        "$build/bin/pip" install --quiet 'maturin>=1.9,<2' || skip "packages of Python cannot be installed on this machine"
    }
    for python in $(printf '%s\n' "$oldest" "$newest" | uniq); do
        clean=$(clean "$python") wanted=$(packages_for "$python")
        # A nightly run may have installed more than this run needs.
        [[ "$(cat "$clean/packages" 2>/dev/null) " == "$wanted "* ]] || {
            "$python" -m venv --clear "$clean"
            # The tests of a recipe are skipped if its package cannot be installed. If SETWISE_NO_SKIP is set, the job
            # fails instead.
            for package in $wanted; do
                install_package "$clean" "$package" || {
                    echo "skipped: tests with $package, which cannot be installed"
                    [ -z "${SETWISE_NO_SKIP:-}" ]
                }
            done
            "$clean/bin/pip" install --quiet chess hypothesis mypy numpy pytest || skip "packages of Python cannot be installed on this machine"
            # Written last, so it shows that all packages are installed.
            echo "$wanted" >"$clean/packages"
        }
    done
}

install_packages
[ "${1:-}" != --only-install ] || exit 0

cd bindings/python
own_workspace
export HYPOTHESIS_STORAGE_DIRECTORY=$cache/hypothesis MYPY_CACHE_DIR=$cache/mypy
export PYO3_PYTHON=$build/bin/python
cargo clippy --quiet --workspace --all-targets --release --locked -- -D warnings
rm -rf "$cache/wheels"
"$build/bin/maturin" build --quiet --release --locked --compression-level 9 --out "$cache/wheels"
wheel=$(echo "$cache"/wheels/*.whl)
case $wheel in *-abi3-*) ;; *) echo "$wheel is for one version of Python, expected the stable ABI" && exit 1 ;; esac
contents=$("$oldest" -m zipfile -l "$wheel")
for licence in LICENSE-APACHE LICENSE-MIT; do
    [[ $contents == *"/$licence "* ]] || { echo "the wheel has no $licence" && exit 1; }
done
size=$(stat -c %s "$wheel")
echo "$(basename "$wheel"): $size bytes"
[ "$size" -lt 1000000 ] || { echo "the wheel has $size bytes, expected less than 1,000,000" && exit 1; }

for python in $(printf '%s\n' "$oldest" "$newest" | uniq); do
    echo "$("$python" --version):"
    clean=$(clean "$python")
    "$clean/bin/pip" install --quiet --force-reinstall --no-deps --no-index "$wheel"
    "$clean/bin/python" -m pytest -q -p no:cacheprovider -rs
done
check_licences
passed

# shellcheck shell=bash disable=SC2034,SC2154
# Functions for CI jobs that run only if something has changed since their last successful run on this machine.
# The products of a job are kept outside the clone, in the folder `cache`. Each job sources this file in the
# root of the clone.

# Prints the reason, and ends the job as skipped.
skip() {
    echo "skipped: $1"
    exit 77
}

# Ends the job if it has already passed in its present state. The state consists of the names and contents of this file
# and of all files in `inputs`, the version of the compiler, and `versions`.
unless_passed() {
    state=$({
        git ls-files -z --cached --others --exclude-standard -- scripts/job.sh "${inputs[@]}" | sort -z | xargs -0 sha256sum 2>/dev/null
        rustc --version
        echo "${versions:-}"
    } | sha256sum | cut -d' ' -f1)
    if [ "$(cat "$cache/passed" 2>/dev/null)" = "$state" ]; then
        echo "nothing that this job checks has changed since its last run that passed"
        exit 0
    fi
    mkdir -p "$cache"
}

passed() {
    echo "$state" >"$cache/passed"
}

# Prepares cargo for a separate workspace in the current folder, and checks the format of its code.
own_workspace() {
    export CARGO_TARGET_DIR=$cache/target CARGO_INCREMENTAL=0
    cargo fetch --quiet --locked
    cargo fmt --all --check
}

# Checks the licences of the dependencies of the workspace in the current folder.
check_licences() {
    cargo deny --version >/dev/null 2>&1 || skip "the licences: cargo-deny is not installed"
    cargo deny --log-level error check bans licenses sources
}

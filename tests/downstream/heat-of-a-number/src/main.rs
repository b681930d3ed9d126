//! Does not compile: a number has no squares. The message names the call to use.

use setwise::patterns::KnightMoveCount;

fn main() {
    let [_] = setwise::auto().heat(KnightMoveCount, [&[0x42], &[0]]);
}

//! Does not compile, because a number has no squares to count. The messages name the calls to use.

use setwise::patterns::KnightMoveCount;

fn main() {
    setwise::auto().counts(KnightMoveCount, [&[0x42], &[0]], [&mut [0; 1]]);
    let [_] = setwise::auto().heat(KnightMoveCount, [&[0x42], &[0]]);
}

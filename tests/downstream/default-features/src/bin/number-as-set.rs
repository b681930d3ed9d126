//! A program that does not compile, because the result of its kernel is a number, which has no squares to count. The
//! error messages name the calls to use instead.

use setwise::patterns::KnightMoveCount;

fn main() {
    setwise::auto().counts(KnightMoveCount, [&[0x42], &[0]], [&mut [0; 1]]);
    let [_] = setwise::auto().heat(KnightMoveCount, [&[0x42], &[0]]);
}

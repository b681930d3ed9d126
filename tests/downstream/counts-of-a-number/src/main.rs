//! Does not compile: the squares of a number cannot be counted. The message names the calls to use.

use setwise::patterns::KnightMoveCount;

fn main() {
    let mut counts = [0; 1];
    setwise::auto().counts(KnightMoveCount, [&[0x42], &[0]], [&mut counts]);
}

//! Every formula for attacks that is generic over lanes: those of the library, and those that exist only for
//! comparison. `Lookup` reads tables and the `EightLanes` of x86 are instructions, so neither can be recorded.

use setwise::backend::{EightShifts, Prefix};
use setwise_program::{LibraryKernel, NotStraight, Program};
use setwise_specimens::{EightShiftsMaskedBefore, FourMasks, PrefixSerial};

/// The names of the formulas.
pub(crate) const SPREADS: [&str; 5] = ["prefix", "shifts", "prefix serial", "shifts masked before", "four masks"];

/// Records a kernel with the formula of a name. With `rounds`, records that number of rounds of its loop.
pub(crate) fn record(kernel: LibraryKernel, spread: &str, rounds: Option<usize>) -> Result<Program, NotStraight> {
    macro_rules! with {
        ($spread:expr) => {
            match rounds {
                Some(rounds) => kernel.record_rounds($spread, rounds),
                None => kernel.record($spread),
            }
        };
    }
    match spread {
        "prefix" => with!(Prefix),
        "shifts" => with!(EightShifts),
        "prefix serial" => with!(PrefixSerial),
        "shifts masked before" => with!(EightShiftsMaskedBefore),
        "four masks" => with!(FourMasks),
        other => panic!("no formula is called {other}"),
    }
}

/// Returns whether a kernel is a loop that ends when no board changes any more.
pub(crate) fn is_loop(kernel: LibraryKernel) -> bool {
    use LibraryKernel::{KingFloodFill, KingSteps, KnightSteps, ShortestPathSquares};
    matches!(kernel, KingFloodFill | KingSteps | KnightSteps | ShortestPathSquares)
}

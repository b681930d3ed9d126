//! POPCNT: the members of one word in one instruction. There is no register to it: behind the door `count_ones` is that
//! instruction.

use setwise_core::{Body, Isa};

cpufeatures::new!(cpu_has_popcnt, "popcnt");

/// Proof that this CPU has POPCNT.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Popcnt(());

impl Isa for Popcnt {
    const NAME: &'static str = "popcnt";

    #[inline]
    fn detect() -> Option<Self> {
        cpu_has_popcnt::get().then_some(Self(()))
    }

    #[inline]
    fn enter<B: Body>(self, body: B) -> B::Out {
        #[target_feature(enable = "popcnt")]
        fn door<B: Body>(body: B) -> B::Out {
            body.run()
        }
        // SAFETY: `self` is made by `detect` alone, which found POPCNT.
        unsafe { door(body) }
    }
}

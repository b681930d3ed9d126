//! The set operators of a register, the same for every instruction set whose intrinsics are unsafe to call.

/// Implements `&`, `|` and `^` between registers by one intrinsic each, between a register and one word for all its lanes
/// by a splat before, their assigning forms, and `!`. The register has a method `isa(self)` that gives back its proof.
macro_rules! set_operators {
    ($register:ty: $($operator:ident $method:ident $assign:ident $assign_method:ident $intrinsic:ident),+) => {
        $(
            impl core::ops::$operator for $register {
                type Output = Self;

                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    // SAFETY: `self` was made with the proof that this CPU has the instruction set of this file.
                    Self(unsafe { $intrinsic(self.0, other.0) })
                }
            }

            impl core::ops::$operator<u64> for $register {
                type Output = Self;

                #[inline(always)]
                fn $method(self, word: u64) -> Self {
                    core::ops::$operator::$method(self, Self::splat(self.isa(), word))
                }
            }

            impl core::ops::$assign for $register {
                #[inline(always)]
                fn $assign_method(&mut self, other: Self) {
                    *self = core::ops::$operator::$method(*self, other);
                }
            }
        )+

        impl core::ops::Not for $register {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                self ^ !0
            }
        }
    };
}

pub(crate) use set_operators;

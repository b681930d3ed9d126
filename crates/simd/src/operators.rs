//! The set operators of registers, defined once for all instruction sets.

/// Implements the set operators of a register type and their assigning forms. `&`, `|` and `^` between registers are
/// one intrinsic each. If one operand is a word for all lanes, the word is broadcast first. In the macro call, the
/// brackets contain the generic parameters of the type. The type must implement `Lanes`, which must be in scope, and
/// have `new(isa, register)`.
macro_rules! set_operators {
    ($generics:tt $register:ty: $and:ident, $or:ident, $xor:ident) => {
        set_operators!(@binary $generics $register: BitAnd bitand BitAndAssign bitand_assign $and);
        set_operators!(@binary $generics $register: BitOr bitor BitOrAssign bitor_assign $or);
        set_operators!(@binary $generics $register: BitXor bitxor BitXorAssign bitxor_assign $xor);
        set_operators!(@not $generics $register);
    };
    (
        @binary [$($generics:tt)*] $register:ty:
        $operator:ident $method:ident $assign:ident $assign_method:ident $intrinsic:ident
    ) => {
        impl<$($generics)*> core::ops::$operator for $register {
            type Output = Self;

            #[inline(always)]
            #[allow(unused_unsafe, reason = "the intrinsics of WebAssembly are safe to call")]
            fn $method(self, other: Self) -> Self {
                // SAFETY: `self` was made with the proof of its instruction set, and the caller of this macro names
                // intrinsics of that instruction set.
                Self::new(self.isa(), unsafe { $intrinsic(self.0, other.0) })
            }
        }

        impl<$($generics)*> core::ops::$operator<u64> for $register {
            type Output = Self;

            #[inline(always)]
            fn $method(self, word: u64) -> Self {
                core::ops::$operator::$method(self, Self::splat(self.isa(), word))
            }
        }

        impl<$($generics)*> core::ops::$assign for $register {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = core::ops::$operator::$method(*self, other);
            }
        }
    };
    (@not [$($generics:tt)*] $register:ty) => {
        impl<$($generics)*> core::ops::Not for $register {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                self ^ !0
            }
        }
    };
}

pub(crate) use set_operators;

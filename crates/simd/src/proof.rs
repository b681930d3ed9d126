//! A macro that defines the proof of an instruction set: the type, its detection and its target-feature boundary.

/// Defines a proof: a zero-sized type whose values are made by `detect`, or from another proof that includes the same
/// features.
///
/// `Name = "name", found by module, enables "features"`: `module` has a function `get` that checks the CPU; usually
/// `cpufeatures::new!` defines the module, or `cpu_has!` for features that CPUID reports in leaf 7. The function must
/// check every feature in `enables`, and every feature that the compiler assumes together with them.
///
/// `Name = "name", part of the target`: this form is for files that are compiled only for targets with the
/// instructions. On these targets, no feature needs to be detected or switched on.
macro_rules! proof {
    ($(#[$doc:meta])+ $Proof:ident = $name:literal, found by $cpu_has:ident, enables $features:literal) => {
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $Proof(());

        impl setwise_core::Isa for $Proof {
            const NAME: &'static str = $name;

            #[inline]
            fn detect() -> Option<Self> {
                $cpu_has::get().then_some(Self(()))
            }

            #[inline]
            fn memory(self) -> setwise_core::Memory {
                crate::x86::memory::of_this_machine()
            }

            #[inline]
            fn enter<R>(self, body: impl FnOnce() -> R) -> R {
                #[target_feature(enable = $features)]
                fn with_features<R>(body: impl FnOnce() -> R) -> R {
                    body()
                }
                // SAFETY: `self` is made by `detect`, which found all features that `with_features` switches on, or from another
                // proof that includes these features.
                unsafe { with_features(body) }
            }
        }
    };
    ($(#[$doc:meta])+ $Proof:ident = $name:literal, part of the target) => {
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $Proof(());

        impl setwise_core::Isa for $Proof {
            const NAME: &'static str = $name;

            #[inline]
            fn detect() -> Option<Self> {
                Some(Self(()))
            }

            #[inline]
            fn enter<R>(self, body: impl FnOnce() -> R) -> R {
                body()
            }
        }
    };
}

pub(crate) use proof;

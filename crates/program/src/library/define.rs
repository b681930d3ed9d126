//! Makes the kernels of the library from a list of names, kernels, inputs and results.

/// Defines `LibraryKernel` with a variant for each entry of the list, and how each is recorded.
macro_rules! library {
    ($(
        $(#[doc = $definition:literal])+
        $variant:ident $name:literal = $kernel:expr, [$($input:ident),+] -> [$($result:ident),+];
    )+) => {
        /// A kernel of the library, with its parameters. Its name is in snake case, such as `knight_attacks`. Kernels
        /// that depend on a side are white's; those with the suffix `_black` are black's.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum LibraryKernel {
            $($(#[doc = $definition])+ $variant,)+
        }

        impl LibraryKernel {
            /// All kernels.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// Returns the name, such as `knight_attacks`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Returns the definition: what the results are, in terms of the inputs.
            #[must_use]
            pub fn definition(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($definition),+).trim_ascii(),)+
                }
            }

            /// Returns the names of the inputs.
            #[must_use]
            pub fn inputs(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$(stringify!($input)),+],)+
                }
            }

            /// Returns the names of the results.
            #[must_use]
            pub fn results(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$(stringify!($result)),+],)+
                }
            }

            /// Returns the kind of each result.
            #[must_use]
            pub fn result_kinds(self) -> &'static [setwise_core::ResultKind] {
                match self {
                    $(Self::$variant => crate::library::kinds_of($kernel),)+
                }
            }

            /// Records the kernel, as [`Program::record`] does.
            ///
            /// # Errors
            ///
            /// Returns an error if the kernel tests whether a set is empty.
            pub fn record<S: setwise_core::Spread<crate::Symbol>>(self, spread: S) -> Result<Program, crate::NotStraight> {
                match self {
                    $(Self::$variant => Program::record($kernel, spread),)+
                }
                .map(|program| self.named(program))
                .map_err(|error| error.of_kernel(self.name()))
            }

            /// Records a number of rounds of the kernel's loop, as [`Program::record_rounds`] does.
            ///
            /// # Errors
            ///
            /// Returns an error if the kernel stores boards as numbers; no kernel of the library does.
            pub fn record_rounds<S: setwise_core::Spread<crate::Symbol>>(self, spread: S, rounds: usize) -> Result<Program, crate::NotStraight> {
                match self {
                    $(Self::$variant => Program::record_rounds($kernel, spread, rounds),)+
                }
                .map(|program| self.named(program))
            }

            /// Records the operations that the kernel executes on these boards, as [`Program::record_on`] does.
            ///
            /// # Errors
            ///
            /// Returns an error if the kernel stores boards as numbers; no kernel of the library does.
            ///
            /// # Panics
            ///
            /// Panics if there are more or fewer boards than inputs.
            pub fn record_on<S: setwise_core::Spread<crate::Symbol>>(self, spread: S, boards: &[u64]) -> Result<Program, crate::NotStraight> {
                assert_eq!(boards.len(), self.inputs().len(), "{self} has {} inputs", self.inputs().len());
                match self {
                    $(Self::$variant => {
                        let mut boards = boards.iter().copied();
                        let boards = [$(stringify!($input)),+].map(|_| boards.next().unwrap_or_default());
                        Program::record_on($kernel, spread, boards)
                    })+
                }
                .map(|program| self.named(program))
            }
        }
    };
}

pub(super) use library;

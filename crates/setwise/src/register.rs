//! What every section of the registry has, written from its list: names, what is known of each, detection.

/// Writes the enum of names, the type of each compiled backend, and the enum of ready ones.
macro_rules! register {
    (
        $(#[$id_doc:meta])+ $Id:ident,
        $(#[$ready_doc:meta])+ $Ready:ident,
        $(
            #[doc = $summary:literal]
            $id:ident = $name:literal, $lanes:literal lanes, needs $needs:literal, $role:ident, if $condition:meta => $backend:ty;
        )+
    ) => {
        $(#[$id_doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $Id {
            $(#[doc = concat!("`", $name, "`:", $summary)] $id,)+
        }

        impl $Id {
            /// Every one, in the order in which the automatic choice asks for them.
            pub const ALL: &'static [Self] = &[$(Self::$id),+];

            /// The name, such as `avx2-prefix`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$id => $name,)+ }
            }

            /// What it does, in one sentence.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$id => $summary.trim_ascii(),)+ }
            }

            /// How many are computed at once: boards, for single squares squares, to count members words.
            #[must_use]
            pub const fn lanes(self) -> usize {
                match self { $(Self::$id => $lanes,)+ }
            }

            /// What the CPU needs beyond the compilation target, such as `avx2`; empty where any will do.
            #[must_use]
            pub const fn needs(self) -> &'static str {
                match self { $(Self::$id => $needs,)+ }
            }

            /// What it is compiled for.
            #[must_use]
            pub const fn role(self) -> Role {
                match self { $(Self::$id => Role::$role,)+ }
            }

            /// The backend, ready to run.
            ///
            /// # Errors
            ///
            /// If this build does not contain it, or this CPU cannot run it.
            pub fn detect(self) -> Result<$Ready, NotReady<Self>> {
                match self {$(
                    #[cfg($condition)]
                    Self::$id => $id::detect().map($Ready::$id).ok_or(NotReady::NotOnThisCpu(self)),
                    #[cfg(not($condition))]
                    Self::$id => Err(NotReady::NotCompiled(self)),
                )+}
            }

            /// Those that are compiled and that this CPU can run, in the order of [`ALL`](Self::ALL).
            pub fn ready() -> impl Iterator<Item = $Ready> {
                Self::ALL.iter().filter_map(|id| id.detect().ok())
            }
        }

        impl crate::select::sealed::Sealed for $Id {}

        impl crate::select::Named for $Id {
            const ALL: &'static [Self] = Self::ALL;

            fn name(self) -> &'static str {
                self.name()
            }

            fn needs(self) -> &'static str {
                self.needs()
            }

            fn is_ready(self) -> bool {
                self.detect().is_ok()
            }
        }

        /// The name, as in [`name`](Self::name).
        impl core::fmt::Display for $Id {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        /// Reads a name, exactly as written in [`name`](Self::name).
        impl core::str::FromStr for $Id {
            type Err = crate::select::UnknownName<Self>;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                Self::ALL.iter().copied().find(|id| id.name() == name).ok_or(crate::select::UnknownName::new())
            }
        }

        $(
            #[cfg($condition)]
            #[doc = concat!("The backend `", $name, "`:", $summary)]
            pub type $id = $backend;

            #[cfg($condition)]
            const _: () = assert!(<$backend>::LANES == $lanes, "the registry says another number of lanes than the type");
        )+

        $(#[$ready_doc])+
        #[derive(Debug, Clone, Copy)]
        #[non_exhaustive]
        pub enum $Ready {
            $(#[cfg($condition)] #[doc = concat!("`", $name, "`:", $summary)] $id($id),)+
        }

        impl $Ready {
            /// Its name in the registry.
            #[must_use]
            pub const fn id(self) -> $Id {
                match self { $(#[cfg($condition)] Self::$id(_) => $Id::$id,)+ }
            }
        }
    };
}

pub(crate) use register;

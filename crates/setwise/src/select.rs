//! Choosing a backend: by CPU, by name, for the whole binary, and why not.

use core::fmt;
use core::marker::PhantomData;

use cfg_if::cfg_if;
use setwise_core::Scalar;

use crate::registry::{BackendId, Backends, ScalarPrefix, SquareBackendId, SquareBackends, SquareTable};
use sealed::Sealed;

/// The best backend that this build contains and this CPU can run.
///
/// That is the first of [`BackendId::ALL`] that is ready and no specimen. So with one backend feature switched on it is
/// that backend, or the floor `scalar-prefix` where the CPU lacks its instructions; with several, the order decides; and
/// all give identical bits. Ask once and pass the value on.
///
/// Where the final binary was compiled with `--cfg setwise_backend="NAME"`, it is that backend or the floor: see
/// [`FIXED_BACKEND`].
///
/// ```
/// let backend = setwise::auto();
/// assert!(setwise::BackendId::ALL.contains(&backend.id()));
/// ```
#[inline]
#[must_use]
pub fn auto() -> Backends {
    let floor = Backends::ScalarPrefix(ScalarPrefix::new(Scalar));
    match FIXED_BACKEND {
        Some(BackendId::ScalarPrefix) => floor,
        Some(fixed) => fixed.detect().unwrap_or(floor),
        None => BackendId::ready().find(|backend| backend.id().role() == Role::Choice).unwrap_or(floor),
    }
}

/// The way to answer for single squares that was measured to win: with AVX-512 the squares' bits and a prefix spread, eight at
/// once, else the table.
///
/// The measurement is that of `results/`; a CPU with a fast gather and narrow vector units may see another order, which is
/// why `cargo bench` asks.
///
/// ```
/// use setwise::{Square, auto_for_squares};
///
/// let squares = [Square::A1, Square::D4, Square::H8];
/// let mut attacks = [0; 3];
/// auto_for_squares().knight_attacks(&squares, &mut attacks);
/// assert_eq!(attacks.map(u64::count_ones), [2, 8, 2]);
/// ```
#[inline]
#[must_use]
pub fn auto_for_squares() -> SquareBackends {
    let floor = SquareBackends::SquareTable(SquareTable::new(Scalar));
    SquareBackendId::ready().find(|backend| backend.id().role() == Role::Choice).unwrap_or(floor)
}

cfg_if! {
    if #[cfg(setwise_backend = "avx512-vpopcnt-prefix")] {
        const CHOSEN: Option<BackendId> = Some(BackendId::Avx512VpopcntPrefix);
    } else if #[cfg(setwise_backend = "avx512-prefix")] {
        const CHOSEN: Option<BackendId> = Some(BackendId::Avx512Prefix);
    } else if #[cfg(setwise_backend = "avx2-prefix")] {
        const CHOSEN: Option<BackendId> = Some(BackendId::Avx2Prefix);
    } else if #[cfg(setwise_backend = "neon-prefix")] {
        const CHOSEN: Option<BackendId> = Some(BackendId::NeonPrefix);
    } else if #[cfg(setwise_backend = "simd128-prefix")] {
        const CHOSEN: Option<BackendId> = Some(BackendId::Simd128Prefix);
    } else if #[cfg(setwise_backend = "sse2-prefix")] {
        const CHOSEN: Option<BackendId> = Some(BackendId::Sse2Prefix);
    } else if #[cfg(setwise_backend = "portable-prefix")] {
        const CHOSEN: Option<BackendId> = Some(BackendId::PortablePrefix);
    } else if #[cfg(setwise_backend = "scalar-shift")] {
        const CHOSEN: Option<BackendId> = Some(BackendId::ScalarShift);
    } else if #[cfg(setwise_backend = "scalar-lookup")] {
        const CHOSEN: Option<BackendId> = Some(BackendId::ScalarLookup);
    } else if #[cfg(setwise_backend = "scalar-prefix")] {
        const CHOSEN: Option<BackendId> = Some(BackendId::ScalarPrefix);
    } else {
        const CHOSEN: Option<BackendId> = None;
    }
}

/// The backend that [`auto`] is in this binary, fixed by `RUSTFLAGS='--cfg setwise_backend="NAME"'`; `None` where nothing
/// fixes it.
///
/// Only whoever compiles the final binary can say so, for size or for a CPU that is known; a library cannot. The code of
/// other backends is then dropped by the linker.
///
/// Nobody warns about a misspelt name, which fixes nothing: a binary that wants to be sure writes
/// `const _: () = assert!(setwise::FIXED_BACKEND.is_some());`. Where the named backend is not compiled (its feature is off, or
/// it is for another target), or the CPU cannot run it, [`auto`] is the floor, `scalar-prefix`; `auto().id()` tells.
pub const FIXED_BACKEND: Option<BackendId> = CHOSEN;

/// What a backend is compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// A backend to use: [`auto`] may choose it.
    Choice,
    /// Something to compare with, behind the feature `specimens`: [`auto`] never chooses it.
    Specimen,
}

/// The variable that names a backend, for programs and benches: the library never reads it by itself.
pub const BACKEND_VARIABLE: &str = "SETWISE_BACKEND";

#[cfg(feature = "std")]
impl BackendId {
    /// The backend that the environment variable [`BACKEND_VARIABLE`] names; `None` where it is not set or empty.
    ///
    /// # Errors
    ///
    /// If no backend has the name; the message lists those there are.
    pub fn from_env() -> Result<Option<Self>, UnknownName<Self>> {
        extern crate std;
        match std::env::var_os(BACKEND_VARIABLE) {
            None => Ok(None),
            Some(name) if name.is_empty() => Ok(None),
            Some(name) => name.to_str().ok_or(UnknownName::new())?.parse().map(Some),
        }
    }
}

/// What error messages tell of the members of a section of the registry. Sealed: its implementors are the three `...Id`s.
pub trait Named: Copy + Sealed + 'static {
    /// Every one.
    const ALL: &'static [Self];

    /// Its name.
    fn name(self) -> &'static str;

    /// What the CPU needs.
    fn needs(self) -> &'static str;

    /// Whether it is compiled and this CPU can run it.
    fn is_ready(self) -> bool;
}

/// Nobody else can implement what needs this.
pub(crate) mod sealed {
    pub trait Sealed {}
}

/// Nothing in the registry has this name. The message lists the names there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnknownName<T>(PhantomData<T>);

impl<T> UnknownName<T> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: Named> fmt::Display for UnknownName<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown name; the names are ")?;
        write_names(f, T::ALL.iter().copied())
    }
}

impl<T: Named + fmt::Debug> core::error::Error for UnknownName<T> {}

/// Why a backend cannot be had. The message lists those that can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotReady<T> {
    /// The build does not contain it: its feature is off, or it belongs to another architecture.
    NotCompiled(T),
    /// This CPU, or its operating system, lacks what it needs.
    NotOnThisCpu(T),
}

impl<T: Named> fmt::Display for NotReady<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCompiled(id) => write!(
                f,
                "{} is not compiled into this build (its feature is off, or it is for another target)",
                id.name()
            )?,
            Self::NotOnThisCpu(id) => write!(f, "{} is not on this CPU: it needs {}", id.name(), id.needs())?,
        }
        f.write_str("; ready here are ")?;
        write_names(f, T::ALL.iter().copied().filter(|id| id.is_ready()))
    }
}

impl<T: Named + fmt::Debug> core::error::Error for NotReady<T> {}

fn write_names<T: Named>(f: &mut fmt::Formatter<'_>, ids: impl Iterator<Item = T>) -> fmt::Result {
    for (n, id) in ids.enumerate() {
        write!(f, "{}{}", if n == 0 { "" } else { ", " }, id.name())?;
    }
    Ok(())
}

//! Choosing a backend: by CPU, by name, and why not.

use core::fmt;
use core::str::FromStr;

use setwise_core::Scalar;

use crate::registry::{BackendId, Backends, ScalarPrefix};

/// The best backend that this build contains and this CPU can run.
///
/// That is the first of [`BackendId::ALL`] that is ready and no specimen. So with one backend feature switched on it is
/// that backend, or the floor `scalar-prefix` where the CPU lacks its instructions; with several, the order decides; and
/// all give identical bits. Ask once and pass the value on.
///
/// ```
/// let backend = setwise::auto();
/// assert!(setwise::BackendId::ALL.contains(&backend.id()));
/// ```
#[must_use]
pub fn auto() -> Backends {
    BackendId::ready()
        .find(|backend| backend.id().role() == Role::Choice)
        .unwrap_or_else(|| Backends::ScalarPrefix(ScalarPrefix::new(Scalar)))
}

/// What a backend is compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// A backend to use: has a feature of its own, and [`auto`] may choose it.
    Choice,
    /// Something to compare with, behind the feature `specimens`: [`auto`] never chooses it.
    Specimen,
}

impl BackendId {
    /// The backends that are compiled and that this CPU can run, in the order of [`ALL`](Self::ALL).
    pub fn ready() -> impl Iterator<Item = Backends> {
        Self::ALL.iter().filter_map(|id| id.detect().ok())
    }
}

/// The name, as in [`BackendId::name`].
impl fmt::Display for BackendId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name such as `avx2-prefix`, exactly as written in [`BackendId::name`].
impl FromStr for BackendId {
    type Err = UnknownBackend;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.iter().copied().find(|id| id.name() == name).ok_or(UnknownBackend(()))
    }
}

/// No backend has this name. The message lists the names there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnknownBackend(());

impl fmt::Display for UnknownBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown backend; the backends are ")?;
        for (n, id) in BackendId::ALL.iter().enumerate() {
            write!(f, "{}{id}", if n == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownBackend {}

/// Why a backend cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NotReady {
    /// The build does not contain it: its feature is off, or it belongs to another architecture.
    NotCompiled(BackendId),
    /// This CPU, or its operating system, lacks what it needs.
    NotOnThisCpu(BackendId),
}

impl fmt::Display for NotReady {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCompiled(id) => write!(f, "{id} is not compiled into this build"),
            Self::NotOnThisCpu(id) => write!(f, "{id} is not on this CPU: it needs {}", id.needs()),
        }
    }
}

impl core::error::Error for NotReady {}

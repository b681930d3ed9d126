//! Names and properties of backends, the parsing of names, and the errors.

use core::error::Error;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use setwise_board::Excerpt;

use super::{Backend, BackendId};

/// A row of the table of backends.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) lanes: usize,
    pub(super) needs: &'static str,
}

impl BackendId {
    /// Returns the name, such as `avx2-prefix`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns a description of the backend in one line.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        self.row().summary
    }

    /// Returns the number of boards computed at once.
    #[must_use]
    pub const fn lanes(self) -> usize {
        self.row().lanes
    }

    /// Returns the CPU features that the backend needs beyond the compilation target, such as `avx2`. The text is empty
    /// if every CPU of the target can run the backend.
    #[must_use]
    pub const fn needs(self) -> &'static str {
        self.row().needs
    }

    /// Returns the backends that are compiled and that this CPU can run, in the order of [`ALL`](Self::ALL).
    pub fn ready() -> impl Iterator<Item = Backend> {
        Self::ALL.iter().filter_map(|id| id.detect().ok())
    }
}

/// Writes the name that [`name`](BackendId::name) returns.
impl fmt::Display for BackendId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Two backends are equal if their ids are equal.
impl PartialEq for Backend {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Backend {}

impl Hash for Backend {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Backend").field(&self.id()).finish()
    }
}

/// Writes the name of the backend's id.
impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id().fmt(f)
    }
}

/// Parses a name, spelled exactly as [`name`](BackendId::name) returns it.
impl FromStr for BackendId {
    type Err = ParseBackendIdError;

    fn from_str(name: &str) -> Result<Self, ParseBackendIdError> {
        Self::ALL.iter().copied().find(|id| id.name() == name).ok_or_else(|| ParseBackendIdError(Excerpt::new(name)))
    }
}

/// The error returned for a name that no backend has. The message contains the name, and lists all names and the
/// backends that are ready here. If the name is longer than 32 bytes, the message contains only its start.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ParseBackendIdError(Excerpt);

impl fmt::Display for ParseBackendIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a backend; the names are ", self.0)?;
        write_names(f, BackendId::ALL.iter().copied())?;
        write_ready(f)
    }
}

/// Writes the message of `Display`, because a `main` that returns the error prints the `Debug` form.
impl fmt::Debug for ParseBackendIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for ParseBackendIdError {}

/// The reason why a backend cannot run here. The message lists the backends that can run here.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BackendUnavailable {
    /// The build does not contain the backend: its feature is off (see the [table of
    /// features](crate#choosing-a-backend)), or the backend is for another architecture.
    NotCompiled(BackendId),
    /// The CPU or the operating system does not support the instructions that the backend needs.
    NotOnThisCpu(BackendId),
}

impl fmt::Display for BackendUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCompiled(id) => {
                write!(f, "{id} is not compiled into this build (its feature is off, or it is for another target)")?;
            }
            Self::NotOnThisCpu(id) => write!(f, "{id} is not on this CPU: it needs {}", id.needs())?,
        }
        write_ready(f)
    }
}

/// Writes the message of `Display`, because a `main` that returns the error prints the `Debug` form.
impl fmt::Debug for BackendUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for BackendUnavailable {}

fn write_ready(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("; ready here are ")?;
    write_names(f, BackendId::ready().map(Backend::id))
}

fn write_names(f: &mut fmt::Formatter<'_>, ids: impl Iterator<Item = BackendId>) -> fmt::Result {
    for (n, id) in ids.enumerate() {
        write!(f, "{}{id}", if n == 0 { "" } else { ", " })?;
    }
    Ok(())
}

//! The library's backends and the specimens in one list.

use std::error::Error;
use std::fmt;

use setwise::backend::{Job, Runner};
use setwise::{Backend, BackendId, BackendUnavailable};

use crate::backends::{ROWS, Specimen};

/// A backend of the library or a specimen, ready to run on this CPU.
#[derive(Debug, Clone, Copy)]
pub enum AnyBackend {
    /// A backend that a user of the library can choose.
    Library(Backend),
    /// A backend for comparison only.
    Specimen(Specimen),
}

/// A backend by name, and whether it can run here.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The name, such as `avx2-prefix`.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// The number of boards computed at once.
    pub lanes: usize,
    /// The CPU features needed beyond the compilation target; empty if any CPU will do.
    pub needs: &'static str,
    /// Whether it is a specimen.
    pub is_specimen: bool,
    /// The backend, or the reason why it cannot run here.
    pub backend: Result<AnyBackend, NotHere>,
}

/// Why a backend cannot run here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotHere {
    /// The build does not contain it: its feature is off, or it belongs to another architecture.
    NotCompiled,
    /// This CPU, or its operating system, lacks what it needs.
    NotOnThisCpu,
}

/// Returns every backend: the library's, in the order of the automatic choice, then the specimens.
pub fn entries() -> impl Iterator<Item = Entry> {
    let library = BackendId::ALL.iter().map(|id| Entry {
        name: id.name(),
        summary: id.summary(),
        lanes: id.lanes(),
        needs: id.needs(),
        is_specimen: false,
        backend: id.detect().map(AnyBackend::Library).map_err(|reason| match reason {
            BackendUnavailable::NotCompiled(_) => NotHere::NotCompiled,
            _ => NotHere::NotOnThisCpu,
        }),
    });
    let specimens = ROWS.iter().map(|row| Entry {
        name: row.name,
        summary: row.summary,
        lanes: row.lanes,
        needs: row.needs,
        is_specimen: true,
        backend: row
            .detect
            .ok_or(NotHere::NotCompiled)
            .and_then(|detect| detect().ok_or(NotHere::NotOnThisCpu))
            .map(AnyBackend::Specimen),
    });
    library.chain(specimens)
}

impl AnyBackend {
    /// Returns the backend of this name.
    ///
    /// # Errors
    ///
    /// Returns an error if no backend has the name, or if it cannot run here. The message lists all names, or those
    /// that can run here.
    pub fn named(name: &str) -> Result<Self, NoBackend> {
        let entry = entries().find(|entry| entry.name == name).ok_or_else(|| NoBackend::UnknownName(name.into()))?;
        entry.backend.map_err(|reason| NoBackend::NotHere { name: entry.name, needs: entry.needs, reason })
    }

    /// Returns every backend that can run here, along with its entry, in the order of [`entries`].
    pub fn ready() -> impl Iterator<Item = (Entry, Self)> {
        entries().filter_map(|entry| Some((entry, entry.backend.ok()?)))
    }
}

impl Runner for AnyBackend {
    #[inline(always)]
    fn run<J: Job>(self, job: J) -> J::Out {
        match self {
            Self::Library(backend) => backend.run(job),
            Self::Specimen(backend) => backend.run(job),
        }
    }

    #[inline(always)]
    fn run_batch<J: Job>(self, boards: usize, job: J) -> J::Out {
        match self {
            Self::Library(backend) => backend.run_batch(boards, job),
            Self::Specimen(backend) => backend.run(job),
        }
    }
}

/// Why there is no backend for a name. The message contains the name, and lists all names or those that can run here.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoBackend {
    /// No backend has this name.
    UnknownName(String),
    /// The backend cannot run here.
    NotHere {
        /// The name.
        name: &'static str,
        /// The CPU features it needs.
        needs: &'static str,
        /// Why it cannot run.
        reason: NotHere,
    },
}

impl fmt::Display for NoBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |ready: bool| {
            let listed = entries().filter(|entry| !ready || entry.backend.is_ok());
            listed.map(|entry| entry.name).collect::<Vec<_>>().join(", ")
        };
        match self {
            Self::UnknownName(name) => {
                write!(f, "'{name}' is not a backend; the names are {}; ready here are {}", names(false), names(true))
            }
            Self::NotHere { name, reason: NotHere::NotCompiled, .. } => write!(
                f,
                "{name} is not compiled into this build (its feature is off, or it is for another target); ready here are {}",
                names(true)
            ),
            Self::NotHere { name, needs, reason: NotHere::NotOnThisCpu } => {
                write!(f, "{name} is not on this CPU: it needs {needs}; ready here are {}", names(true))
            }
        }
    }
}

impl Error for NoBackend {}

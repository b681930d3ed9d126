//! Strategies that exist only for comparison with the strategies of the library.
//!
//! All strategies return correct results. Most are recommended in a published source, but are slower than another
//! strategy on every CPU measured so far. The laboratory measures these strategies along with the strategies of the
//! library. The tests of the library run the conformance suite of `setwise-testkit` on the backends of this crate. A
//! program that needs speed should depend only on `setwise`.
//!
//! - [`Specimen`]: backends with other formulas or registers; [`AnyBackend`] is a specimen or a backend of the library;
//! - [`patterns`]: published forms of patterns;
//! - [`members`]: methods of listing the members of a column of sets;
//! - [`squares`]: methods of computing attacks from a column of single squares;
//! - [`popcount`]: methods of counting the members of a set.
//!
//! ```
//! use setwise::patterns::KnightAttacks;
//! use setwise::backend::{Map, Runner};
//! use setwise_specimens::AnyBackend;
//!
//! let serial = AnyBackend::named("scalar-prefix-serial").unwrap();
//! let (knights, mut attacks) = ([0x42], [0]);
//! serial.run(Map { kernel: KnightAttacks, input: [&knights], output: [&mut attacks] });
//! assert_eq!(attacks, [0x00A5_1800]);
//! ```
#![forbid(unsafe_code)]

mod backends;
pub mod members;
pub mod patterns;
pub mod popcount;
mod spread;
pub mod squares;

use backends::Row;
pub use backends::Specimen;
pub use setwise_simd as simd;
pub use spread::{EightShiftsMaskedBefore, FourMasks, PrefixSerial};

use setwise::backend::{Job, Runner};
use setwise::{Backend, BackendId, BackendUnavailable};

/// A backend of the library or a specimen, ready to run on this CPU.
#[derive(Debug, Clone, Copy)]
pub enum AnyBackend {
    /// A backend that a user of the library can choose.
    Library(Backend),
    /// A backend for comparison only.
    Specimen(Specimen),
}

/// The name of a backend, and whether the backend can run here.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The name, such as `avx2-prefix`.
    pub name: &'static str,
    /// The CPU features that the backend needs beyond the compilation target. Empty if every CPU of the target can run
    /// the backend.
    pub needs: &'static str,
    /// Whether the backend is a specimen.
    pub is_specimen: bool,
    /// The backend, or the reason why it cannot run here.
    pub backend: Result<AnyBackend, NotHere>,
}

/// The reason why a backend cannot run here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotHere {
    /// This build does not contain the backend: its feature is off, or it is for another architecture.
    NotCompiled,
    /// This CPU, or its operating system, lacks a required feature.
    NotOnThisCpu,
}

/// Returns every backend: first the backends of the library in the order of the automatic choice, then the specimens.
pub fn entries() -> impl Iterator<Item = Entry> {
    let library = BackendId::ALL.iter().map(|id| {
        let backend = id.detect().map(AnyBackend::Library).map_err(|reason| match reason {
            BackendUnavailable::NotCompiled(_) => NotHere::NotCompiled,
            _ => NotHere::NotOnThisCpu,
        });
        Entry { name: id.name(), needs: id.needs(), is_specimen: false, backend }
    });
    let specimens = backends::ROWS.iter().map(|Row { name, needs, detect }| {
        let detected = detect.ok_or(NotHere::NotCompiled).and_then(|detect| detect().ok_or(NotHere::NotOnThisCpu));
        Entry { name, needs, is_specimen: true, backend: detected.map(AnyBackend::Specimen) }
    });
    library.chain(specimens)
}

impl AnyBackend {
    /// Returns the backend with this name.
    ///
    /// # Errors
    ///
    /// Returns an error if no backend has the name, or if the backend cannot run here. The message lists the backends
    /// that can run here, and also all names if the name is unknown.
    pub fn named(name: &str) -> Result<Self, String> {
        let names =
            |entries: &mut dyn Iterator<Item = Entry>| entries.map(|one| one.name).collect::<Vec<_>>().join(", ");
        let ready = names(&mut Self::ready().map(|(entry, _)| entry));
        let Some(Entry { needs, backend, .. }) = entries().find(|entry| entry.name == name) else {
            let all = names(&mut entries());
            return Err(format!("'{name}' is not a backend; the names are {all}; ready here are {ready}"));
        };
        backend.map_err(|reason| {
            let reason = match reason {
                NotHere::NotCompiled => {
                    "not compiled into this build (its feature is off, or it is for another target)".into()
                }
                NotHere::NotOnThisCpu => format!("not on this CPU: it needs {needs}"),
            };
            format!("{name} is {reason}; ready here are {ready}")
        })
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

//! Runs the whole suite on every backend that this build contains and this CPU can run, and prints the names of the others.

use std::collections::HashSet;

use setwise::backend::{Isa, Scalar, Words};
use setwise::{BackendId, Lanes, Spread};
use setwise_specimens::AnyBackend;
use setwise_testkit::conformance::{Suite, check_each};
use setwise_testkit::skip;

#[test]
fn every_ready_backend_conforms() {
    let passed = check_each(AnyBackend::ready()).unwrap_or_else(|failure| panic!("{failure}"));
    for id in BackendId::ALL {
        match id.detect() {
            Ok(_) => assert!(passed.contains(&id.name()), "{id} is ready but was not checked"),
            Err(reason) => skip::not_ready(reason),
        }
    }
    for entry in setwise_specimens::entries().filter(|entry| entry.is_specimen) {
        match entry.backend {
            Ok(_) => assert!(passed.contains(&entry.name), "{} is ready but was not checked", entry.name),
            Err(reason) => skip::not_ready(format_args!("{}: {reason:?}", entry.name)),
        }
    }
    println!("passed: {}", passed.join(", "));
    assert!(passed.contains(&"scalar-prefix"), "the baseline is always there");
}

/// `SETWISE_MUST_RUN=avx2-prefix,...` lists the backends that must run on this machine. Skipping one of them is a failure.
#[test]
fn what_must_run_here_is_ready() {
    let Ok(names) = std::env::var("SETWISE_MUST_RUN") else { return };
    for name in names.split(',').filter(|name| !name.is_empty()) {
        AnyBackend::named(name).unwrap_or_else(|error| panic!("SETWISE_MUST_RUN: {name:?}: {error}"));
    }
}

#[test]
fn names_are_distinct_and_read_back() {
    let names: HashSet<&str> = BackendId::ALL.iter().map(|id| id.name()).collect();
    assert_eq!(names.len(), BackendId::ALL.len());
    for id in BackendId::ALL {
        assert_eq!(id.name().parse(), Ok(*id));
        assert!(id.summary().ends_with('.') && !id.summary().contains('\n'), "{id}: {}", id.summary());
    }
    let error = "avx3-prefix".parse::<BackendId>().unwrap_err().to_string();
    assert!(error.contains("avx2-prefix") && error.contains("scalar-prefix"), "{error}");
}

#[test]
fn auto_is_the_first_that_is_ready() {
    let first = BackendId::ready().next();
    assert_eq!(setwise::auto().id(), first.unwrap().id());
}

/// Plants four faults, and the suite must find each: a wrong mask, a missing direction, the leapers' own squares in the result,
/// and a spread that is right for single leapers but not for unions.
#[test]
fn the_suite_catches_planted_faults() {
    use setwise::backend::Prefix;
    use setwise::masks::FILE_A;

    #[derive(Debug, Clone, Copy, Default)]
    struct WrongMask;
    impl<V: Lanes> Spread<V> for WrongMask {
        fn knight(self, knights: V) -> V {
            Prefix.knight(knights) | (knights.shl::<17>() & FILE_A)
        }
        fn king(self, kings: V) -> V {
            Prefix.king(kings)
        }
    }

    #[derive(Debug, Clone, Copy, Default)]
    struct IncludesItself;
    impl<V: Lanes> Spread<V> for IncludesItself {
        fn knight(self, knights: V) -> V {
            Prefix.knight(knights)
        }
        fn king(self, kings: V) -> V {
            Prefix.king(kings) | kings
        }
    }

    #[derive(Debug, Clone, Copy, Default)]
    struct ForgetsADirection;
    impl<V: Lanes> Spread<V> for ForgetsADirection {
        fn knight(self, knights: V) -> V {
            Prefix.knight(knights)
        }
        fn king(self, kings: V) -> V {
            kings.north() | kings.south() | kings.east() | kings.west()
        }
    }

    #[derive(Debug, Clone, Copy, Default)]
    struct NoUnion;
    impl<V: Lanes> Spread<V> for NoUnion {
        fn knight(self, knights: V) -> V {
            (knights.east() ^ knights.west()).shl::<16>()
                ^ (knights.east() ^ knights.west()).shr::<16>()
                ^ (knights.east().east() ^ knights.west().west()).shl::<8>()
                ^ (knights.east().east() ^ knights.west().west()).shr::<8>()
        }
        fn king(self, kings: V) -> V {
            Prefix.king(kings)
        }
    }

    fn failure<S: Spread<Words<8>>>() -> String {
        let backend = setwise::backend::Strategy::<Words<8>, S>::new(Scalar::detect().unwrap());
        Suite::new("planted", backend).attacks().unwrap_err().to_string()
    }
    assert!(failure::<WrongMask>().contains("KnightAttacks: every square in every lane"));
    assert!(failure::<ForgetsADirection>().contains("KingAttacks: every square in every lane"));
    assert!(failure::<NoUnion>().contains("KnightAttacks: every square in every lane"));
    assert!(failure::<IncludesItself>().contains("KingAttacks: every square in every lane"));
}

//! Tests that each backend matches its name.

use std::any::TypeId;

use setwise::backend::{EightShifts, Isa, Job, Lookup, Prefix, Runner, Strategy};
use setwise::{Lanes, Spread};
use setwise_specimens::{AnyBackend, EightShiftsMaskedBefore, FourMasks, PrefixSerial, entries};

/// The job that derives the name of a backend from its types.
struct NameOfTypes;

impl Job for NameOfTypes {
    type Out = String;

    fn run<V: Lanes, S: Spread<V>>(self, _: Strategy<V, S>) -> String {
        let form = TypeId::of::<S>();
        let forms = [
            ("shift-pre", form == TypeId::of::<EightShiftsMaskedBefore>()),
            ("shift", form == TypeId::of::<EightShifts>()),
            ("four-masks", form == TypeId::of::<FourMasks>()),
            ("prefix-serial", form == TypeId::of::<PrefixSerial>()),
            ("prefix", form == TypeId::of::<Prefix>()),
            ("lookup", form == TypeId::of::<Lookup>()),
            ("eight-lanes", std::any::type_name::<S>().ends_with("::EightLanes")),
        ];
        let (form, _) = forms.into_iter().find(|(_, is)| *is).unwrap();
        let set = if (V::Isa::NAME, V::COUNT) == ("scalar", 8) { "portable" } else { V::Isa::NAME };
        format!("{set}-{form}")
    }
}

/// Compares the types of each backend with its name. If two backends were swapped, their results could not show it,
/// because all backends return the same results.
#[test]
fn every_backend_is_made_of_what_its_name_says() {
    for (entry, backend) in AnyBackend::ready() {
        assert_eq!(entry.name, backend.run(NameOfTypes));
    }
    assert!(AnyBackend::ready().any(|(entry, _)| entry.name == "scalar-shift-pre"));
    assert!(AnyBackend::ready().any(|(entry, _)| entry.name == "scalar-prefix"));
}

#[test]
fn names_are_distinct_and_an_unknown_one_lists_them() {
    let mut names: Vec<&str> = entries().map(|entry| entry.name).collect();
    let error = AnyBackend::named("avx2").unwrap_err();
    let ready: Vec<&str> = AnyBackend::ready().map(|(entry, _)| entry.name).collect();
    let expected =
        format!("'avx2' is not a backend; the names are {}; ready here are {}", names.join(", "), ready.join(", "));
    assert_eq!(error, expected);
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    let elsewhere = if cfg!(target_arch = "aarch64") { "avx2-shift" } else { "neon-prefix" };
    let error = AnyBackend::named(elsewhere).unwrap_err();
    let expected =
        format!("{elsewhere} is not compiled into this build (its feature is off, or it is for another target)");
    assert!(error.starts_with(&expected) && error.contains("; ready here are "), "{error}");
}

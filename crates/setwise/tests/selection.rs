//! `auto` follows the features of the build. Run with one feature at a time, this is the proof of each.

use std::any::TypeId;

use setwise::popcount::{Popcount, PopcountBackend};
use setwise::{
    Backend, BackendId, CountOnes, EightShifts, EightShiftsMaskedBefore, FIXED_BACKEND, Isa, Lanes, Lookup, NotReady,
    PopcountId, PopcountVisitor, Popcounts, Prefix, PrefixSerial, Role, ScalarPrefix, Spread, SquareBackendId,
    SquareTable, Visitor, auto, auto_for_counting, visit_ready, visit_ready_popcounts,
};

/// The backends that have a feature of their own, best first: whether this build switched it on, and whether the target
/// has the instructions at all.
const BY_FEATURE: [(&str, bool, bool); 9] = [
    ("avx512-vpopcnt-prefix", cfg!(feature = "avx512"), cfg!(target_arch = "x86_64")),
    ("avx512-prefix", cfg!(feature = "avx512"), cfg!(target_arch = "x86_64")),
    ("avx2-prefix", cfg!(feature = "avx2"), cfg!(target_arch = "x86_64")),
    ("neon-prefix", cfg!(feature = "neon"), cfg!(target_arch = "aarch64")),
    ("simd128-prefix", cfg!(feature = "simd128"), cfg!(target_feature = "simd128")),
    ("sse2-prefix", cfg!(feature = "sse2"), cfg!(target_arch = "x86_64")),
    ("portable-prefix", cfg!(feature = "portable"), true),
    ("scalar-shift", cfg!(feature = "scalar-shift"), true),
    ("scalar-lookup", cfg!(feature = "scalar-lookup"), true),
];

fn id(name: &str) -> BackendId {
    name.parse().unwrap()
}

#[test]
fn auto_is_the_first_feature_that_this_cpu_can_run_or_the_floor() {
    let asked_for = BY_FEATURE.iter().filter(|(_, on, _)| *on).map(|(name, ..)| id(name));
    let expected = asked_for.clone().find(|id| id.detect().is_ok()).unwrap_or(id("scalar-prefix"));
    assert_eq!(FIXED_BACKEND, None, "these tests are about the choice at run time");
    assert_eq!(auto().id(), expected);
    for skipped in asked_for.take_while(|id| *id != expected) {
        println!("skipped: {}", skipped.detect().unwrap_err());
    }
}

#[test]
fn a_feature_that_is_off_compiles_nothing_in() {
    for (name, on, of_target) in BY_FEATURE {
        let compiled = id(name).detect().err() != Some(NotReady::NotCompiled(id(name)));
        assert_eq!(compiled, on && of_target, "{name}");
    }
    let specimen = id("scalar-shift-pre");
    assert_eq!(specimen.detect().is_ok(), cfg!(feature = "specimens"));
    assert!(id("scalar-prefix").detect().is_ok(), "the floor is always there");
}

#[test]
fn the_reason_is_told() {
    let (not_compiled, not_here) =
        (NotReady::NotCompiled(id("avx2-prefix")), NotReady::NotOnThisCpu(id("avx2-prefix")));
    let (not_compiled, not_here) = (not_compiled.to_string(), not_here.to_string());
    assert!(not_compiled.starts_with("avx2-prefix is not compiled into this build (its feature is off, or it is for another target); ready here are "), "{not_compiled}");
    assert!(not_here.starts_with("avx2-prefix is not on this CPU: it needs avx2; ready here are "), "{not_here}");
    assert!(not_here.ends_with("scalar-prefix"), "{not_here}");
}

/// The ladder of `--cfg setwise_backend` has a step for each backend that can be chosen, and cargo knows the names.
#[test]
fn every_choice_can_be_fixed_at_compile_time() {
    let (ladder, manifest) = (include_str!("../src/select.rs"), include_str!("../../../Cargo.toml"));
    for id in BackendId::ALL.iter().filter(|id| id.role() == Role::Choice) {
        assert!(ladder.contains(&format!("#[cfg(setwise_backend = \"{id}\")]")), "{id}");
        assert!(manifest.contains(&format!("\"{id}\"")), "{id}");
    }
}

/// All backends give identical bits, so that no result would tell that one runs under the name of another.
#[test]
fn every_backend_is_made_of_what_its_name_says() {
    struct Names(Vec<BackendId>);

    impl Visitor for Names {
        fn visit<V: Lanes, S: Spread<V>>(&mut self, id: BackendId, _: Backend<V, S>) {
            let form = TypeId::of::<S>();
            let forms = [
                ("shift-pre", form == TypeId::of::<EightShiftsMaskedBefore>()),
                ("shift", form == TypeId::of::<EightShifts>()),
                ("prefix-serial", form == TypeId::of::<PrefixSerial>()),
                ("prefix", form == TypeId::of::<Prefix>()),
                ("lookup", form == TypeId::of::<Lookup>()),
                ("eight-lanes", std::any::type_name::<S>().ends_with("::EightLanes")),
            ];
            let (form, _) = forms.into_iter().find(|(_, is)| *is).unwrap();
            let set = if (V::Isa::NAME, V::COUNT) == ("scalar", 8) { "portable" } else { V::Isa::NAME };
            assert_eq!(id.name(), format!("{set}-{form}"));
            self.0.push(id);
        }
    }

    let mut seen = Names(Vec::new());
    visit_ready(&mut seen);
    assert_eq!(seen.0, BackendId::ready().map(|backend| backend.id()).collect::<Vec<_>>(), "in the order of the list");
}

/// The same of ways to answer for single squares, which show what they are made of: `... form: Table ...`.
#[test]
fn every_way_to_answer_for_squares_is_what_its_name_says() {
    for way in SquareBackendId::ready() {
        let form = match way.id().name() {
            "table" => "form: Table,",
            name if name.ends_with("gather") => "form: Gather,",
            name if name.ends_with("bit-and-prefix") => "form: BitAndPrefix,",
            name => panic!("{name}: which form is that?"),
        };
        let shown = format!("{way:?}");
        assert!(shown.contains(form), "{}: {shown}", way.id());
    }
}

/// And of ways to count: a name is instructions, if it needs any, and a method.
#[test]
fn every_way_to_count_is_what_its_name_says() {
    struct Instructions(Vec<(PopcountId, &'static str)>);

    impl PopcountVisitor for Instructions {
        fn visit<P: Isa, M: Popcount<P>>(&mut self, id: PopcountId, _: PopcountBackend<P, M>) {
            self.0.push((id, P::NAME));
        }
    }

    const SETS: [&str; 7] = ["avx512-vpopcnt", "avx512", "avx2", "ssse3", "neon", "simd128", "popcnt"];
    let mut seen = Instructions(Vec::new());
    visit_ready_popcounts(&mut seen);
    let ready: Vec<Popcounts> = PopcountId::ready().collect();
    assert_eq!(seen.0.len(), ready.len());
    for (way, (id, instructions)) in ready.into_iter().zip(seen.0) {
        assert_eq!(way.id(), id, "in the order of the list");
        let set = SETS.into_iter().find(|set| id.name().starts_with(set));
        assert_eq!(instructions, set.unwrap_or("scalar"), "{id}");
        let method = method_of(id.name().trim_start_matches(set.unwrap_or_default()).trim_start_matches('-'), set);
        let shown = format!("{way:?}");
        assert!(shown.contains(&format!("method: {method}")), "{id} is not {method}: {shown}");
    }
}

/// How the type of a method begins, by the part of its name that says it.
fn method_of(name: &str, set: Option<&str>) -> String {
    match (name, set) {
        ("", Some("popcnt")) => "ByWord(CountOnes)".to_string(),
        ("unrolled", _) => "FourSums(ByWord(CountOnes))".to_string(),
        ("" | "cnt" | "popcnt" | "nibbles", _) => "Lanewise(".to_string(),
        ("hakmem-511", _) => "ByWord(HakmemModulo511)".to_string(),
        ("hakmem-4095", _) => "ByWord(HakmemModulo4095)".to_string(),
        _ => {
            let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
            let method: String = name.split('-').map(capital).collect();
            let of_slices = method.starts_with("CarrySave") || method.starts_with("Harley");
            if of_slices { method + "(" } else { format!("ByWord({method})") }
        }
    }
}

/// The list of long ways, read as text: the first that is ready is taken from its length on, and not one word earlier.
#[test]
fn counting_goes_the_long_way_from_its_length_on() {
    let counting = auto_for_counting();
    let ready = |name: &str| PopcountId::ready().map(|way| way.id()).find(|id| format!("{id:?}") == name);
    let short = ready("CountPopcnt").or(ready("CountOnes")).unwrap();
    let (_, ways) = include_str!("../src/registry/counting.rs").split_once("\nlong_ways! {").unwrap();
    let ways = ways.lines().skip(1).map_while(|way| way.trim().split_once(" if ")?.0.split_once(" from "));
    let ways: Vec<(&str, usize)> = ways.map(|(name, from)| (name, from.parse().unwrap())).collect();
    assert!(ways.len() > 1);
    let Some((long, from)) = ways.into_iter().find_map(|(name, from)| Some((ready(name)?, from))) else {
        return assert_eq!(counting.for_length(usize::MAX), short);
    };
    assert_eq!([0, from - 1, from, usize::MAX].map(|words| counting.for_length(words)), [short, short, long, long]);
}

#[test]
fn counting_counts_at_every_length() {
    let counting = auto_for_counting();
    let words: Vec<u64> = (0..1100).map(|n| ((1_u64 << (n % 64)) - 1) ^ n).collect();
    let members = |word: u64| (0..64).filter(|bit| word >> bit & 1 == 1).count();
    for length in (0..40).chain([511, 512, 513, 1100]) {
        let words = &words[..length];
        let expected: Vec<u8> = words.iter().map(|word| members(*word) as u8).collect();
        assert_eq!(counting.total(words), expected.iter().map(|count| u64::from(*count)).sum());
        let mut counts = vec![0xFF; length];
        counting.counts(words, &mut counts);
        assert_eq!(counts, expected);
        assert!(words.iter().zip(&expected).all(|(word, count)| counting.count(*word) == u32::from(*count)));
    }
}

#[test]
fn debugging_shows_what_a_backend_is_made_of() {
    let shown = |value: &dyn std::fmt::Debug| format!("{value:?}");
    assert_eq!(shown(&ScalarPrefix::detect().unwrap()), "Backend { lanes: 1, spread: Prefix, .. }");
    assert_eq!(shown(&SquareTable::detect().unwrap()), "SquareBackend { lanes: 1, form: Table, .. }");
    assert_eq!(shown(&CountOnes::detect().unwrap()), "PopcountBackend { method: ByWord(CountOnes), .. }");
}

#[test]
fn a_wrong_name_is_told_the_right_ones() {
    let error = "avx2".parse::<BackendId>().unwrap_err().to_string();
    let names: Vec<&str> = BackendId::ALL.iter().map(|id| id.name()).collect();
    assert_eq!(error, format!("unknown name; the names are {}", names.join(", ")));
}

#[cfg(feature = "std")]
#[test]
fn without_the_variable_the_environment_asks_for_nothing() {
    // Setting a variable is not safe in a test; programs with it set are started in `crates/testkit/tests/downstream.rs`.
    if std::env::var_os(setwise::BACKEND_VARIABLE).is_none() {
        assert_eq!(BackendId::from_env(), Ok(None));
    }
}

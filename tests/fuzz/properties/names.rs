//! The property: parsing any text as a name succeeds or returns an error, without a panic. If the text has only one
//! line, so has the error message. Formatting a parsed name returns the text that was parsed. For every accepted
//! leaper, a function of its attacks can be written in Rust and in C, and the attacks are equal to attacks computed by
//! coordinates.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use setwise::{BackendId, File, Rank, Square};
use setwise_ir::Leaper;
use setwise_ir::emit::{Language, Target, emit};
use setwise_positions::features::Feature;
use setwise_testkit::oracle::leaper_attacks;

pub(crate) fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    as_written::<BackendId>(text);
    as_written::<Feature>(text);
    as_written::<Square>(text);
    as_written::<File>(text);
    as_written::<Rank>(text);
    leaper(text);
    // Parses the text also as the steps of a leaper with the name `x`.
    leaper(&format!("x={text}"));
}

fn as_written<T: FromStr<Err: Display> + Display>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string(), text),
        // The message may repeat the input, so it may contain line feeds if the input does.
        Err(error) => assert!(text.contains('\n') || !error.to_string().contains('\n')),
    }
}

fn leaper(text: &str) {
    let leaper: Leaper = match text.parse() {
        Ok(leaper) => leaper,
        Err(error) => return one_line(&error, text),
    };
    assert_eq!(leaper.description().parse(), Ok(leaper.clone()), "{text}");
    let both = |(a, b): (u8, u8)| [(i32::from(a), i32::from(b)), (i32::from(b), i32::from(a))];
    let all = |(a, b): (i32, i32)| [(a, b), (a, -b), (-a, b), (-a, -b)];
    let jumps: Vec<(i32, i32)> = leaper.steps().iter().copied().flat_map(both).flat_map(all).collect();
    let attacks = leaper.attacks();
    for square in 0..64 {
        assert_eq!(attacks.run(&[1 << square]), [leaper_attacks(1 << square, &jumps)], "{text}, square {square}");
    }
    for language in [Language::Rust, Language::C] {
        let written = emit(&attacks, &Target::one_board(language)).unwrap();
        assert!(written.contains(&format!("{}_attacks_setwise", leaper.name())));
        assert!(written.lines().all(|line| line == line.trim_end()));
    }
}

fn one_line(error: &(impl Display + Debug), text: &str) {
    assert!(text.contains('\n') || !error.to_string().contains('\n'), "{error:?}");
}

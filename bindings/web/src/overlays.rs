//! The sets and numbers that the page draws.

use std::fmt::Write as _;

use setwise_ir::{Formula, Interface, Pattern, Record, UnknownName};
use setwise_positions::features::{Feature, features_of};

use crate::expression::{self, SIGN};
use crate::request::{Request, position, value};

/// Checks that a text is a position. If it is, the answer is empty.
///
/// # Errors
///
/// Returns the reason if the text is not a position.
pub fn check(fen: &str) -> Result<String, String> {
    position(fen).map(|_| String::new())
}

/// Computes features, patterns and expressions of a position. Each line after the FEN and the painted set is the name
/// of a feature or pattern, or the sign `=` followed by an expression. The answer has a line for each result: the name
/// of the feature or pattern, the name of the result, its kind (`set` or `number`), and its value.
///
/// # Errors
///
/// Returns the reason if the text is not a request, if a name is unknown, or if an input cannot be taken from a
/// position.
pub fn overlays(text: &str) -> Result<String, String> {
    let mut request = Request::read(text)?;
    let mut lines = String::new();
    while let Some(name) = request.rest.next() {
        if let Some(text) = name.strip_prefix(SIGN) {
            let _ = writeln!(lines, "{name}\tvalue\t{}", expression::result(text, &request)?);
            continue;
        }
        // If a pattern and a feature have the same name, the page offers the pattern only if a position has its inputs.
        let results = match (name.parse::<Pattern>(), name.parse::<Feature>()) {
            (Err(_), Err(_)) => return Err(unknown(name)),
            (Ok(pattern), feature) if pattern.is_at(Interface::Page) || feature.is_err() => {
                pattern_results(pattern, &request)?
            }
            (_, feature) => {
                let feature = feature.expect("the other cases come first");
                let result = if feature.is_number() { "number" } else { "squares" };
                let [value] = features_of(&request.position, &request.rights, &[feature])[..] else {
                    unreachable!("one value for each")
                };
                vec![(result.to_string(), value, feature.is_number())]
            }
        };
        for (result, word, is_number) in results {
            let _ = writeln!(lines, "{name}\t{result}\t{}", value(word, is_number));
        }
    }
    Ok(lines)
}

/// Returns the error message for a name that is neither a pattern nor a feature.
fn unknown(name: &str) -> String {
    let patterns = Interface::Page.patterns().map(|pattern| pattern.to_string());
    let names: Vec<String> = patterns.chain(Feature::all().map(|feature| feature.to_string())).collect();
    UnknownName::new("pattern or feature", name, &names).to_string()
}

/// Returns the name and the value of each result of a pattern. The third field is `false` if the result is a set, and
/// `true` if it is a number or a flag.
fn pattern_results(pattern: Pattern, request: &Request<'_>) -> Result<Vec<(String, u64, bool)>, String> {
    let inputs = request.inputs(pattern)?;
    let program = pattern.record_on_page(Formula::Prefix, &inputs).map_err(|reason| reason.to_string())?;
    let values = program.run(&inputs);
    let results = program.results().zip(values).zip(pattern.kinds());
    Ok(results.map(|(((name, _), value), kind)| (name.to_string(), value, !kind.is_set())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORK: &str = "r3k3/8/8/3N4/8/8/8/4K3 w - -";

    #[test]
    fn a_feature_a_pattern_and_a_number_have_their_values() {
        let text = overlays(&format!("{FORK}\n0x0\nwhite_forks\nknight_attacks\nwhite_knight_move_count\n")).unwrap();
        let expected = "\
white_forks\tsquares\tset\t0x0004000000000000
knight_attacks\tattacks\tset\t0x0014220022140000
white_knight_move_count\tnumber\tnumber\t8
";
        assert_eq!(text, expected);
    }

    #[test]
    fn legal_moves_are_counted_with_the_rights_of_the_text() {
        for (fen, moves) in [
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 26),
            ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 24),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", 7),
            ("4k3/8/8/3pP3/8/8/8/4K3 w", 6),
        ] {
            let text = overlays(&format!("{fen}\n0x0\nlegal_move_count\nin_check")).unwrap();
            assert_eq!(text, format!("legal_move_count\tnumber\tnumber\t{moves}\nin_check\tnumber\tnumber\t0\n"));
        }
    }

    /// A text that one request refuses must be refused by all, with the same reason.
    #[test]
    fn malformed_fields_are_refused_by_every_request() {
        for fen in ["4k3/8/8/8/8/8/8/4K3 w X -", "4k3/8/8/8/8/8/8/4K3 w - e9", "4k3/8/8/8/8/8/8/4K3 w - - x 1", "8/8 w"]
        {
            let reason = check(fen).unwrap_err();
            assert_eq!(overlays(&format!("{fen}\n0x0\nin_check")).unwrap_err(), reason, "{fen}");
            assert_eq!(crate::moves(fen).unwrap_err(), reason, "{fen}");
        }
        assert_eq!(check("4k3/8/8/8/8/8/8/4K2R w H -"), Ok(String::new()));
    }

    /// Tests that a pattern ignores the knights of the position if b1 is painted. From b1, a knight attacks a3, c3 and
    /// d2.
    #[test]
    fn painted_squares_take_the_place_of_the_first_input() {
        let text = overlays(&format!("{FORK}\n0x2\nknight_attacks\nwhite_knight_attacks")).unwrap();
        let values: Vec<&str> = text.lines().map(|line| line.rsplit('\t').next().unwrap()).collect();
        assert_eq!(values, ["0x0000000000050800", "0x0014220022140000"]);
    }

    #[test]
    fn a_pattern_with_several_results_has_a_line_for_each() {
        let text = overlays(&format!("{FORK}\n0x0\nking_files")).unwrap();
        assert_eq!(text.lines().count(), 2);
        assert!(text.starts_with("king_files\topen\tset\t0x3838383838383838\n"), "{text}");
    }

    /// Tests that a pattern and a feature of the same name have equal values, because the page lists only the pattern.
    #[test]
    fn a_pattern_computes_what_the_feature_of_its_name_does() {
        let positions = [
            FORK,
            "r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w - -",
            "8/2p2k2/1p4P1/3p1n2/1P1N3K/5p2/P4P2/8 b - -",
            "8/8/8/8/8/8/8/8 w - -",
        ];
        let both: Vec<Feature> = Feature::all()
            .filter(|feature| Interface::Page.patterns().any(|of| of.name() == feature.to_string()))
            .collect();
        assert!(both.len() >= 8, "{both:?}");
        for (fen, feature) in positions.iter().flat_map(|fen| both.iter().map(move |feature| (fen, feature))) {
            let request = format!("{fen}\n0x0");
            let request = Request::read(&request).unwrap();
            let pattern = feature.to_string().parse().unwrap();
            let [(_, of_pattern, is_number)] = &pattern_results(pattern, &request).unwrap()[..] else {
                panic!("{pattern}")
            };
            let of_feature = features_of(&request.position, &request.rights, &[*feature]);
            assert_eq!((&[*of_pattern][..], *is_number), (&of_feature[..], feature.is_number()), "{pattern} of {fen}");
        }
    }

    #[test]
    fn a_bad_request_has_its_reason() {
        assert_eq!(check(FORK), Ok(String::new()));
        assert_eq!(check("8/8/8 w - -").unwrap_err(), "the placement has 3 ranks, not 8");
        assert_eq!(overlays("8/8/8 w - -\n0x0").unwrap_err(), "the placement has 3 ranks, not 8");
        assert_eq!(overlays(&format!("{FORK}\nno")).unwrap_err(), "'no' is not a hexadecimal set");
        let unknown = overlays(&format!("{FORK}\n0x0\nwhite_frks")).unwrap_err();
        assert!(unknown.starts_with("'white_frks' is not a pattern or feature; did you mean white_forks"), "{unknown}");
        let number = overlays(&format!("{FORK}\n0x0\nknight_fill")).unwrap_err();
        assert_eq!(number, "the inputs of knight_fill (knights, n) cannot be taken from a position");
    }
}

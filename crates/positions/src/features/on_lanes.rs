//! Computes features on registers instead of columns, so that their operations can be recorded.

use setwise::{Color, Lanes};

use super::block::{POSITION_COLUMNS, of_columns, want};
use super::order::{columns_read, in_order};
use super::terms::Term;
use super::{Feature, RelativeSide};

/// The names of the columns of positions on which features depend: six kinds of pieces, the pieces of each side, the side
/// to move (0 for White, any other word for Black), the rooks that may castle, and the square that a pawn has just
/// passed.
pub const POSITION_INPUTS: [&str; POSITION_COLUMNS] = [
    "pawns",
    "knights",
    "bishops",
    "rooks",
    "queens",
    "kings",
    "white",
    "black",
    "black_to_move",
    "castling",
    "en_passant",
];

/// Returns, for each of [`POSITION_INPUTS`], whether one of the features depends on it.
#[must_use]
pub fn inputs_read(features: &[Feature]) -> [bool; POSITION_COLUMNS] {
    let terms: Vec<_> = features.iter().map(|feature| (feature.term, feature.side)).collect();
    let mut read = columns_read(&in_order(&terms));
    terms.iter().for_each(|(term, side)| want(&mut read, *term, *side));
    read
}

/// Computes features of the positions in a register. `positions` has a register for each of [`POSITION_INPUTS`].
///
/// # Errors
///
/// Returns the first feature that is not computed by kernels, but by a loop over positions.
pub fn features_on_lanes<V: Lanes>(features: &[Feature], positions: &[V; POSITION_COLUMNS]) -> Result<Vec<V>, Feature> {
    let terms: Vec<_> = features.iter().map(|feature| (feature.term, feature.side)).collect();
    let mut computed: Vec<((Term, Color), V)> = Vec::new();
    let find = |computed: &[((Term, Color), V)], term, side| {
        let stored = || computed.iter().find(|(known, _)| *known == (term, side)).map(|(_, value)| *value);
        of_columns(term, side, positions).or_else(stored)
    };
    for (group, side) in in_order(&terms) {
        let input = |(relative, term): &(RelativeSide, Term)| find(&computed, *term, relative.of(side));
        let inputs: Option<Vec<V>> = group.inputs().iter().map(input).collect();
        let Some(results) = inputs.and_then(|inputs| group.on_lanes(side, &inputs)) else { continue };
        let outputs = group.outputs().iter().map(|(relative, term)| (*term, relative.of(side)));
        computed.extend(outputs.zip(results));
    }
    features.iter().map(|feature| find(&computed, feature.term, feature.side).ok_or(*feature)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::features_of;
    use crate::{RightsRow, Rules, read_line};
    use setwise::backend::{Scalar, Words};

    /// Compares all features of positions with checks, pins, castling and en passant.
    #[test]
    fn registers_get_the_values_of_columns() {
        let features: Vec<Feature> = Feature::all().collect();
        for line in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K2R w K d6",
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        ] {
            let position = read_line(line.as_bytes(), Rules::Chess).unwrap();
            let rights = RightsRow::read(line.as_bytes(), &position.placement).unwrap();
            let [a, b, c, d, e, f] = position.placement.kinds;
            let [white, black] = position.placement.sides;
            let black_to_move = u64::from(position.side_to_move == Color::Black);
            let passed = 1_u64.checked_shl(u32::from(rights.en_passant)).unwrap_or(0);
            let words = [a, b, c, d, e, f, white, black, black_to_move, rights.unmoved_rooks, passed];
            let registers = words.map(|word| Words::<1>::load(Scalar, &[word]));
            let mut compared = 0;
            for feature in &features {
                let Ok(values) = features_on_lanes(&[*feature], &registers) else { continue };
                let expected = features_of(&position, &rights, &[*feature]);
                assert_eq!(values[0].boards(), [expected[0]], "{feature}, {line}");
                compared += 1;
            }
            // Only the two floods and the four races are loops over positions.
            assert_eq!(compared, features.len() - 6, "{line}");
        }
    }

    #[test]
    fn a_feature_names_the_inputs_on_which_it_depends() {
        let read = |name: &str| {
            let read = inputs_read(&[name.parse().unwrap()]);
            POSITION_INPUTS.iter().zip(read).filter(|(_, read)| *read).map(|(name, _)| *name).collect::<Vec<_>>()
        };
        assert_eq!(read("white_knight_moves"), ["knights", "white"]);
        assert_eq!(read("black_king_attacks"), ["kings", "black"]);
        assert_eq!(read("legal_move_count"), POSITION_INPUTS);
    }
}

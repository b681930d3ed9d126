//! Set-wise attacks of knights and of kings, by everybody.

use anyhow::Result;
use criterion::Criterion;
use setwise::patterns::{KingAttacks, KnightAttacks};
use setwise::{BackendId, Kernel};
use setwise_benches::contestant::Pattern;
use setwise_benches::positions::RealPositions;
use setwise_benches::ranking::{FLOOR, Ranking};
use setwise_benches::workload::{KINGS, KNIGHTS, Recipe};
use setwise_testkit::oracle;

/// Both pieces over all their workloads, real boards first.
pub(crate) fn ask(criterion: &mut Criterion, real: &RealPositions, only: Option<BackendId>) -> Result<Vec<Ranking>> {
    let knights =
        Pattern { kernel: KnightAttacks, oracle: oracle::knight_attacks, table: cozy_chess::get_knight_moves };
    let kings = Pattern { kernel: KingAttacks, oracle: oracle::king_attacks, table: cozy_chess::get_king_moves };
    let mut rankings = ask_one(criterion, real, only, "knight attacks", knights, &KNIGHTS)?;
    rankings.extend(ask_one(criterion, real, only, "king attacks", kings, &KINGS)?);
    Ok(rankings)
}

fn ask_one<K, T>(
    criterion: &mut Criterion,
    real: &RealPositions,
    only: Option<BackendId>,
    question: &str,
    pattern: Pattern<K, T>,
    recipes: &[Recipe],
) -> Result<Vec<Ranking>>
where
    K: Kernel<1, 1> + 'static,
    T: Fn(cozy_chess::Square) -> cozy_chess::BitBoard + Copy + 'static,
{
    let contestants = pattern.contestants(only);
    let mut rankings = Vec::new();
    for recipe in recipes {
        let &Recipe { name, reason, .. } = recipe;
        let boards = recipe.make(real, pattern.oracle)?;
        rankings.push(crate::measure(criterion, &format!("{question}, {name}"), reason, FLOOR, &boards, &contestants));
    }
    Ok(rankings)
}

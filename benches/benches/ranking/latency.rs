//! One board at a time, each answer needed for the next: who wins inside a search.

use anyhow::Result;
use criterion::Criterion;
use setwise::BackendId;
use setwise::patterns::{KingAttacks, KnightAttacks};
use setwise_benches::latency::chains;
use setwise_benches::positions::RealPositions;
use setwise_benches::ranking::{FLOOR, Ranking};
use setwise_benches::workload::{KINGS, KNIGHTS};
use setwise_testkit::oracle;

const REASON: &str = "latency: each answer is needed before the next board is known; real boards, in order";

/// Both leapers on real boards.
pub(crate) fn ask(criterion: &mut Criterion, real: &RealPositions, only: Option<BackendId>) -> Result<Vec<Ranking>> {
    let knights = KNIGHTS[0].make(real, oracle::knight_attacks)?;
    let kings = KINGS[0].make(real, oracle::king_attacks)?;
    let (of_knights, of_kings) =
        (chains(KnightAttacks, oracle::knight_attacks, only), chains(KingAttacks, oracle::king_attacks, only));
    Ok(vec![
        crate::measure(criterion, "knight attacks, one board, latency", REASON, FLOOR, &knights, &of_knights),
        crate::measure(criterion, "king attacks, one board, latency", REASON, FLOOR, &kings, &of_kings),
    ])
}

//! The question about the time for heat maps of knight attacks, compared with the time for totals of the same kernel.

use std::rc::Rc;

use anyhow::Result;
use setwise::knight_attacks_setwise;
use setwise::patterns::KnightAttacks;
use setwise_benches::questions::attacks::KNIGHTS;
use setwise_benches::questions::parts::{few, question};
use setwise_benches::workload::{Length, Recipe};
use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role};
use setwise_testkit::oracle;

pub(super) const ALL: &[QuestionDef] = &[QuestionDef::new("heat", heat)];

const LOOP: &str = "loop over members";

fn heat(setup: Setup<'_>) -> Result<Option<Question>> {
    let recipe = Recipe {
        name: "in cache",
        reason: "for each square, the number of boards on which a knight attacks it, against the number of all attacked squares",
        ..KNIGHTS[0]
    };
    let workload = recipe.make(setup, Length::InCache, |[set]| [oracle::knight_attacks(set)])?;
    let mut heat = [0; 64];
    workload.results.iter().for_each(|[attacks]| oracle::add_to_heat(&mut heat, *attacks));
    let answer = Rc::new(Answer { totals: heat.to_vec(), ..Answer::default() });
    let total = Rc::new(Answer { totals: first(heat.iter().sum()).to_vec(), ..Answer::default() });
    let mut contestants = vec![contestant(LOOP, Role::Rival, &answer, by_members)];
    for (name, backend) in few(setup) {
        contestants.push(contestant(&format!("{name} heat"), Role::Backend, &answer, move |boards| {
            backend.heat(KnightAttacks, [boards])[0]
        }));
        contestants.push(contestant(&format!("{name} total"), Role::Rival, &total, move |boards| {
            first(backend.total(KnightAttacks, [boards])[0])
        }));
    }
    let mut question = question("heat map of knight attacks", &recipe, &workload, &answer, contestants);
    question.reference = LOOP;
    Ok(Some(question))
}

fn contestant(
    name: &str,
    role: Role,
    answer: &Rc<Answer>,
    numbers: impl Fn(&[u64]) -> [u64; 64] + 'static,
) -> Contestant {
    Contestant::new(name, role, answer, move |workspace| {
        let Workspace { input, totals, .. } = workspace;
        totals.copy_from_slice(&numbers(input[0].as_slice()));
    })
}

/// Returns `number` and 63 zeros, so that a contestant with one number has an answer of the same length as a heat map.
fn first(number: u64) -> [u64; 64] {
    std::array::from_fn(|n| if n == 0 { number } else { 0 })
}

/// Computes a heat map by visiting the members of each set, as a chess program would.
fn by_members(boards: &[u64]) -> [u64; 64] {
    let mut heat = [0; 64];
    for &board in boards {
        for square in knight_attacks_setwise(setwise::Bitboard(board)) {
            heat[square.index()] += 1;
        }
    }
    heat
}

//! Questions about the time for heat maps of knight attacks. This time is compared with the time for totals of the same
//! kernel, and with the time for only reading the boards.

use std::rc::Rc;

use anyhow::Result;
use setwise::backend::{Chunk, Isa, Job, Strategy};
use setwise::patterns::KnightAttacks;
use setwise::{Backend, BackendId, Lanes, Spread, knight_attacks_setwise};
use setwise_benches::questions::attacks::KNIGHTS;
use setwise_benches::questions::parts::{few, question};
use setwise_benches::workload::{Length, Recipe, Workload};
use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role};
use setwise_testkit::oracle;

pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("heat", |setup| heat(Length::InCache, setup)),
    QuestionDef::new("heat-memory", |setup| heat(Length::PastCaches { bytes_per_board: 8 }, setup)),
];

fn heat(length: Length, setup: Setup<'_>) -> Result<Option<Question>> {
    let recipe = Recipe {
        name: length.name(),
        reason: "for each square, the number of boards on which a knight attacks it, against the number of all attacked squares",
        ..KNIGHTS[0]
    };
    let workload = recipe.make(setup, length, |[set]| [oracle::knight_attacks(set)])?;
    let answer = Rc::new(Answer { totals: heat_of(&workload), ..Answer::default() });
    let total = Rc::new(alone(answer.totals.iter().sum()));
    let boards = workload.input.iter().map(|[board]| board).cycle().take(workload.boards);
    let read = Rc::new(alone(boards.fold(0, |combined, board| combined ^ board)));
    let mut contestants = Vec::new();
    for (name, backend) in backends(setup) {
        contestants.push(contestant(&format!("{name} heat"), Role::Backend, &answer, move |boards| {
            backend.heat(KnightAttacks, [boards])[0]
        }));
        contestants.push(contestant(&format!("{name} total"), Role::Rival, &total, move |boards| {
            first(backend.total(KnightAttacks, [boards])[0])
        }));
    }
    let (auto, id) = (setwise::auto(), setwise::auto().id());
    contestants
        .push(contestant(&format!("{id} read"), Role::UpperBound, &read, move |boards| first(auto.run(Read(boards)))));
    contestants.push(contestant("loop over members", Role::Rival, &answer, by_members));
    contestants.push(contestant("plain loop", Role::Rival, &answer, by_squares));
    let mut question = question("heat map of knight attacks", &recipe, &workload, &answer, contestants);
    question.reference = "loop over members";
    Ok(Some(question))
}

/// Returns the backends of [`few`]. If no backend was requested and this CPU has AVX-512, also returns the AVX-512
/// backend without an instruction for population counts.
fn backends(setup: Setup<'_>) -> Vec<(&'static str, Backend)> {
    let mut backends = few(setup);
    let avx512 = BackendId::Avx512Prefix;
    if setup.only.is_none() && backends.iter().all(|(name, _)| *name != avx512.name()) {
        backends.extend(avx512.detect().map(|backend| (avx512.name(), backend)));
    }
    backends
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

/// Returns the correct answer of a contestant that computes one number.
fn alone(number: u64) -> Answer {
    Answer { totals: first(number).to_vec(), ..Answer::default() }
}

/// Returns the correct heat map of a workload whose columns repeat the boards a whole number of times.
pub(super) fn heat_of(workload: &Workload<1, 1>) -> Vec<u64> {
    let mut heat = [0; 64];
    workload.results.iter().for_each(|[attacks]| oracle::add_to_heat(&mut heat, *attacks));
    let periods = (workload.boards / workload.results.len()) as u64;
    heat.map(|number| periods * number).to_vec()
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

/// Computes a heat map by adding each of the 64 bits of a set to the count of its square.
fn by_squares(boards: &[u64]) -> [u64; 64] {
    let mut heat = [0; 64];
    for &board in boards {
        let attacks = knight_attacks_setwise(setwise::Bitboard(board)).0;
        for (square, number) in heat.iter_mut().enumerate() {
            *number += attacks >> square & 1;
        }
    }
    heat
}

/// A job that only loads and combines the boards. It is the upper bound for all code that reads every board once.
struct Read<'a>(&'a [u64]);

impl Job for Read<'_> {
    type Out = u64;

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> u64 {
        let Self(boards) = self;
        let isa = backend.isa();
        isa.enter(
            #[inline(always)]
            move || {
                let (blocks, rest) = V::Chunk::chunks(boards).as_chunks::<4>();
                let mut combined = [V::splat(isa, 0); 4];
                for block in blocks {
                    for (combined, chunk) in combined.iter_mut().zip(block) {
                        *combined ^= V::load(isa, chunk);
                    }
                }
                for chunk in rest {
                    combined[0] ^= V::load(isa, chunk);
                }
                let [a, b, c, d] = combined;
                let mut lanes = V::Chunk::EMPTY;
                ((a ^ b) ^ (c ^ d)).store(&mut lanes);
                let tail = &boards[boards.len() - boards.len() % V::COUNT..];
                lanes.as_ref().iter().chain(tail).fold(0, |combined, board| combined ^ board)
            },
        )
    }
}

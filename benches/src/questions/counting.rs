//! Questions about population counts, with every counting method. Some questions vary the number of words. Others vary
//! the contents of the words: knight attack sets or single pieces.

use std::hint::black_box;
use std::rc::Rc;

use setwise::backend::{Prefix, Strategy};
use setwise::popcount::Popcount;
use setwise::{Lanes, auto_for_counting};
use setwise_specimens::popcount::{CountingJob, for_each_ready};
use setwise_testkit::oracle::{coordinates, knight_attacks};
use setwise_testkit::view::View;

use crate::workload::BOARDS_IN_CACHE;
use crate::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Point, Role};

/// The questions of `cargo bench`.
pub(super) const HEADLINE: &[QuestionDef] = &[
    QuestionDef::new("count-8", |setup| Ok(total(8, Words::KnightAttacks, setup))),
    QuestionDef::new("count-64", |setup| Ok(total(64, Words::KnightAttacks, setup))),
    QuestionDef::new("count-4096", |setup| Ok(total(4096, Words::KnightAttacks, setup))),
];

/// The questions that only the laboratory measures.
pub const MORE: &[QuestionDef] = &[
    QuestionDef::new("count-1", |setup| Ok(total(1, Words::KnightAttacks, setup))),
    QuestionDef::new("count-512", |setup| Ok(total(512, Words::KnightAttacks, setup))),
    QuestionDef::new("count-8192", |setup| Ok(total(8192, Words::KnightAttacks, setup))),
    QuestionDef::new("count-131072", |setup| Ok(total(131_072, Words::KnightAttacks, setup))),
    QuestionDef::new("count-4m", |setup| Ok(total(4 << 20, Words::KnightAttacks, setup))),
    QuestionDef::new("count-64-single", |setup| Ok(total(64, Words::SinglePieces, setup))),
];

/// The contents of the words.
#[derive(Debug, Clone, Copy)]
enum Words {
    /// The attack sets of the knights of real positions.
    KnightAttacks,
    /// The kings of real positions, usually one square per set.
    SinglePieces,
}

impl Words {
    /// Returns the words that are repeated to fill a column.
    fn period(self, setup: Setup<'_>) -> Vec<u64> {
        let views = View::of_all(&setup.real.positions).take(4 * BOARDS_IN_CACHE);
        match self {
            Self::KnightAttacks => views.map(|view| knight_attacks(view.knights)).collect(),
            Self::SinglePieces => views.map(|view| view.king).collect(),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::KnightAttacks => "knight attack sets of real positions",
            Self::SinglePieces => "sets of one piece",
        }
    }
}

/// Creates the question about population counts of slices. Each slice has `words` words and one total.
fn total(words: usize, kind: Words, setup: Setup<'_>) -> Option<Question> {
    let period = kind.period(setup);
    // A column consists of short slices, or of one long slice.
    let column = words.max(BOARDS_IN_CACHE);
    let of_period: Vec<u64> = period.iter().map(|&word| coordinates(word).count() as u64).collect();
    let members = of_period.iter().cycle().take(column).sum();
    let answer = Rc::new(Answer { totals: vec![members], ..Answer::default() });
    let mut all = Totals { words, answer: Rc::clone(&answer), contestants: Vec::new() };
    for_each_ready(&mut all);
    let mut contestants = all.contestants;
    let counting = auto_for_counting();
    let by_auto = move |words: &[u64]| counting.total(words);
    // No backend is chosen for short slices, whose words are counted one by one.
    let chosen = counting.backend_for(words).map_or("one by one", |backend| backend.id().name());
    contestants.push(by_slices(&format!("auto: {chosen}"), Role::Backend, words, &answer, by_auto));
    let peer = |words: &[u64]| simd_popcnt::popcnt(bytemuck::cast_slice(words));
    contestants.push(by_slices("simd-popcnt", Role::Rival, words, &answer, peer));
    let plain = |words: &[u64]| words.iter().map(|word| u64::from(word.count_ones())).sum();
    contestants.push(by_slices("plain loop", Role::Rival, words, &answer, plain));
    Some(Question {
        title: format!("population count, {words} {}, {}", if words == 1 { "word" } else { "words" }, kind.name()),
        reason: format!(
            "one sum for each slice of {words} words; time a word, the call shared by the words of a slice"
        ),
        point: matches!(kind, Words::KnightAttacks)
            .then(|| Point { axis: "words counted".to_string(), value: words as f64 }),
        reference: "count-ones",
        boards: column,
        workspace: Workspace::new(column, &[period], &[], &answer),
        contestants,
    })
}

/// Returns a contestant that calls `total` for each slice of `words` words. `black_box` hides the slices from the
/// compiler, so the calls cannot be merged.
fn by_slices(
    name: &str,
    role: Role,
    words: usize,
    answer: &Rc<Answer>,
    total: impl Fn(&[u64]) -> u64 + 'static,
) -> Contestant {
    Contestant::new(name, role, answer, move |workspace| {
        let Workspace { input, totals, .. } = workspace;
        totals[0] = input[0].as_slice().chunks(words).map(|slice| total(black_box(slice))).sum();
    })
}

struct Totals {
    words: usize,
    answer: Rc<Answer>,
    contestants: Vec<Contestant>,
}

impl CountingJob for Totals {
    fn run<V: Lanes, M: Popcount>(&mut self, name: &'static str, backend: Strategy<V, Prefix>, popcount: M) {
        let total = move |words: &[u64]| backend.count_total(popcount, words);
        self.contestants.push(by_slices(name, Role::Backend, self.words, &self.answer, total));
    }
}

//! Questions about counting the members of each word separately, with every counting method. Each count takes one byte.

use std::hint::black_box;
use std::rc::Rc;

use anyhow::Result;
use setwise::backend::{Prefix, Strategy};
use setwise::popcount::Popcount;
use setwise::{Lanes, auto_for_counting};
use setwise_benches::questions::counting::{Words, auto_name};
use setwise_benches::workload::BOARDS_IN_CACHE;
use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role};
use setwise_specimens::popcount::{CountingJob, for_each_ready};
use setwise_testkit::oracle::coordinates;

pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("count-each-8", |setup| of_each(8, setup)),
    QuestionDef::new("count-each-4096", |setup| of_each(4096, setup)),
];

/// Creates the question about counting the members of each word, in slices of `words` words.
fn of_each(words: usize, setup: Setup<'_>) -> Result<Option<Question>> {
    let period = Words::KnightAttacks.period(setup);
    let column = words.max(BOARDS_IN_CACHE);
    let counts = period.iter().map(|&word| coordinates(word).count() as u8).collect();
    let answer = Rc::new(Answer { counts: vec![counts], ..Answer::default() });
    let mut all = EachCount { words, answer: Rc::clone(&answer), contestants: Vec::new() };
    for_each_ready(&mut all);
    let mut contestants = all.contestants;
    let counting = auto_for_counting();
    let by_auto = move |words: &[u64], counts: &mut [u8]| counting.counts(words, counts);
    contestants.push(by_slices(&auto_name(counting, words), words, &answer, by_auto));
    Ok(Some(Question {
        title: format!("members of each of {words} words"),
        reason: "a byte a word: what mobility is; knight attack sets of real positions".to_string(),
        point: None,
        reference: "count-ones",
        boards: column,
        workspace: Workspace::new(column, &[period], &[], &answer),
        contestants,
    }))
}

/// Returns a contestant that calls `of` for each slice of `words` words. `black_box` hides the slices from the
/// compiler, so the calls cannot be merged.
fn by_slices(name: &str, words: usize, answer: &Rc<Answer>, of: impl Fn(&[u64], &mut [u8]) + 'static) -> Contestant {
    Contestant::new(name, Role::Backend, answer, move |workspace| {
        let Workspace { input, counts, .. } = workspace;
        for (slice, counts) in input[0].as_slice().chunks(words).zip(counts[0].as_mut_slice().chunks_mut(words)) {
            of(black_box(slice), black_box(counts));
        }
    })
}

struct EachCount {
    words: usize,
    answer: Rc<Answer>,
    contestants: Vec<Contestant>,
}

impl CountingJob for EachCount {
    fn run<V: Lanes, M: Popcount>(&mut self, name: &'static str, backend: Strategy<V, Prefix>, popcount: M) {
        let each = move |words: &[u64], counts: &mut [u8]| backend.count_each(popcount, words, counts);
        self.contestants.push(by_slices(name, self.words, &self.answer, each));
    }
}

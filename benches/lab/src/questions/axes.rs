//! Questions that vary the batch length or the offsets of columns. The default workload is 2,048 real boards in cache.
//! Questions that vary other properties, such as the density of the boards, are in other files.

use std::hint::black_box;
use std::rc::Rc;

use anyhow::Result;
use setwise::backend::{Isa, Job, Runner, Strategy};
use setwise::patterns::KnightAttacks;
use setwise::{Lanes, Spread};
use setwise_specimens::{AnyBackend, Entry};
use setwise_testkit::oracle;

use setwise_benches::contestants::CopyKernel;
use setwise_benches::questions::attacks::KNIGHTS;
use setwise_benches::questions::parts::{few, question};
use setwise_benches::workload::{BOARDS_IN_CACHE, Length, Recipe};
use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Column, Point, Role};

/// Knight attacks in batches of various lengths, and on columns at various offsets.
pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("length-1", |setup| batches(Some(1), setup)),
    QuestionDef::new("length-4", |setup| batches(Some(4), setup)),
    QuestionDef::new("length-8", |setup| batches(Some(8), setup)),
    QuestionDef::new("length-64", |setup| batches(Some(64), setup)),
    QuestionDef::new("length-512", |setup| batches(Some(512), setup)),
    QuestionDef::new("length-2048", |setup| batches(Some(2048), setup)),
    QuestionDef::new("length-65536", |setup| batches(Some(1 << 16), setup)),
    QuestionDef::new("length-1m", |setup| batches(Some(1 << 20), setup)),
    QuestionDef::new("length-memory", |setup| batches(None, setup)),
    QuestionDef::new("places", places),
];

/// Creates the question about batches of `boards` boards. A column contains at least [`BOARDS_IN_CACHE`] boards, so it
/// holds several short batches. If `boards` is `None`, the question is about one batch with more boards than fit in the
/// caches.
fn batches(boards: Option<usize>, setup: Setup<'_>) -> Result<Option<Question>> {
    let length = if boards.is_some() { Length::InCache } else { Length::PastCaches { bytes_per_board: 16 } };
    let mut workload = KNIGHTS[0].make(setup, length, |[set]| [oracle::knight_attacks(set)])?;
    let boards = boards.unwrap_or(workload.boards);
    workload.boards = boards.max(BOARDS_IN_CACHE);
    let answer = Rc::new(Answer::sets(&workload.results));
    let mut all = Slices {
        boards,
        answer: Rc::clone(&answer),
        copied: Rc::new(Answer::sets(&CopyKernel::answered(&workload).results)),
        seen: vec![],
        contestants: vec![],
    };
    for (entry, backend) in AnyBackend::ready() {
        backend.run(AddBackend { all: &mut all, entry });
    }
    let mut contestants = all.contestants;
    let auto = setwise::auto();
    let by_auto = move |boards: &[u64], answers: &mut [u64]| auto.map(KnightAttacks, [boards], [answers]);
    contestants.push(in_slices(&format!("auto: {}", auto.id()), Role::Backend, boards, &answer, by_auto));
    // This contestant is a rival: it is not an additional backend, but another way to call the backend that `auto`
    // chooses.
    contestants.push(in_slices(&format!("generic auto: {}", auto.id()), Role::Rival, boards, &answer, generic(auto)));
    contestants.push(in_slices("cozy-chess tables", Role::Rival, boards, &answer, |boards, answers| {
        for (&board, answer) in boards.iter().zip(answers) {
            let squares = cozy_chess::BitBoard(board).into_iter();
            *answer = squares.fold(0, |union, square| union | cozy_chess::get_knight_moves(square).0);
        }
    }));
    // The C library's copy may store past the caches. Its answer is the input.
    let input = Rc::new(Answer::sets(&workload.input));
    contestants.push(in_slices("copy, memcpy", Role::UpperBound, boards, &input, |boards, answers| {
        answers.copy_from_slice(boards);
    }));
    let name = format!("batches of {boards}");
    let recipe = Recipe {
        name: &name,
        reason: "real boards; time a board, the call shared by the boards of a batch",
        ..KNIGHTS[0]
    };
    let mut question = question("knight attacks", &recipe, &workload, &answer, contestants);
    question.point = Some(Point { axis: "boards a batch".to_string(), value: boards as f64 });
    Ok(Some(question))
}

/// Returns a pass that calls `map` through a type parameter, as code that is generic over backends does.
fn generic(backend: impl Runner + 'static) -> impl Fn(&[u64], &mut [u64]) {
    move |boards, answers| backend.map(KnightAttacks, [boards], [answers])
}

/// The contestants, which compute a column batch by batch: every backend of the library, and the copies.
struct Slices {
    boards: usize,
    answer: Rc<Answer>,
    copied: Rc<Answer>,
    seen: Vec<&'static str>,
    contestants: Vec<Contestant>,
}

/// The job that adds a backend of the library as a contestant. For the first vector backend of an instruction set, it
/// also adds the copy of that instruction set.
struct AddBackend<'a> {
    all: &'a mut Slices,
    entry: Entry,
}

impl Job for AddBackend<'_> {
    type Out = ();

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        let Self { all, entry } = self;
        let boards = all.boards;
        if !entry.is_specimen {
            let map = move |boards: &[u64], answers: &mut [u64]| backend.map(KnightAttacks, [boards], [answers]);
            all.contestants.push(in_slices(entry.name, Role::Backend, boards, &all.answer, map));
        }
        let set = V::Isa::NAME;
        if V::COUNT > 1 && !entry.needs.contains("vpopcnt") && !all.seen.contains(&set) {
            all.seen.push(set);
            let copy = move |boards: &[u64], answers: &mut [u64]| backend.map(CopyKernel, [boards], [answers]);
            all.contestants.push(in_slices(&format!("copy, {set}"), Role::UpperBound, boards, &all.copied, copy));
        }
    }
}

fn in_slices(
    name: &str,
    role: Role,
    boards: usize,
    answer: &Rc<Answer>,
    map: impl Fn(&[u64], &mut [u64]) + 'static,
) -> Contestant {
    Contestant::new(name, role, answer, move |workspace| {
        let Workspace { input, sets, .. } = workspace;
        for (boards, answers) in input[0].as_slice().chunks(boards).zip(sets[0].as_mut_slice().chunks_mut(boards)) {
            map(black_box(boards), black_box(answers));
        }
    })
}

/// Creates the question about the places of columns in memory. The input column and the output column start at
/// different offsets within a page, at the same offset, or at offsets where loads cross cache lines. In one placement,
/// stores cross cache lines too.
fn places(setup: Setup<'_>) -> Result<Option<Question>> {
    const PLACES: [(&str, usize, usize); 4] = [
        ("offsets of their own", 0, 17 * 64),
        ("both at one offset", 0, 0),
        ("input across cache lines", 8, 17 * 64),
        ("both across cache lines", 8, 17 * 64 + 8),
    ];
    let workload = KNIGHTS[0].make(setup, Length::InCache, |[set]| [oracle::knight_attacks(set)])?;
    let period = &workload.columns()[0];
    let results = Answer::sets(&workload.results).sets.remove(0);
    let mut contestants = Vec::new();
    let answer = Answer { sets: vec![results; PLACES.len()], ..Answer::default() };
    for (place, (place_name, ..)) in PLACES.iter().enumerate() {
        // Each placement has its own columns. A contestant is checked only on the columns of its placement.
        let of_place = |n: usize| if n == place { answer.sets[n].clone() } else { Vec::new() };
        let only = Rc::new(Answer { sets: (0..PLACES.len()).map(of_place).collect(), ..Answer::default() });
        for (name, backend) in few(setup) {
            let name = format!("{name}, {place_name}");
            contestants.push(Contestant::new(&name, Role::Backend, &only, move |workspace| {
                let Workspace { input, sets, .. } = workspace;
                backend.map(KnightAttacks, [input[place].as_slice()], [sets[place].as_mut_slice()]);
            }));
        }
    }
    let recipe =
        Recipe { name: "places of columns", reason: "where columns start within a page of 4 KiB", ..KNIGHTS[0] };
    let mut question = question("knight attacks", &recipe, &workload, &answer, contestants);
    question.reference = "scalar-prefix, offsets of their own";
    question.workspace.input = PLACES.iter().map(|(_, at, _)| Column::cycled(period, workload.boards, *at)).collect();
    question.workspace.sets = PLACES.iter().map(|(.., at)| Column::cycled(&[0], workload.boards, *at)).collect();
    Ok(Some(question))
}

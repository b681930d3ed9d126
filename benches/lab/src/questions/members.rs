//! Questions about listing the members of a column of sets, with the offset at which each list starts.
//!
//! The columns are longer than those of other questions that fit into a cache. In a short column that is listed again and
//! again, branch predictors learn the number of members of each set. They cannot do this in a program that reads each
//! column once.

use std::rc::Rc;

use anyhow::Result;
use setwise_specimens::members::list_methods;
use setwise_testkit::oracle;
use setwise_testkit::random::Sets;
use setwise_testkit::view::View;

use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Column, Role};

pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("members-10", |_| {
        let mut random = Sets::seeded(10);
        Ok(Some(question("ten members", (0..BOARDS).map(|_| random.of(10)).collect())))
    }),
    QuestionDef::new("members-3-to-16", |_| {
        let mut random = Sets::seeded(316);
        let sets = (0..BOARDS).map(|_| 3 + random.dense() % 14).collect::<Vec<_>>();
        Ok(Some(question("3 to 16 members", sets.into_iter().map(|count| random.of(count as u32)).collect())))
    }),
    QuestionDef::new("members-knights", |setup| of_views(setup, "knights of real boards", |view| view.knights)),
    QuestionDef::new("members-attacked", |setup| {
        let name = "squares that knights and kings attack on real boards";
        of_views(setup, name, |view| oracle::knight_attacks(view.knights) | oracle::king_attacks(view.king))
    }),
];

/// The number of sets. The columns fit into a second-level cache.
pub(super) const BOARDS: usize = 1 << 15;

/// Returns views in an order in which neighbours are from different games, as in most training data. In the order of a
/// game, most sets have as many members as the previous one. Views are repeated if there are too few.
pub(super) fn shuffled(views: &[View]) -> impl Iterator<Item = &View> {
    /// A prime number, so that each view appears before the first one is repeated.
    const STRIDE: usize = 7919;
    (0..BOARDS).map(|board| &views[board * STRIDE % views.len()])
}

/// Creates a question from real positions.
fn of_views(setup: Setup<'_>, name: &str, set: fn(&View) -> u64) -> Result<Option<Question>> {
    let views: Vec<View> = View::of_all(&setup.real.positions).collect();
    if views.is_empty() {
        return Ok(None);
    }
    Ok(Some(question(name, shuffled(&views).map(set).collect())))
}

fn question(name: &str, sets: Vec<u64>) -> Question {
    let lists: Vec<Vec<u8>> = sets.iter().copied().map(oracle::members).collect();
    let ends = lists.iter().scan(0, |end, list| {
        *end += list.len() as u64;
        Some(*end)
    });
    let offsets: Vec<u64> = [0].into_iter().chain(ends).collect();
    let answer = Rc::new(Answer { sets: vec![offsets], counts: vec![lists.concat()], ..Answer::default() });
    let mut workspace = Workspace::new(sets.len(), &[sets], &[], &answer);
    workspace.sets = vec![Column::cycled(&[0], answer.sets[0].len(), 17 * 64)];
    workspace.counts = vec![Column::cycled(&[0], answer.counts[0].len(), 34 * 64)];
    let mut contestants = vec![
        contestant(&format!("auto: {}", setwise::auto().id()), Role::Backend, &answer, |sets, members, offsets| {
            setwise::auto().list_members(sets, members, offsets).expect("the members fit");
        }),
        contestant(COZY, Role::Rival, &answer, by_cozy),
    ];
    for method in list_methods() {
        let role = if method.name == BIT_LOOP { Role::Rival } else { Role::Backend };
        contestants.extend(method.list.map(|list| {
            contestant(method.name, role, &answer, move |sets, members, offsets| {
                list(sets, members, offsets).expect("the members fit");
            })
        }));
    }
    Question {
        title: format!("lists of members, {name}"),
        reason: "the squares of each set, one byte each, and an offset of 64 bits for each set".to_string(),
        reference: BIT_LOOP,
        point: None,
        boards: BOARDS,
        workspace,
        contestants,
    }
}

const BIT_LOOP: &str = "bit loop";
const COZY: &str = "cozy-chess iteration";

fn contestant(
    name: &str,
    role: Role,
    answer: &Rc<Answer>,
    list: impl Fn(&[u64], &mut [u8], &mut [u64]) + 'static,
) -> Contestant {
    Contestant::new(name, role, answer, move |workspace| {
        let Workspace { input, sets: offsets, counts: members, .. } = workspace;
        list(input[0].as_slice(), members[0].as_mut_slice(), offsets[0].as_mut_slice());
    })
}

/// Lists the members with the iterator of `cozy-chess`.
fn by_cozy(sets: &[u64], members: &mut [u8], offsets: &mut [u64]) {
    let mut count = 0;
    offsets[0] = 0;
    for (&set, end) in sets.iter().zip(&mut offsets[1..]) {
        for square in cozy_chess::BitBoard(set) {
            members[count] = square as u8;
            count += 1;
        }
        *end = count as u64;
    }
}

//! Text in memory to columns: this workspace's reader, a common one, and copying the bytes.

use std::cell::RefCell;
use std::rc::Rc;

use anyhow::Result;
use cozy_chess::Board;
use setwise_positions::{Columns, Rules};

use super::{Ask, Maker};
use crate::answer::Answer;
use crate::question::{Contestant, Question, Role};
use crate::workspace::Workspace;

/// One question.
pub(super) const ALL: &[Maker] = &[reading];

/// Lines of real positions; those that `cozy-chess` thinks impossible are left out, for everybody.
fn reading(ask: Ask<'_>) -> Result<Option<Question>> {
    let kept: Vec<&str> = ask.real.text.lines().filter(|line| line.parse::<Board>().is_ok()).take(2048).collect();
    if kept.is_empty() {
        return Ok(None);
    }
    let text: Rc<str> = (kept.join("\n") + "\n").into();
    let mut columns = Columns::default();
    columns.append(text.as_bytes(), 1, Rules::AnyKings, |_| ());
    let answer = Rc::new(Answer { totals: vec![sum(&columns)], ..Answer::default() });
    let (ours, theirs, bytes) = (Rc::clone(&text), Rc::clone(&text), Rc::clone(&text));
    let reused = RefCell::new(Columns::default());
    let by_us = move |workspace: &mut Workspace| {
        let mut columns = reused.borrow_mut();
        columns.clear();
        columns.append(ours.as_bytes(), 1, Rules::Chess, |_| ());
        workspace.totals[0] = sum(&columns);
    };
    let reused = RefCell::new(Vec::new());
    let by_cozy = move |workspace: &mut Workspace| {
        let mut boards = reused.borrow_mut();
        boards.clear();
        boards.extend(theirs.lines().filter_map(|line| line.parse::<Board>().ok()));
        let words = |board: &Board| {
            let kinds = cozy_chess::Piece::ALL.map(|piece| board.pieces(piece).0);
            let sides = cozy_chess::Color::ALL.map(|side| board.colors(side).0);
            kinds.into_iter().chain(sides).fold(0, u64::wrapping_add)
        };
        workspace.totals[0] = boards.iter().map(words).fold(0, u64::wrapping_add);
    };
    let copied = Rc::new(Answer { totals: vec![text.len() as u64], ..Answer::default() });
    let room = RefCell::new(Vec::new());
    let copy = move |workspace: &mut Workspace| {
        let mut room = room.borrow_mut();
        room.clear();
        room.extend_from_slice(std::hint::black_box(bytes.as_bytes()));
        workspace.totals[0] = room.len() as u64;
    };
    Ok(Some(Question {
        id: "reading".to_string(),
        title: "FEN lines to columns".to_string(),
        reason: "text in memory to sets of pieces, one core; the sum of all sets is asked for, so that they are made"
            .to_string(),
        reference: "cozy-chess",
        point: None,
        boards: kept.len(),
        workspace: Workspace::new(kept.len(), &[], &[], &answer),
        contestants: vec![
            Contestant::new("setwise-positions", Role::Backend, &answer, by_us),
            Contestant::new("cozy-chess", Role::Rival, &answer, by_cozy),
            Contestant::new("copy of the bytes", Role::Roof, &copied, copy),
        ],
    }))
}

/// The wrapping sum of all sets.
fn sum(columns: &Columns) -> u64 {
    let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = columns;
    let all = [pawns, knights, bishops, rooks, queens, kings, white, black];
    all.into_iter().flatten().fold(0, |sum, word| sum.wrapping_add(*word))
}

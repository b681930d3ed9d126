//! Decodes chunks of files into columns of positions.

use std::mem::take;

use setwise::{Backend, Color};
use setwise_games::{Plies, Selection, TagsSeen};
use setwise_positions::packed::{
    BadRecord, LabelRow, Labels, Relative, RelativeLabelRow, RelativeLabels, bulletformat, marlinformat, viriformat,
};
use setwise_positions::{BadLine, Columns, Reader, Rules, lines};

use crate::bad::Wrong;
use crate::batch::{Batch, Needs};
use crate::chunk::Data;
use crate::game_rows::GameRows;
use crate::layout::Layout;

/// Decodes one chunk at a time.
pub(crate) struct Decoder {
    text: Reader,
    marlinformat: marlinformat::Reader,
    bulletformat: bulletformat::Reader,
    viriformat: viriformat::Reader,
    games: setwise_games::Reader,
}

impl Decoder {
    /// Returns a decoder for the positions that `rules` accepts. `games` decodes games as text.
    pub(crate) fn new(backend: Backend, rules: Rules, games: setwise_games::Reader) -> Self {
        Self {
            text: Reader::new(backend, rules),
            marlinformat: marlinformat::Reader::new(backend, rules),
            bulletformat: bulletformat::Reader::new(backend, rules),
            viriformat: viriformat::Reader::new(rules),
            games,
        }
    }

    /// Returns which tags have occurred in the games that were decoded.
    pub(crate) fn tags(&self) -> &TagsSeen {
        self.games.tags()
    }

    /// Replaces the content of a batch with the positions of a chunk.
    pub(crate) fn decode(&mut self, data: &Data, needs: Needs, batch: &mut Batch) {
        batch.clear();
        match data {
            Data::Lines(text) | Data::Csv { text, .. } => self.lines(text, needs, batch),
            Data::Marlinformat(bytes) => self.marlinformat(bytes, needs, batch),
            Data::Bulletformat(bytes) => self.bulletformat(bytes, needs, batch),
            Data::Viriformat(bytes, first) => self.viriformat(bytes, *first, needs, batch),
            Data::Games(games) => self.games(games, batch),
            Data::Rows(rows) => rows.decode(needs, batch),
        }
        if needs.strict_rights {
            batch.check_rights(data.text());
        }
        if let Data::Csv { starts, bad, lines, .. } = data {
            batch.bad.move_to(starts);
            batch.places.iter_mut().for_each(|place| *place = starts[*place]);
            batch.bad.add(bad.iter().map(|(place, reason)| (*place, Wrong::new(reason))).collect());
            batch.lines = *lines;
        }
    }

    fn lines(&mut self, text: &[u8], needs: Needs, batch: &mut Batch) {
        let Batch { columns, rights, labels, places, texts, bad, .. } = batch;
        let push = |BadLine { line, column, reason }| {
            bad.push(line, Wrong { column: Some(column), reason: reason.to_string() });
        };
        batch.lines = match needs {
            Needs { labels: true, .. } => self.text.append_with(text, 0, columns, Some(labels), push),
            Needs { rights: true, .. } => self.text.append_with(text, 0, columns, Some(rights), push),
            _ => self.text.append(text, 0, columns, push),
        };
        if needs.places || needs.labels {
            for (place, line) in lines(text, 0).filter(|(place, _)| !bad.contains(*place)) {
                let start = line.as_ptr().addr() - text.as_ptr().addr();
                places.push(place);
                texts.push(start..start + line.len());
            }
        }
        if needs.labels {
            batch.unscored.resize(batch.columns.len(), true);
            batch.extra_bytes.resize(batch.columns.len(), 0);
        }
        if needs.refuses_labels {
            batch.check_operations(text);
        }
    }

    fn marlinformat(&mut self, bytes: &[u8], needs: Needs, batch: &mut Batch) {
        let Batch { columns, labels, bad, .. } = batch;
        let bad = |BadRecord { record, reason }| bad.push(record, Wrong::new(reason));
        batch.lines = self.marlinformat.append(bytes, 0, columns, needs.any().then_some(labels), bad);
        batch.extra_bytes.extend(batch.labels.extra.iter().copied().map(u32::from));
        batch.has_counters = true;
        batch.place_records(needs);
    }

    fn bulletformat(&mut self, bytes: &[u8], needs: Needs, batch: &mut Batch) {
        let (mut boards, mut labels) = (Relative::default(), RelativeLabels::default());
        let bad = |BadRecord { record, reason }| batch.bad.push(record, Wrong::new(reason));
        batch.lines = self.bulletformat.append(bytes, 0, &mut boards, needs.any().then_some(&mut labels), bad);
        batch.columns = as_white(boards);
        take_relative_labels(&labels, &mut batch.labels, &mut batch.extra_bytes);
        batch.place_records(needs);
    }

    /// Decodes games. The place of a position is the number of its game.
    fn games(&mut self, GameRows { games, first, count, place, bad }: &GameRows, batch: &mut Batch) {
        let Batch { columns, labels, game, ply, details, .. } = batch;
        let (columns, labels, details) = (take(columns), take(labels), take(details));
        let mut plies = Plies { columns, labels, game: take(game), ply: take(ply), details };
        self.games.append(games, &mut plies, |bad| {
            batch.bad.push(bad.game - first, Wrong::new(format_args!("{place}{}: {bad}", bad.place())));
        });
        let wrong = |reason| Wrong::new(format_args!("{place}{reason}"));
        batch.bad.add(bad.iter().map(|(game, reason)| (game - first, wrong(reason))).collect());
        batch.places.extend(plies.game.iter().map(|game| *game as usize - first));
        batch.extra_bytes.resize(plies.len(), 0);
        batch.unscored.resize(plies.len(), true);
        batch.has_counters = true;
        Plies {
            columns: batch.columns,
            labels: batch.labels,
            game: batch.game,
            ply: batch.ply,
            details: batch.details,
        } = plies;
        batch.lines = *count;
    }

    /// Decodes games one by one, because every position of a game gets the number of the game as its place. `first` is the
    /// number of the first game.
    fn viriformat(&mut self, bytes: &[u8], first: usize, needs: Needs, batch: &mut Batch) {
        let Batch { columns, labels, extra_bytes, game: numbers, ply, places, bad, lines, .. } = batch;
        let mut labels = needs.any().then_some(labels);
        let mut rest = bytes;
        while !rest.is_empty() {
            let game = viriformat::games(rest).next().unwrap_or(rest);
            let place = *lines;
            let bad = |BadRecord { record, reason }| bad.push(record, Wrong::new(reason));
            let old = columns.len();
            *lines = self.viriformat.append(game, place, columns, labels.as_deref_mut(), bad);
            places.resize(columns.len(), place);
            numbers.resize(columns.len(), u32::try_from(first + place).unwrap_or(u32::MAX));
            ply.extend((0..).take(columns.len() - old));
            rest = &rest[game.len()..];
        }
        extra_bytes.extend(batch.labels.extra.iter().copied().map(u32::from));
        batch.has_counters = true;
        self.select_plies(batch);
    }

    /// Keeps the positions that the options for games select.
    fn select_plies(&self, batch: &mut Batch) {
        let selection = self.games.selection();
        if selection == Selection::default() {
            return;
        }
        let mut kept: Vec<usize> = (0..batch.len()).filter(|n| selection.keeps(batch.ply[*n] as usize)).collect();
        if selection.last {
            let games: Vec<usize> = kept.iter().map(|n| batch.places[*n]).collect();
            let mut at = 0..;
            kept.retain(|_| at.next().is_some_and(|at| games.get(at + 1) != Some(&games[at])));
        }
        batch.select(&kept);
    }
}

/// Appends the labels of relative boards.
fn take_relative_labels(relative: &RelativeLabels, labels: &mut Labels, extra_bytes: &mut Vec<u32>) {
    for (n, &[a, b, c]) in relative.extra.iter().enumerate() {
        let RelativeLabelRow { score, result, .. } = relative.get(n).expect("a row of each board");
        labels.push(&LabelRow { score, result, extra: a, ..LabelRow::UNKNOWN });
        extra_bytes.push(u32::from_le_bytes([a, b, c, 0]));
    }
}

/// Returns relative boards as columns in which own pieces are White's and White is to move.
fn as_white(boards: Relative) -> Columns {
    let Relative { pawns, knights, bishops, rooks, queens, kings, own: white, their: black } = boards;
    let side_to_move = vec![Color::White; white.len()];
    Columns { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move }
}

/// Returns the boards of a batch and these labels as seen from the side to move. In an absolute layout, the labels must
/// be from White's point of view. In a relative layout, the column `white` already contains own pieces, and the labels
/// are already those of the side to move.
pub(crate) fn relative(batch: &Batch, labels: &Labels, layout: Layout) -> (Relative, RelativeLabels) {
    let Batch { columns, extra_bytes, .. } = batch;
    let (boards, relative_labels) = match layout {
        Layout::Absolute => (Relative::from_absolute(columns), RelativeLabels::from_absolute(columns, labels)),
        Layout::Relative => {
            let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = columns.clone();
            let boards = Relative { pawns, knights, bishops, rooks, queens, kings, own: white, their: black };
            let Labels { score, result, .. } = labels.clone();
            (boards, RelativeLabels { score, result, extra: Vec::new() })
        }
    };
    let extra = extra_bytes.iter().map(|number| *number.to_le_bytes().first_chunk().expect("4 bytes")).collect();
    (boards, RelativeLabels { extra, ..relative_labels })
}

//! Decodes pieces of files into columns of positions.

use setwise::{Backend, Color};
use setwise_positions::packed::{
    self, BadRecord, Extra, Extras, Relative, RelativeExtra, RelativeExtras, bulletformat, marlinformat, viriformat,
};
use setwise_positions::{Columns, Reader, Rules, lines};

use crate::batch::Batch;
use crate::fen::read_fields;
use crate::input::Data;
use crate::layout::Layout;

/// What is wanted of each position in addition to the columns of sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Needs {
    /// Its place, and its text if it is read from text.
    pub(crate) places: bool,
    /// The further columns, also of positions that are read from text.
    pub(crate) extras: bool,
    /// The counters among them. A counter read from text must fit its column or format.
    pub(crate) counters: bool,
}

impl Needs {
    /// Returns whether further columns are needed of positions that are not read from text: as columns, or to write the
    /// positions as text.
    pub(crate) fn any(self) -> bool {
        self.places || self.extras
    }
}

/// Decodes pieces, one after another.
pub(crate) struct Decoder {
    text: Reader,
    marlinformat: marlinformat::Reader,
    bulletformat: bulletformat::Reader,
    viriformat: viriformat::Reader,
    /// The boards of a piece of bulletformat.
    relative: (Relative, RelativeExtras),
}

impl Decoder {
    /// Returns a decoder for the positions that `rules` accepts.
    pub(crate) fn new(backend: Backend, rules: Rules) -> Self {
        Self {
            text: Reader::new(backend, rules),
            marlinformat: marlinformat::Reader::new(backend, rules),
            bulletformat: bulletformat::Reader::new(backend, rules),
            viriformat: viriformat::Reader::new(rules),
            relative: Default::default(),
        }
    }

    /// Replaces the content of a batch with the positions of a piece.
    pub(crate) fn decode(&mut self, data: &Data, needs: Needs, batch: &mut Batch) {
        batch.clear();
        match data {
            Data::Lines(text) => self.lines(text, needs, batch),
            Data::Records { text, starts, bad, lines } => {
                self.lines(text, needs, batch);
                batch.bad.places.iter_mut().chain(&mut batch.places).for_each(|place| *place = starts[*place]);
                batch.bad.add(bad);
                batch.lines = *lines;
            }
            Data::Packed(packed::Format::Viriformat, bytes) => self.games(bytes, needs, batch),
            Data::Packed(format, bytes) => {
                self.boards(*format, bytes, needs, batch);
                if needs.places {
                    let Batch { places, bad, lines, .. } = batch;
                    places.extend((0..*lines).filter(|place| !bad.contains(*place)));
                }
            }
            Data::Rows(rows) => rows.decode(needs, batch),
        }
    }

    fn lines(&mut self, text: &[u8], needs: Needs, batch: &mut Batch) {
        let Batch { columns, places, texts, bad, .. } = batch;
        batch.lines = self.text.append(text, 0, columns, |line| bad.push(line.line, line.reason));
        if needs.places || needs.extras {
            for (place, line) in lines(text, 0).filter(|(place, _)| !bad.contains(*place)) {
                let start = line.as_ptr().addr() - text.as_ptr().addr();
                places.push(place);
                texts.push(start..start + line.len());
            }
        }
        if needs.extras {
            let mut wrong = Vec::new();
            for (n, range) in texts.iter().enumerate() {
                let position = columns.get(n).expect("each line is a position");
                let extra = read_fields(&text[range.clone()], &position.placement);
                batch.extras.push(extra.as_ref().unwrap_or(&Extra::UNKNOWN));
                wrong.extend(extra.err().filter(|_| needs.counters).map(|reason| (n, reason)));
            }
            batch.spare.resize(columns.len(), 0);
            batch.drop_wrong(wrong);
        }
    }

    /// Decodes records of 32 bytes.
    fn boards(&mut self, format: packed::Format, bytes: &[u8], needs: Needs, batch: &mut Batch) {
        let Batch { columns, extras, spare, bad, .. } = batch;
        let extras = needs.any().then_some(extras);
        let bad = |BadRecord { record, reason }| bad.push(record, reason);
        if format == packed::Format::Bulletformat {
            let (boards, further) = &mut self.relative;
            boards.clear();
            further.clear();
            batch.lines = self.bulletformat.append(bytes, 0, boards, extras.is_some().then_some(further), bad);
            take_relative(boards, columns);
            if let Some(extras) = extras {
                take_further(further, extras, spare);
            }
        } else {
            batch.lines = self.marlinformat.append(bytes, 0, columns, extras, bad);
            spare.extend(batch.extras.extra.iter().copied().map(u32::from));
        }
    }

    /// Decodes games, one by one, because the place of a position is the number of its game.
    fn games(&mut self, bytes: &[u8], needs: Needs, batch: &mut Batch) {
        let Batch { columns, extras, spare, places, bad, lines, .. } = batch;
        let mut extras = needs.any().then_some(extras);
        let mut rest = bytes;
        while !rest.is_empty() {
            let game = viriformat::games(rest).next().unwrap_or(rest);
            let place = *lines;
            let bad = |BadRecord { record, reason }| bad.push(record, reason);
            *lines = self.viriformat.append(game, place, columns, extras.as_deref_mut(), bad);
            places.resize(columns.len(), place);
            rest = &rest[game.len()..];
        }
        spare.extend(batch.extras.extra.iter().copied().map(u32::from));
    }
}

/// Appends the further columns of relative boards.
fn take_further(further: &RelativeExtras, extras: &mut Extras, spare: &mut Vec<u32>) {
    for (n, &[a, b, c]) in further.extra.iter().enumerate() {
        let RelativeExtra { score, result, .. } = further.get(n).expect("a row of each board");
        extras.push(&Extra { score, result, extra: a, ..Extra::UNKNOWN });
        spare.push(u32::from_le_bytes([a, b, c, 0]));
    }
}

/// Moves boards into columns: own pieces become white, and it is White's turn.
fn take_relative(boards: &mut Relative, columns: &mut Columns) {
    let Relative { pawns, knights, bishops, rooks, queens, kings, own, their } = boards;
    columns.side_to_move.resize(own.len(), Color::White);
    let Columns { white, black, .. } = columns;
    for (to, from) in [
        (&mut columns.pawns, pawns),
        (&mut columns.knights, knights),
        (&mut columns.bishops, bishops),
        (&mut columns.rooks, rooks),
        (&mut columns.queens, queens),
        (&mut columns.kings, kings),
        (white, own),
        (black, their),
    ] {
        std::mem::swap(to, from);
    }
}

/// Returns the boards of a batch as seen from the side to move, with their further columns. In a relative layout, the
/// columns already have the own pieces as White's.
pub(crate) fn relative(batch: &Batch, layout: Layout) -> (Relative, RelativeExtras) {
    let Batch { columns, extras, spare, .. } = batch;
    let (boards, further) = match layout {
        Layout::Absolute => (Relative::from_absolute(columns), RelativeExtras::from_absolute(columns, extras)),
        Layout::Relative => {
            let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = columns.clone();
            let boards = Relative { pawns, knights, bishops, rooks, queens, kings, own: white, their: black };
            let Extras { score, result, .. } = extras.clone();
            (boards, RelativeExtras { score, result, extra: Vec::new() })
        }
    };
    let extra = spare.iter().map(|spare| *spare.to_le_bytes().first_chunk().expect("4 bytes")).collect();
    (boards, RelativeExtras { extra, ..further })
}

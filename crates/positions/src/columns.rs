//! Positions as columns, and the macro that defines columns of any kind.

use std::ops::Range;

use setwise::Color;

use crate::Position;
use crate::placement::Placement;

/// Columns of equal length. Functions that accept several kinds of columns are generic over this trait. Each
/// implementing type also has the methods of this trait as inherent methods.
#[allow(clippy::len_without_is_empty, reason = "each type of columns has an inherent `is_empty`")]
pub trait Rows: Default {
    /// One row: an element of each column.
    type Row;

    /// Returns the number of rows.
    fn len(&self) -> usize;

    /// Removes all rows except the first `len` rows, and keeps the allocated space.
    fn truncate(&mut self, len: usize);

    /// Appends a row.
    fn push(&mut self, row: &Self::Row);

    /// Returns row `n`, counted from 0, or `None` if there is no such row.
    fn get(&self, n: usize) -> Option<Self::Row>;
}

/// Panics if there are labels and the number of their rows differs from the number of boards.
pub(crate) fn assert_same_length(boards: &impl Rows, labels: Option<&impl Rows>) {
    if let Some(labels) = labels {
        assert_eq!(boards.len(), labels.len(), "columns of different lengths");
    }
}

/// Defines a struct of columns, with one vector for each field.
///
/// `of Row { ... }` builds a row from one element of each column. The variables in the braces have the names of the
/// columns. The macro uses `Row { ... }` both as an expression and as a pattern that takes a row apart. With `of new
/// Row`, the macro also defines the struct `Row`, which has the same fields as the columns.
macro_rules! columns {
    (
        $(#[$doc:meta])*
        pub struct $Columns:ident of new $(#[$row_doc:meta])* $Row:ident {
            $($(#[$field_doc:meta])* pub $field:ident: $Item:ty,)+
        }
    ) => {
        $(#[$row_doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the fields are described where they are columns")]
        pub struct $Row {
            $(pub $field: $Item,)+
        }

        columns! {
            $(#[$doc])*
            pub struct $Columns of $Row { $($field),+ } {
                $($(#[$field_doc])* pub $field: $Item,)+
            }
        }
    };
    (
        $(#[$doc:meta])*
        pub struct $Columns:ident of $Row:ident $row:tt {
            $($(#[$field_doc:meta])* pub $field:ident: $Item:ty,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct $Columns {
            $($(#[$field_doc])* pub $field: Vec<$Item>,)+
        }

        impl $Columns {
            /// Returns the number of rows.
            #[must_use]
            pub fn len(&self) -> usize {
                let [.., last] = [$(self.$field.len()),+];
                last
            }

            /// Returns whether there are no rows.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// Returns row `n`, counted from 0, or `None` if there is no such row.
            ///
            /// # Panics
            ///
            /// Panics if the last column has an element `n` and another column does not.
            #[must_use]
            pub fn get(&self, n: usize) -> Option<$Row> {
                if n >= self.len() {
                    return None;
                }
                $(let $field = self.$field[n];)+
                Some($Row $row)
            }

            /// Removes all rows and keeps the allocated space.
            pub fn clear(&mut self) {
                self.truncate(0);
            }

            /// Removes all rows except the first `len` rows, and keeps the allocated space.
            pub fn truncate(&mut self, len: usize) {
                $(self.$field.truncate(len);)+
            }

            /// Reserves space for `rows` more rows.
            pub fn reserve(&mut self, rows: usize) {
                $(self.$field.reserve(rows);)+
            }

            /// Appends a row.
            #[inline]
            pub fn push(&mut self, row: &$Row) {
                let $Row $row = *row;
                $(self.$field.push($field);)+
            }
        }

        impl FromIterator<$Row> for $Columns {
            fn from_iter<I: IntoIterator<Item = $Row>>(rows: I) -> Self {
                let (rows, mut columns) = (rows.into_iter(), Self::default());
                columns.reserve(rows.size_hint().0);
                rows.for_each(|row| columns.push(&row));
                columns
            }
        }

        impl $crate::columns::Rows for $Columns {
            type Row = $Row;

            fn len(&self) -> usize {
                self.len()
            }

            fn truncate(&mut self, len: usize) {
                self.truncate(len);
            }

            fn push(&mut self, row: &$Row) {
                self.push(row);
            }

            fn get(&self, n: usize) -> Option<$Row> {
                self.get(n)
            }
        }
    };
}

pub(crate) use columns;

columns! {
    /// Positions as columns. Element `i` of each column belongs to position `i`. The sets of pieces have a1 in bit 0. A
    /// [`Reader`](crate::Reader) fills the columns. [`clear`](Self::clear) keeps the allocated space, so that columns
    /// can be reused without allocating again.
    #[allow(missing_docs, reason = "the names of pieces say what they are")]
    pub struct Columns of Position {
        placement: Placement { kinds: [pawns, knights, bishops, rooks, queens, kings], sides: [white, black] },
        side_to_move
    } {
        pub pawns: u64,
        pub knights: u64,
        pub bishops: u64,
        pub rooks: u64,
        pub queens: u64,
        pub kings: u64,
        pub white: u64,
        pub black: u64,
        pub side_to_move: Color,
    }
}

impl Columns {
    /// Returns the columns of the six kinds of pieces, followed by the columns of the two sides.
    pub(crate) fn words(&mut self) -> [&mut Vec<u64>; 8] {
        let Self { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = self;
        [pawns, knights, bishops, rooks, queens, kings, white, black]
    }
}

/// Positions as borrowed columns. The slices may come from any memory, not only from [`Columns`]. Element `i` of each
/// column belongs to position `i`. The sets of pieces have a1 in bit 0. All columns must have the same length.
///
/// ```
/// use setwise::Color;
/// use setwise_positions::features::{Evaluator, Feature};
/// use setwise_positions::ColumnsRef;
///
/// let (none, knights) = (&[0][..], &[1 << 1][..]);
/// let words = [none, knights, none, none, none, none, knights, none];
/// let positions = ColumnsRef::from_words(words, &[Color::White]);
/// let feature: Feature = "white_knight_attacks".parse().unwrap();
/// Evaluator::new(setwise::auto(), &[feature]).for_each_block(positions, |_, values| {
///     assert_eq!(values[0], [1 << 11 | 1 << 16 | 1 << 18]); // from b1 to d2, a3 and c3
/// });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnsRef<'a> {
    /// The columns of pawns, knights, bishops, rooks, queens, kings, white pieces and black pieces.
    pub words: [&'a [u64]; 8],
    /// The sides to move.
    pub side_to_move: &'a [Color],
    /// Castling rights and en passant squares. Without these columns, no position has any.
    pub rights: Option<RightsRef<'a>>,
}

impl<'a> ColumnsRef<'a> {
    /// Borrows positions from slices. `words` contains pawns, knights, bishops, rooks, queens, kings, white pieces and
    /// black pieces, in this order.
    #[must_use]
    pub fn from_words(words: [&'a [u64]; 8], side_to_move: &'a [Color]) -> Self {
        Self { words, side_to_move, rights: None }
    }

    /// Returns the same positions with castling rights and en passant squares, on which only the number of legal moves
    /// depends.
    ///
    /// ```
    /// use setwise_positions::features::{Evaluator, Feature};
    /// use setwise_positions::{Columns, ColumnsRef, Reader, Rights, Rules};
    ///
    /// let (mut columns, mut rights) = (Columns::default(), Rights::default());
    /// let text = b"4k3/8/8/3pP3/8/8/8/4K3 w - d6";
    /// let mut reader = Reader::new(setwise::auto(), Rules::Chess);
    /// reader.append_with(text, 1, &mut columns, Some(&mut rights), |bad| panic!("{bad}"));
    ///
    /// let count: Feature = "legal_move_count".parse().unwrap();
    /// let mut evaluator = Evaluator::new(setwise::auto(), &[count]);
    /// let positions = ColumnsRef::from(&columns);
    /// assert_eq!(evaluator.sums(positions.with_rights(&rights)), [7]);
    /// assert_eq!(evaluator.sums(positions), [6]); // without the capture en passant
    /// ```
    #[must_use]
    pub fn with_rights(self, rights: impl Into<RightsRef<'a>>) -> Self {
        Self { rights: Some(rights.into()), ..self }
    }

    /// Returns the positions of a range.
    ///
    /// # Panics
    ///
    /// Panics if a column is shorter than the end of the range.
    #[must_use]
    pub fn range(&self, range: Range<usize>) -> Self {
        let rights = self.rights.map(|RightsRef { unmoved_rooks, en_passant }| RightsRef {
            unmoved_rooks: &unmoved_rooks[range.clone()],
            en_passant: &en_passant[range.clone()],
        });
        let words = self.words.map(|column| &column[range.clone()]);
        Self { words, side_to_move: &self.side_to_move[range], rights }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.side_to_move.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.side_to_move.is_empty()
    }

    /// Returns position `n`, counted from 0, or `None` if there is no such position.
    ///
    /// # Panics
    ///
    /// Panics if `side_to_move` has an element `n` and another column does not.
    #[must_use]
    pub fn get(&self, n: usize) -> Option<Position> {
        let side_to_move = *self.side_to_move.get(n)?;
        let [kinds @ .., white, black] = self.words.map(|column| column[n]);
        Some(Position { placement: Placement { kinds, sides: [white, black] }, side_to_move })
    }
}

/// Castling rights and en passant squares as borrowed columns. Both columns must have the length of the positions to
/// which they belong.
///
/// Features count castlings by the rules of Chess960, which are those of chess for a king on file e and rooks on files a
/// and h. They ignore a right to castle if the king or the rook is not on the first rank of its side, and an en passant
/// square that no pawn can have just passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RightsRef<'a> {
    /// The sets of rooks that may castle, a1 = bit 0.
    pub unmoved_rooks: &'a [u64],
    /// The en passant squares, 0 (a1) to 63 (h8). Any greater number means that there is none.
    pub en_passant: &'a [u8],
}

impl<'a> From<&'a Columns> for ColumnsRef<'a> {
    fn from(columns: &'a Columns) -> Self {
        let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move } = columns;
        Self::from_words([pawns, knights, bishops, rooks, queens, kings, white, black], side_to_move)
    }
}

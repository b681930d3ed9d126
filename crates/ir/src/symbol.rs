//! Lanes that record operations instead of computing them.
//!
//! A [`Symbol`] is the index of an operation on a tape, which is the list of operations recorded so far. Each thread
//! has a stack of tapes, and every symbol stores the number of its tape. While a kernel is being recorded, it can
//! therefore record another kernel. Symbols cannot be sent to other threads.
//!
//! The index and the number share one 64-bit word. Functions return a word in a register, but a structure of two fields
//! in memory, and a kernel calls such a function for each of its operations. With two fields, the page, which contains
//! the recording of every pattern, would be 8 % larger.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use setwise_core::{Isa, Lanes};

use crate::tape::Tape;
use crate::{Operation, ValueId};

thread_local! {
    /// The tapes that are being recorded, each with its number. The tape of the innermost recording is last.
    static TAPES: RefCell<Vec<(u32, Tape)>> = const { RefCell::new(Vec::new()) };
    /// The number of the next tape. A symbol that outlives its recording is detected, because a number is not reused
    /// before 2^32 tapes have been recorded.
    static NEXT: Cell<u32> = const { Cell::new(0) };
}

/// Proof that a program is being recorded. It contains the number of the program's tape.
#[derive(Debug, Clone, Copy)]
pub struct Recording {
    tape: u32,
    not_send: PhantomData<*const ()>,
}

impl Isa for Recording {
    const NAME: &'static str = "recording";

    /// Returns the proof for the innermost recording on this thread, or `None` if nothing is being recorded.
    fn detect() -> Option<Self> {
        TAPES.with_borrow(|tapes| tapes.last().map(|(tape, _)| Self { tape: *tape, not_send: PhantomData }))
    }

    fn enter<R>(self, body: impl FnOnce() -> R) -> R {
        body()
    }
}

/// An unknown set of squares: the result of a recorded operation.
#[derive(Debug, Clone, Copy)]
pub struct Symbol {
    /// The index of the operation, and in the upper 32 bits the number of the tape.
    word: u64,
    not_send: PhantomData<*const ()>,
}

/// Runs `body` on the inputs of `tape`, and records the operations of `body` on this tape. Returns the results of
/// `body`, and the tape. This function is not generic, so it is compiled only once, and not again for each kernel.
pub(crate) fn with_tape(tape: Tape, inputs: usize, body: &dyn Fn(&[Symbol]) -> Vec<Symbol>) -> (Vec<ValueId>, Tape) {
    /// A guard that is dropped even if a kernel panics. Dropping it removes the tape at this index and all later tapes.
    struct Remove(usize);
    impl Drop for Remove {
        fn drop(&mut self) {
            TAPES.with_borrow_mut(|tapes| tapes.truncate(self.0));
        }
    }

    let number = NEXT.replace(NEXT.get().wrapping_add(1));
    let depth = TAPES.with_borrow_mut(|tapes| {
        tapes.push((number, tape));
        tapes.len() - 1
    });
    let remove = Remove(depth);
    let isa = Recording { tape: number, not_send: PhantomData };
    let inputs: Vec<Symbol> = (0..inputs).map(|input| Symbol::new(isa, ValueId::new(input))).collect();
    let value = |result: Symbol| {
        assert_eq!(result.isa().tape, number, "a kernel returned a set of another recording");
        result.value()
    };
    let results = body(&inputs).into_iter().map(value).collect();
    let (_, tape) = TAPES.with_borrow_mut(|tapes| tapes.remove(depth));
    drop(remove);
    (results, tape)
}

impl Recording {
    fn with<R>(self, body: impl FnOnce(&mut Tape) -> R) -> R {
        TAPES.with_borrow_mut(|tapes| {
            let tape = tapes.iter_mut().rev().find(|(number, _)| *number == self.tape);
            let (_, tape) = tape.expect("a set must only be used while its program is being recorded");
            body(tape)
        })
    }

    /// Records an operation. This function is not inlined, because every operation of every kernel calls it.
    #[inline(never)]
    fn record(self, operation: Operation) -> Symbol {
        Symbol::new(self, self.with(|tape| tape.record(operation)))
    }
}

impl Symbol {
    fn new(isa: Recording, value: ValueId) -> Self {
        Self { word: u64::from(isa.tape) << 32 | value.index() as u64, not_send: PhantomData }
    }

    fn value(self) -> ValueId {
        ValueId::new(self.word as u32 as usize)
    }

    /// Records an operation, whose operands are indices of `values`, in the innermost recording.
    pub(crate) fn of_values(operation: Operation, values: &[Self]) -> Self {
        let recording = Recording::detect().expect("a program is being recorded");
        recording.record(operation.with_operands(|operand| values[operand.index()].value()))
    }

    /// Records a constant in the innermost recording.
    pub(crate) fn constant(word: u64) -> Self {
        Self::splat(Recording::detect().expect("a program is being recorded"), word)
    }

    /// Records a shift toward h8 by a number of places that is known only at run time.
    pub(crate) fn up(self, places: u32) -> Self {
        self.of_one(|a| Operation::Up(a, places))
    }

    /// Records a shift toward a1 by a number of places that is known only at run time.
    pub(crate) fn down(self, places: u32) -> Self {
        self.of_one(|a| Operation::Down(a, places))
    }

    /// Records an operation on one set. This function and the next are not inlined: see [`Recording::record`].
    #[inline(never)]
    fn of_one(self, operation: impl FnOnce(ValueId) -> Operation) -> Self {
        self.isa().record(operation(self.value()))
    }

    /// Records an operation on two sets.
    #[inline(never)]
    fn of_two(self, other: Self, operation: impl FnOnce(ValueId, ValueId) -> Operation) -> Self {
        assert_eq!(self.isa().tape, other.isa().tape, "the sets belong to different recordings");
        self.isa().record(operation(self.value(), other.value()))
    }
}

impl Lanes for Symbol {
    type Isa = Recording;
    type Chunk = [u64; 1];

    fn isa(self) -> Recording {
        Recording { tape: (self.word >> 32) as u32, not_send: PhantomData }
    }

    fn load(isa: Recording, [board]: &[u64; 1]) -> Self {
        isa.record(Operation::Constant(*board))
    }

    /// Writes an empty board and makes the recording fail, because the bits of a set are not known during recording.
    fn store(self, boards: &mut [u64; 1]) {
        self.isa().with(Tape::store);
        *boards = [0];
    }

    fn splat(isa: Recording, board: u64) -> Self {
        isa.record(Operation::Constant(board))
    }

    fn shl<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a shift must be below 64 places") }
        self.up(N)
    }

    fn shr<const N: u32>(self) -> Self {
        const { assert!(N < 64, "a shift must be below 64 places") }
        self.down(N)
    }

    fn wrapping_add(self, other: Self) -> Self {
        self.of_two(other, Operation::Add)
    }

    fn equal(self, other: Self) -> Self {
        self.of_two(other, Operation::Equal)
    }

    fn is_empty(self) -> bool {
        self.isa().with(|tape| tape.is_empty(self.value()))
    }

    /// Returns `false`, so the operations that a kernel may skip are recorded.
    fn may_skip(self) -> bool {
        false
    }

    fn nothing(self) -> Self {
        Self::splat(self.isa(), 0)
    }

    /// Looks up all 64 squares, because the squares of a set are not known during recording. Intersecting the complements
    /// of the entries takes fewer instructions than uniting the entries.
    fn union_of_entries<const N: usize>(self, tables: [&[u64; 65]; N]) -> [Self; N] {
        let mut missed = [!self.nothing(); N];
        let mut ranks = self;
        for rank in 0..8 {
            for file in 0..8 {
                let is_absent = (ranks & (1 << file)).empty_lanes();
                for (missed, table) in missed.iter_mut().zip(tables) {
                    *missed &= is_absent | !table[8 * rank + file];
                }
            }
            ranks = ranks.south();
        }
        missed.map(|missed| !missed)
    }

    fn popcount(self) -> Self {
        self.of_one(Operation::Popcount)
    }

    fn east(self) -> Self {
        self.of_one(Operation::East)
    }

    fn two_east(self) -> Self {
        self.of_one(Operation::TwoEast)
    }

    fn west(self) -> Self {
        self.of_one(Operation::West)
    }

    fn two_west(self) -> Self {
        self.of_one(Operation::TwoWest)
    }
}

impl Not for Symbol {
    type Output = Self;

    fn not(self) -> Self {
        self.of_one(Operation::Not)
    }
}

/// Implements a binary operator between two symbols, and between a symbol and a word that is the same for all boards.
macro_rules! symbol_operator {
    ($operator:ident $method:ident, $assign:ident $assign_method:ident, $operation:ident) => {
        impl $operator for Symbol {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                self.of_two(other, Operation::$operation)
            }
        }

        impl $operator<u64> for Symbol {
            type Output = Self;

            fn $method(self, word: u64) -> Self {
                $operator::$method(self, Self::splat(self.isa(), word))
            }
        }

        impl $assign for Symbol {
            fn $assign_method(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    };
}

symbol_operator!(BitAnd bitand, BitAndAssign bitand_assign, And);
symbol_operator!(BitOr bitor, BitOrAssign bitor_assign, Or);
symbol_operator!(BitXor bitxor, BitXorAssign bitxor_assign, Xor);

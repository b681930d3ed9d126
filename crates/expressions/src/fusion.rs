//! Finds pairs of terms that one pass computes, so that the result of the first is neither stored nor loaded.
//!
//! ```text
//! knights & white & {d4, e5}           one pass with three operands
//! not (count(pawns) = 16)              one pass, which compares for inequality
//! white_to_move and not in_check       one pass, which removes the second operand from the first
//! ```
//!
//! A pass takes about as long as its loads and its store, so a pass of two operations takes little longer than a pass
//! of one.

use crate::plan::{Bitwise, Operand, Pass};
use crate::regions::Regions;
use crate::term::{Term, TermId, Terms};

/// Returns, for each term, the operand that its pass computes as well. No other term uses this operand. `uses` has the
/// number of uses of each term.
pub(crate) fn fused(terms: &Terms, needed: &[bool], uses: &[usize], regions: &Regions) -> Vec<Option<TermId>> {
    let mut inner: Vec<Option<TermId>> = vec![None; terms.len()];
    for (id, term) in terms.iter().filter(|(id, _)| needed[id.index()] && !regions.is_region[id.index()]) {
        // An operand without another use is in the same region.
        let is_free = |operand: &TermId| {
            let n = operand.index();
            uses[n] == 1 && inner[n].is_none() && !regions.is_region[n]
        };
        let is_pair = |operand: &TermId| match (term, &terms[*operand]) {
            (Term::Not(_), Term::Equal(..) | Term::Less(..)) => true,
            (Term::And(..) | Term::Both(..), Term::Not(_)) => true,
            (outer, inner) => bitwise(outer).is_some() && bitwise(inner).is_some(),
        };
        let found = term.operands().into_iter().find(|operand| is_free(operand) && is_pair(operand));
        inner[id.index()] = found;
    }
    inner
}

/// Returns the pass that computes `outer` from the operands of its operand `inner`, and from its other operand.
pub(crate) fn pass(outer: &Term, inner: (TermId, &Term), place: impl Fn(&TermId) -> Operand) -> Pass {
    let (id, inner) = inner;
    let other = |operands: [TermId; 2]| place(&operands[usize::from(operands[0] == id)]);
    match (outer, inner) {
        (Term::Not(_), Term::Equal(a, b)) => Pass::NotEqual(place(a), place(b)),
        (Term::Not(_), Term::Less(a, b)) => Pass::NotLess(place(a), place(b)),
        (Term::And(a, b) | Term::Both(a, b), Term::Not(c)) => Pass::Without(other([*a, *b]), place(c)),
        _ => {
            let ((first, [a, b]), (second, operands)) =
                bitwise(inner).zip(bitwise(outer)).expect("only operations on bits are left");
            let is_second = second == Bitwise::Without && operands[1] == id;
            let second = if is_second { Bitwise::RemovedFrom } else { second };
            Pass::Two([first, second], [place(&a), place(&b), other(operands)])
        }
    }
}

/// Returns the operation of a term that combines the bits of two words.
fn bitwise(term: &Term) -> Option<(Bitwise, [TermId; 2])> {
    match term {
        Term::And(a, b) | Term::Both(a, b) => Some((Bitwise::And, [*a, *b])),
        Term::Or(a, b) | Term::Either(a, b) => Some((Bitwise::Or, [*a, *b])),
        Term::Xor(a, b) => Some((Bitwise::Xor, [*a, *b])),
        Term::Without(a, b) => Some((Bitwise::Without, [*a, *b])),
        _ => None,
    }
}

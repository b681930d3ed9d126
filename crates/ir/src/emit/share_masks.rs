//! One mask for several sets that lose the same squares.
//!
//! ```text
//! a & mask & !own        allowed = mask & !own
//! b & mask & !own        a & allowed, b & allowed
//! ```
//!
//! The eight directions of a knight need four masks, each of them twice. So mobility needs twelve instructions for masks and
//! own pieces instead of sixteen. AVX-512 needs eight, because three-way logic masks and removes in one instruction.

use std::collections::BTreeMap;

use super::instruction::Instruction as I;
use super::lowered::{Line, Lowered};
use super::rebalance::uses;
use crate::ValueId;

/// Returns the same program with shared masks. Lines that are no longer needed remain.
pub(super) fn share_masks(mut lowered: Lowered) -> Lowered {
    let uses = uses(&lowered);
    let mut groups: BTreeMap<(ValueId, ValueId), Vec<Masked>> = BTreeMap::new();
    for index in 0..lowered.lines.len() {
        if let Some((mask, removed, masked)) = Masked::at(&lowered.lines, ValueId::new(index))
            && uses[masked.inner.index()] == 1
            // The line of `inner` becomes that of the shared mask, which needs `removed`.
            && removed < masked.inner
        {
            groups.entry((mask, removed)).or_default().push(masked);
        }
    }
    for ((mask, removed), group) in groups {
        if group.len() > 1 {
            share(&mut lowered.lines, mask, removed, &group);
        }
    }
    lowered
}

/// A set without the squares outside a mask and without others: `set & mask & !removed`.
struct Masked {
    line: ValueId,
    /// The line of `set & mask`.
    inner: ValueId,
    set: ValueId,
}

impl Masked {
    /// Returns the mask, the removed squares and the masked set, if the line is one.
    fn at(lines: &[Line], line: ValueId) -> Option<(ValueId, ValueId, Self)> {
        let instruction = |value: ValueId| lines[value.index()].instruction;
        let I::AndNot(inner, removed) = instruction(line) else { return None };
        let I::And(a, b) = instruction(inner) else { return None };
        let (set, mask) = if matches!(instruction(a), I::Constant(_)) { (b, a) } else { (a, b) };
        matches!(instruction(mask), I::Constant(_)).then_some((mask, removed, Self { line, inner, set }))
    }
}

/// Computes the mask without the removed squares once, in the line of the first set, and intersects every set with it.
fn share(lines: &mut [Line], mask: ValueId, removed: ValueId, group: &[Masked]) {
    let name = |lines: &[Line], value: ValueId| lines[value.index()].name.clone();
    let without = name(lines, removed);
    let shared = group[0].inner;
    lines[shared.index()] = Line {
        instruction: I::AndNot(mask, removed),
        name: format!("{}_without_{without}", name(lines, mask)),
        comment: format!("{} & !{without}: without {without}", name(lines, mask)),
    };
    for Masked { line, set, .. } in group {
        let comment = format!("{} & {}: squares in both", name(lines, *set), name(lines, shared));
        let line = &mut lines[line.index()];
        (line.instruction, line.comment) = (I::And(*set, shared), comment);
    }
}

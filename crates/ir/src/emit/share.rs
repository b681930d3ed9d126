//! Shares shifts and masks between sets. If several sets of a union are shifted by the same distance, their union is
//! shifted once. If the same mask is applied to several sets and the same squares are removed from them, the mask
//! without these squares is computed once.
//!
//! ```text
//! (a << 8) | b | (c << 8)        ((a | c) << 8) | b
//!
//! a & mask & !own                allowed = mask & !own
//! b & mask & !own                a & allowed, b & allowed
//! ```
//!
//! Equal shifts often come from different parts of a kernel. For example, the attacks of knights and the attacks of the
//! king use equal shifts, and the pattern of all attacked squares contains both. To share such shifts in the source of
//! a kernel, a programmer would have to mix these parts.
//!
//! The eight directions of a knight use four masks, each of them twice. When knight moves are counted, own pieces must
//! also be removed from each direction. Masking and removing take sixteen instructions without shared masks, and twelve
//! with shared masks. AVX-512 needs eight instructions, because one three-way instruction masks a set and removes own
//! pieces.

use std::collections::BTreeMap;

use super::lowered::{Instruction, Line, Lowered};
use super::rebalance::{Chain, Rewriter, collect, uses};
use crate::ValueId;

/// Returns the same program with shared shifts. Lines that are no longer needed remain.
pub(super) fn share_shifts(lowered: Lowered) -> Lowered {
    let unions = lowered.lines.iter().filter(|line| matches!(line.instruction, Instruction::Or(..)));
    let of_unions: Vec<ValueId> = unions.flat_map(|line| line.instruction.operands()).collect();
    Rewriter::run(lowered, |rewriter, value| {
        let is_inner = rewriter.uses[value.index()] == 1 && of_unions.contains(&value);
        match rewriter.lines[value.index()].instruction {
            Instruction::Or(..) if !is_inner => rewriter.union(value),
            _ => rewriter.same(value),
        }
    })
}

impl Rewriter<'_> {
    /// Adds a union, with one shift for all operands that are shifted by the same distance.
    fn union(&mut self, value: ValueId) -> ValueId {
        let mut parts = Vec::new();
        collect(self.lines, &self.uses, value, Chain::Or, &mut parts);
        let mut parts: Vec<ValueId> = parts.into_iter().map(|(part, _)| part).collect();
        parts.sort_by_key(|part| self.depths[part.index()]);
        let mut groups: Vec<(Option<Shift>, Vec<ValueId>)> = Vec::new();
        for part in parts {
            let shift = self.shift(part);
            match groups.iter_mut().find(|(known, _)| shift.is_some() && *known == shift) {
                Some((_, group)) => group.push(part),
                None => groups.push((shift, vec![part])),
            }
        }
        if groups.iter().all(|(_, group)| group.len() == 1) {
            return self.same(value);
        }
        let name = self.lines[value.index()].name.clone();
        let mut sets = Vec::new();
        for (n, (shift, group)) in groups.into_iter().enumerate() {
            let alone = self.places[group[0].index()];
            sets.push(match shift {
                Some(shift) if group.len() > 1 => self.shifted(&format!("{name}_shared{n}"), shift, &group),
                _ => alone,
            });
        }
        self.or(&name, &sets)
    }

    /// Adds the union of several sets, and one shift of this union.
    fn shifted(&mut self, name: &str, (up, places): Shift, group: &[ValueId]) -> ValueId {
        let sets = group.iter().filter_map(|part| self.lines[part.index()].instruction.operands().next());
        let sets: Vec<ValueId> = sets.map(|set| self.places[set.index()]).collect();
        let union = self.or(&format!("{name}_sets"), &sets);
        let instruction = if up { Instruction::Up(union, places) } else { Instruction::Down(union, places) };
        let direction = if up { "<<" } else { ">>" };
        let comment = format!("{name}_sets {direction} {places}: one shift for {} sets", sets.len());
        self.push(Line { instruction, name: name.into(), comment })
    }

    /// Adds the union of several sets.
    fn or(&mut self, name: &str, sets: &[ValueId]) -> ValueId {
        let mut union = sets[0];
        for (n, set) in sets.iter().enumerate().skip(1) {
            let is_last = n + 1 == sets.len();
            let comment = [union, *set].map(|value| self.new[value.index()].name.clone()).join(" | ");
            let name = if is_last { name.to_string() } else { format!("{name}_{n}") };
            let instruction = Instruction::Or(union, *set);
            union = self.push(Line { instruction, name, comment: format!("{comment}: squares in either") });
        }
        union
    }

    /// Returns the shift that computes an operand of a union, or `None` if the operand is not a shift or has another
    /// use.
    fn shift(&self, part: ValueId) -> Option<Shift> {
        match self.lines[part.index()].instruction {
            _ if self.uses[part.index()] > 1 => None,
            Instruction::Up(_, places) => Some((true, places)),
            Instruction::Down(_, places) => Some((false, places)),
            _ => None,
        }
    }
}

/// A shift: its direction (`true` means toward h8), and the number of places.
type Shift = (bool, u32);

/// Returns the same program with shared masks. Lines that are no longer needed remain.
pub(super) fn share_masks(mut lowered: Lowered) -> Lowered {
    let uses = uses(&lowered);
    let mut groups: BTreeMap<(ValueId, ValueId), Vec<Masked>> = BTreeMap::new();
    for index in 0..lowered.lines.len() {
        if let Some((mask, removed, masked)) = Masked::at(&lowered.lines, ValueId::new(index))
            && uses[masked.inner.index()] == 1
            // The shared mask replaces the line `inner`, so the mask's operand `removed` must come before this line.
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

/// A line that computes `set & mask & !removed`. Such lines with the same mask and the same removed squares can share a
/// mask.
struct Masked {
    line: ValueId,
    /// The line of `set & mask`.
    inner: ValueId,
    set: ValueId,
}

impl Masked {
    /// If a line has the form `set & mask & !removed`, returns the mask, the removed squares and the line. Otherwise
    /// returns `None`.
    fn at(lines: &[Line], line: ValueId) -> Option<(ValueId, ValueId, Self)> {
        let instruction = |value: ValueId| lines[value.index()].instruction;
        let Instruction::AndNot(inner, removed) = instruction(line) else { return None };
        let Instruction::And(a, b) = instruction(inner) else { return None };
        let (set, mask) = if matches!(instruction(a), Instruction::Constant(_)) { (b, a) } else { (a, b) };
        matches!(instruction(mask), Instruction::Constant(_)).then_some((mask, removed, Self { line, inner, set }))
    }
}

/// Computes the mask without the removed squares once, and intersects every set with it. The shared mask replaces the
/// line that masked the first set.
fn share(lines: &mut [Line], mask: ValueId, removed: ValueId, group: &[Masked]) {
    let name = |lines: &[Line], value: ValueId| lines[value.index()].name.clone();
    let without = name(lines, removed);
    let shared = group[0].inner;
    lines[shared.index()] = Line {
        instruction: Instruction::AndNot(mask, removed),
        name: format!("{}_without_{without}", name(lines, mask)),
        comment: format!("{} & !{without}: without {without}", name(lines, mask)),
    };
    for Masked { line, set, .. } in group {
        let comment = format!("{} & {}: squares in both", name(lines, *set), name(lines, shared));
        let line = &mut lines[line.index()];
        (line.instruction, line.comment) = (Instruction::And(*set, shared), comment);
    }
}

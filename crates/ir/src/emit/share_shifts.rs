//! One shift for several sets of a union that are shifted alike.
//!
//! ```text
//! (a << 8) | b | (c << 8)        ((a | c) << 8) | b
//! ```
//!
//! Such shifts come from different parts of a kernel, for example from the knights and the king in attacked squares. A
//! formula could share them only by mixing these parts.

use super::instruction::Instruction;
use super::lowered::{Line, Lowered};
use super::rebalance::{Chain, Rewriter, collect};
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
    /// Adds a union, with one shift for all parts that are shifted alike.
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

    /// Adds the shift of the union of several sets.
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

    /// Returns the shift of a part, if nothing else needs it.
    fn shift(&self, part: ValueId) -> Option<Shift> {
        match self.lines[part.index()].instruction {
            _ if self.uses[part.index()] > 1 => None,
            Instruction::Up(_, places) => Some((true, places)),
            Instruction::Down(_, places) => Some((false, places)),
            _ => None,
        }
    }
}

/// Whether a shift is toward h8, and by how many places.
type Shift = (bool, u32);

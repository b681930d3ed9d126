//! Builds the control flow graph of a function, and finds its innermost loops.
//!
//! A loop is a strongly connected component of the graph of basic blocks. A backward jump alone does not make a loop,
//! because cold tails and panics also jump backward. To find loops inside a component, the edges to its entry are
//! removed, and the remaining graph is searched for smaller components. A component that contains no other component is
//! an innermost loop.

use std::collections::HashMap;
use std::ops::Range;

use crate::{Control, Dialect, Instruction, Line};

/// The basic blocks of a function, in the order of the listing.
#[derive(Debug)]
pub struct Flow {
    /// The blocks. The function starts at the first block.
    pub blocks: Vec<BasicBlock>,
}

/// A basic block: a range of the function's lines, and the blocks that may follow it.
#[derive(Debug)]
pub struct BasicBlock {
    /// The range of lines.
    pub lines: Range<usize>,
    /// The indices of the blocks that may be executed next.
    pub next: Vec<usize>,
}

/// An innermost loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InnermostLoop {
    /// The index of the block that is entered from outside the loop.
    pub entry: usize,
    /// The indices of all blocks of the loop, in the order of the listing.
    pub blocks: Vec<usize>,
}

impl Flow {
    /// Returns the graph of a function. The lines of the function are split into blocks before labels, and after jumps
    /// and returns.
    #[must_use]
    pub fn of(lines: &[Line], dialect: Dialect) -> Self {
        let mut starts = vec![0];
        for (n, line) in lines.iter().enumerate() {
            match line {
                Line::Label(_) => starts.push(n),
                Line::Instruction(instruction) if dialect.control(instruction) != Control::Next => starts.push(n + 1),
                Line::Instruction(_) => {}
            }
        }
        starts.push(lines.len());
        starts.sort_unstable();
        starts.dedup();
        let ranges: Vec<_> = starts.windows(2).map(|pair| pair[0]..pair[1]).collect();
        let mut labels = HashMap::new();
        for (block, range) in ranges.iter().enumerate() {
            if let Some(Line::Label(label)) = lines.get(range.start) {
                labels.insert(label.as_str(), block);
            }
        }
        let following = |block: usize, range: &Range<usize>| -> Vec<usize> {
            let fall_through = (block + 1 < ranges.len()).then_some(block + 1);
            let Some(Line::Instruction(last)) = lines.get(range.end - 1) else {
                return fall_through.into_iter().collect();
            };
            let blocks =
                |targets: Vec<&str>| targets.into_iter().filter_map(|label| labels.get(label).copied()).collect();
            match dialect.control(last) {
                Control::Next => fall_through.into_iter().collect(),
                Control::Jump(targets) => blocks(targets),
                Control::Branch(targets) => blocks(targets).into_iter().chain(fall_through).collect(),
                Control::End => Vec::new(),
            }
        };
        Self {
            blocks: ranges
                .iter()
                .enumerate()
                .map(|(n, range)| BasicBlock { lines: range.clone(), next: following(n, range) })
                .collect(),
        }
    }

    /// Returns the instructions of a block.
    pub fn instructions<'a>(&self, block: usize, lines: &'a [Line]) -> impl Iterator<Item = &'a Instruction> + use<'a> {
        lines[self.blocks[block].lines.clone()].iter().filter_map(|line| match line {
            Line::Instruction(instruction) => Some(instruction),
            Line::Label(_) => None,
        })
    }

    /// Returns every innermost loop.
    #[must_use]
    pub fn innermost_loops(&self) -> Vec<InnermostLoop> {
        let all: Vec<usize> = (0..self.blocks.len()).collect();
        let mut found = Vec::new();
        self.search(&all, None, &mut found);
        found
    }

    /// Collects the innermost components among the blocks in `members`. Edges to `cut` are ignored.
    fn search(&self, members: &[usize], cut: Option<usize>, found: &mut Vec<InnermostLoop>) {
        for component in self.components(members, cut) {
            // The entry is the block that is entered from outside. If there are several such blocks, the entry is the
            // first in the listing.
            let inside = |block: &usize| component.contains(block);
            let entered = |block: &usize| {
                (0..self.blocks.len()).any(|from| !inside(&from) && self.blocks[from].next.contains(block))
            };
            let entry = component.iter().copied().filter(entered).min().unwrap_or(component[0]);
            let before = found.len();
            if cut != Some(entry) {
                self.search(&component, Some(entry), found);
            }
            if found.len() == before {
                found.push(InnermostLoop { entry, blocks: component });
            }
        }
    }

    /// Returns the strongly connected components that contain a cycle. Such a component is a block that can reach
    /// itself, together with all blocks that it can reach and that can reach it. Functions are small, so computing the
    /// components directly from this definition is fast enough.
    fn components(&self, members: &[usize], cut: Option<usize>) -> Vec<Vec<usize>> {
        let reached: HashMap<usize, Vec<usize>> =
            members.iter().map(|&block| (block, self.reachable(members, cut, block))).collect();
        let mut components: Vec<Vec<usize>> = Vec::new();
        for block in members {
            if !reached[block].contains(block) || components.iter().any(|component| component.contains(block)) {
                continue;
            }
            let together = |other: &&usize| reached[block].contains(other) && reached[other].contains(block);
            components.push(members.iter().filter(together).copied().collect());
        }
        components
    }

    /// Returns the blocks that can be reached from `start` by at least one edge within `members`.
    fn reachable(&self, members: &[usize], cut: Option<usize>, start: usize) -> Vec<usize> {
        let mut reached = Vec::new();
        let mut open = vec![start];
        while let Some(block) = open.pop() {
            for &next in &self.blocks[block].next {
                if members.contains(&next) && Some(next) != cut && !reached.contains(&next) {
                    reached.push(next);
                    open.push(next);
                }
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions;

    fn loops(dialect: Dialect, body: &str) -> Vec<InnermostLoop> {
        let function = &functions(&format!("_RNvC1a1b:\n{body}"), dialect)[0];
        Flow::of(&function.lines, dialect).innermost_loops()
    }

    #[test]
    fn loops_of_other_dialects_are_found() {
        let arm = loops(Dialect::Arm, "mov x8, #4\n.L0:\ncbz x9, .L2\n.L1:\nsubs x8, x8, #1\nb.ne .L0\n.L2:\nret\n");
        assert_eq!(arm, [InnermostLoop { entry: 1, blocks: vec![1, 2] }]);
        let wasm = loops(
            Dialect::Wasm,
            "block\nlocal.get 0\nbr_if 0\nloop\nlocal.get 1\nbr_if 0\nend_loop\nend_block\nend_function\n",
        );
        assert_eq!(wasm, [InnermostLoop { entry: 1, blocks: vec![1] }]);
    }
}

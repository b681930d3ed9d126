//! The instructions of the innermost loops of a function, and their kinds.
//!
//! A block is omitted if it prefetches but does not store. Such a block runs only for long batches, outside the usual
//! path through the loop.

use crate::{Dialect, Flow, Function, InnermostLoop};

/// The instructions of an innermost loop.
#[derive(Debug)]
pub(super) struct Loop {
    instructions: Vec<(String, String)>,
}

/// Instructions whose names begin with one of these words move or clear vector registers, and do not count as
/// computing. A leading `v` and then a leading `p` of a name are ignored.
const MOVES: &str = "movdqa movdqu movaps movups movapd movupd movq movd movsd movss broadcast zeroupper";

impl Loop {
    /// Returns the target of the first call, or `None` if there is no call.
    pub(super) fn call(&self) -> Option<&str> {
        let mut calls = self.instructions.iter().filter(|(mnemonic, _)| mnemonic.starts_with("call"));
        calls.next().map(|(_, target)| target.as_str())
    }

    /// Returns whether the loop prefetches in every iteration. Only loops for long batches do this.
    pub(super) fn is_for_long_batches(&self) -> bool {
        self.instructions.iter().any(|(mnemonic, _)| is_prefetch(mnemonic))
    }

    /// Returns the instructions in the order of the listing, each as mnemonic and operands.
    pub(super) fn instructions(&self) -> impl Iterator<Item = (&str, &str)> {
        self.instructions.iter().map(|(mnemonic, operands)| (mnemonic.as_str(), operands.as_str()))
    }

    /// Returns the number of stores of vector registers to columns.
    pub(super) fn stores(&self) -> usize {
        self.stored().count()
    }

    /// Returns the number of boards that one iteration of the loop stores.
    pub(super) fn boards(&self) -> usize {
        let words = |width| 2 << WIDTHS.iter().position(|known| *known == width).unwrap_or(0);
        self.stored().map(words).sum()
    }

    /// Returns the register class of each store to a column. In AT&T syntax, a store has a memory operand in the last
    /// place. Stores to the stack are spills and are not counted.
    fn stored(&self) -> impl Iterator<Item = &'static str> {
        let stores = self
            .instructions
            .iter()
            .filter(|(mnemonic, operands)| is_move(mnemonic) && operands.ends_with(')') && !operands.contains("(%rsp"));
        stores.filter_map(|(_, operands)| widest(operands))
    }

    /// Returns the number of instructions that compute on vector registers. Loads, stores and moves are not counted.
    pub(super) fn operations(&self) -> usize {
        self.computes().filter(|computes| *computes).count()
    }

    /// Returns for each instruction whether it computes on vector registers.
    pub(super) fn computes(&self) -> impl Iterator<Item = bool> {
        self.instructions.iter().map(|(mnemonic, operands)| widest(operands).is_some() && !is_move(mnemonic))
    }

    /// Returns the widest class of vector registers in the loop, or `none` if the loop uses no vector register.
    pub(super) fn width(&self) -> &'static str {
        let widths = self.instructions.iter().filter_map(|(_, operands)| widest(operands));
        widths.max_by_key(|width| WIDTHS.iter().position(|known| known == width)).unwrap_or("none")
    }
}

/// Register classes, narrowest first.
const WIDTHS: [&str; 3] = ["xmm", "ymm", "zmm"];

fn widest(operands: &str) -> Option<&'static str> {
    WIDTHS.into_iter().rev().find(|width| operands.contains(width))
}

fn is_move(mnemonic: &str) -> bool {
    let bare = mnemonic.strip_prefix('v').unwrap_or(mnemonic);
    let bare = bare.strip_prefix('p').unwrap_or(bare);
    MOVES.split(' ').any(|name| bare.starts_with(name))
}

fn is_prefetch(mnemonic: &str) -> bool {
    mnemonic.starts_with("prefetch")
}

/// Returns every innermost loop of a function.
pub(super) fn innermost_loops(function: &Function) -> Vec<Loop> {
    let flow = Flow::of(&function.lines, Dialect::X86);
    let of_block = |block| {
        let instructions = flow.instructions(block, &function.lines);
        Loop { instructions: instructions.map(|one| (one.mnemonic.clone(), one.operands.clone())).collect() }
    };
    let body = |found: InnermostLoop| {
        let blocks =
            found.blocks.into_iter().map(of_block).filter(|block| !block.is_for_long_batches() || block.stores() > 0);
        Loop { instructions: blocks.flat_map(|block| block.instructions).collect() }
    };
    flow.innermost_loops().into_iter().map(body).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions;

    fn loops(body: &str) -> Vec<Loop> {
        let listing = format!("_RNvC1a1b:\n{body}");
        innermost_loops(&functions(&listing, Dialect::X86)[0])
    }

    /// Of two nested loops, only the inner one must be found. The backward jump of the cold tail must not count as a
    /// loop.
    #[test]
    fn only_the_inner_loop_counts_and_a_backward_jump_is_no_loop() {
        let found = loops(
            "jmp .L1\n.L0:\nvpxor %ymm0, %ymm0, %ymm0\nretq\n.L1:\nmovq %rax, %rbx\n.L2:\n\
             vmovdqu (%rcx,%r9), %ymm3\nvpsrlq $2, %ymm3, %ymm4\nvpand %ymm4, %ymm0, %ymm4\nvmovdqu %ymm4, (%r8,%r9)\n\
             addq $32, %r9\ndecq %r10\njne .L2\ntestq %rbx, %rbx\njne .L1\njmp .L0\n",
        );
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].stores(), found[0].operations(), found[0].width()), (1, 2, "ymm"));
        assert_eq!(found[0].call(), None);
    }

    /// A block that prefetches but does not store must be left out of its loop. A loop that prefetches in every
    /// iteration must keep all of its blocks.
    #[test]
    fn a_block_that_only_prefetches_is_left_out() {
        let work = "vmovdqu (%rcx), %ymm0\nvpaddb %ymm0, %ymm0, %ymm0\nvmovdqu %ymm0, (%r8)\n";
        let cold = loops(&format!(
            ".L0:\ntestb %al, %al\njne .L2\n.L1:\n{work}decq %r10\njne .L0\nretq\n.L2:\nvmovdqa %ymm1, %ymm2\n\
             prefetcht0 6144(%rcx)\njmp .L1\n"
        ));
        let mnemonics = |body: &Loop| body.instructions().map(|(mnemonic, _)| mnemonic.to_string()).collect::<Vec<_>>();
        let expected = ["testb", "jne", "vmovdqu", "vpaddb", "vmovdqu", "decq", "jne"];
        assert_eq!((cold.len(), mnemonics(&cold[0])), (1, expected.map(String::from).to_vec()));
        assert!(!cold[0].is_for_long_batches());
        let long = loops(&format!(".L0:\nprefetcht0 6144(%rcx)\n{work}decq %r10\njne .L0\nretq\n"));
        assert!(long[0].is_for_long_batches() && long[0].stores() == 1);
    }
}

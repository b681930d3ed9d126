//! Counts the closed knight's tours of small boards.
//!
//! Run it with `cargo run --release -p setwise-ir --features proof --example tours`.
//!
//! A closed tour visits every square once and returns to its start. In the knight's graph of a board, an edge connects
//! two squares that are a knight's move apart. A closed tour is therefore a set of edges that form one cycle through
//! all squares. The program finds all such sets in three steps:
//!
//! 1. Keep only the sets in which exactly two edges meet at every square. Each of these sets consists of one or more
//!    cycles.
//! 2. If a set has several cycles, exclude each cycle: require that at least one edge leads from the squares of this
//!    cycle to another square.
//! 3. Repeat step 2 until every remaining set is a single cycle. Each of these sets is then a closed tour.
//!
//! The sets are stored in a decision diagram with one variable for each edge, like the formulas in the proofs of this
//! crate. Loebbing and Wegener used decision diagrams in 1996 for the 8 by 8 board; `docs/bibliography.md` has the
//! reference. The number of cycles to exclude grows fast with the size of the board. This simple method is therefore
//! practical only for boards of up to 36 squares.

use std::collections::BTreeSet;

use biodivine_lib_bdd::{BddVariable, BddVariableSet};

/// The knight's graph of a board. An edge is a pair of squares, and edges are sorted by their larger square.
struct Graph {
    squares: usize,
    edges: Vec<(usize, usize)>,
}

impl Graph {
    /// Returns the graph of a board with sides of `short` and `long` squares. Squares are numbered along the short side
    /// first, which keeps the diagrams narrow.
    fn new(short: usize, long: usize) -> Self {
        let squares = short * long;
        let apart = |a: usize, b: usize| ((a / short).abs_diff(b / short), (a % short).abs_diff(b % short));
        let pairs = (0..squares).flat_map(|b| (0..b).map(move |a| (a, b)));
        Self { squares, edges: pairs.filter(|&(a, b)| matches!(apart(a, b), (1, 2) | (2, 1))).collect() }
    }

    /// Returns the cycles that are formed by the edges for which `has` is true, each as a list of squares. Exactly two
    /// of these edges must meet at every square. A cycle through all squares is omitted, because it is a tour.
    fn cycles(&self, has: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let edges = self.edges.iter().enumerate().filter(|(edge, _)| has(*edge)).map(|(_, ends)| *ends);
        let mut next = vec![Vec::new(); self.squares];
        edges.for_each(|(a, b)| {
            next[a].push(b);
            next[b].push(a);
        });
        let (mut seen, mut cycles) = (vec![false; self.squares], Vec::new());
        for start in 0..self.squares {
            let mut cycle = Vec::new();
            let mut at = Some(start).filter(|start| !seen[*start]);
            while let Some(square) = at {
                seen[square] = true;
                cycle.push(square);
                at = next[square].iter().copied().find(|to| !seen[*to]);
            }
            if !cycle.is_empty() && cycle.len() < self.squares {
                cycles.push(cycle);
            }
        }
        cycles
    }
}

/// Returns the number of closed tours of a board. A tour and the same tour in the opposite direction count as one.
pub(crate) fn closed_tours(short: usize, long: usize) -> usize {
    /// The number of cycles after which a search stops. The cycles are then excluded, and the next search starts.
    const CUTS: usize = 300;
    let graph = Graph::new(short, long);
    let set = BddVariableSet::new_anonymous(graph.edges.len().try_into().expect("a small board"));
    let variables = set.variables();
    let mut tours = (0..graph.squares).fold(set.mk_true(), |all, square| {
        let meets = graph.edges.iter().zip(&variables).filter(|((a, b), _)| *a == square || *b == square);
        let meeting: Vec<BddVariable> = meets.map(|(_, variable)| *variable).collect();
        all.and(&set.mk_sat_exactly_k(2, &meeting))
    });
    loop {
        let (mut cuts, mut solutions) = (BTreeSet::new(), 0);
        for solution in tours.sat_valuations() {
            solutions += 1;
            cuts.extend(graph.cycles(|edge| solution.value(variables[edge])));
            if cuts.len() >= CUTS {
                break;
            }
        }
        if cuts.is_empty() {
            return solutions;
        }
        for cycle in cuts {
            let leaves = |(a, b): &(usize, usize)| cycle.contains(a) != cycle.contains(b);
            let leaving = graph.edges.iter().zip(&variables).filter(|(ends, _)| leaves(ends));
            tours = tours.and(&leaving.fold(set.mk_false(), |any, (_, variable)| any.or(&set.mk_var(*variable))));
        }
    }
}

fn main() {
    for (short, long) in [(3, 8), (3, 10), (3, 12), (4, 5), (4, 6), (4, 7), (4, 8), (5, 6), (6, 6)] {
        println!("{short} x {long}: {} closed tours", closed_tours(short, long));
    }
}

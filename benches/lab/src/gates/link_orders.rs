//! Judges gates in several link orders of the program.
//!
//! The time of a short loop depends on its address: if the loop crosses a cache line, it may take longer. Any change of
//! the program can move a loop to another address. A single program can therefore show neither that a loop is slow nor
//! that it is fast.
//!
//! For this reason, the program is linked several times, each time with its functions in another order, and each of these
//! programs measures all ratios. The instructions of a function are the same in all of them. A gate is judged by the
//! median of its ratios.
//!
//! Source: Mytkowicz and others, *Producing Wrong Data Without Doing Anything Obviously Wrong!* The paper shows that parts
//! of a setup that seem harmless bias measurements, and proposes to randomize the setup.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use setwise_rounds::{Ratio, median};

use super::{Gate, Verdict};
use crate::record::{link, ratios_of};

/// What a program has measured: for each gate, the ratio, or the name of the contestant that this machine lacks.
type Ratios = BTreeMap<String, Result<f64, String>>;

/// Links the program `orders` times, each time in another order, and measures the gates of the questions `wanted` with each
/// program. Then judges `gates`, which must be the gates of these questions. Gates of a question without suitable boards
/// are left out. Calls `report` with a message before each step.
pub(crate) fn judge_link_orders(
    root: &Path,
    orders: u32,
    wanted: &[String],
    gates: &[Gate],
    report: impl Fn(&str),
) -> Result<Vec<(Gate, Verdict)>> {
    let mut programs = Vec::new();
    for order in 1..=orders {
        report(&format!("linking order {order} of {orders}{}", if order == 1 { ", after compiling" } else { "" }));
        programs.push(link(root, order)?);
    }
    let mut measured = Vec::new();
    for (order, program) in (1..).zip(&programs) {
        report(&format!("measuring order {order} of {orders}"));
        measured.push(ratios_of(program, wanted)?.into_iter().collect());
    }
    verdicts(gates, &measured)
}

/// Judges each gate that the programs have measured.
fn verdicts(gates: &[Gate], programs: &[Ratios]) -> Result<Vec<(Gate, Verdict)>> {
    let is_measured = |gate: &&Gate| programs.iter().any(|ratios| ratios.contains_key(&gate.to_string()));
    gates.iter().filter(is_measured).map(|gate| Ok((*gate, verdict(gate, programs)?))).collect()
}

/// Judges a gate by the median of its ratios. The interval leaves out a quarter of the ratios at each end, rounded down, so
/// that a single order does not widen it.
fn verdict(gate: &Gate, programs: &[Ratios]) -> Result<Verdict> {
    let mut ratios = Vec::new();
    for program in programs {
        match program
            .get(&gate.to_string())
            .with_context(|| format!("not all programs have measured the gate {gate}"))?
        {
            Ok(ratio) => ratios.push(*ratio),
            Err(name) => return Ok(Verdict::Skipped(name.clone())),
        }
    }
    ratios.sort_by(f64::total_cmp);
    let middle = &ratios[ratios.len() / 4..ratios.len() - ratios.len() / 4];
    let interval = [middle[0], middle[middle.len() - 1]];
    Ok(gate.bound.judge(Ratio { median: median(&ratios), interval }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gates::at_most;

    const GATE: Gate = at_most(1.03, "q", "a", "b");

    /// Judges the gate, and another one that was not measured, from the ratios of several programs.
    fn judged(ratios: &[Result<f64, &str>]) -> Vec<(Gate, Verdict)> {
        let of_program = |ratio: &Result<f64, &str>| {
            Ratios::from([(GATE.to_string(), ratio.as_ref().copied().map_err(|name| (*name).to_string()))])
        };
        verdicts(&[GATE, at_most(2.0, "other", "a", "b")], &ratios.iter().map(of_program).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_gate_is_judged_by_the_median_of_all_link_orders() {
        let of = |ratios: &[f64]| judged(&ratios.iter().copied().map(Ok).collect::<Vec<_>>()).remove(0).1;
        assert!(matches!(of(&[1.0, 1.2, 1.02]), Verdict::Passed(ratio) if ratio.interval == [1.0, 1.2]));
        assert!(matches!(of(&[1.04, 1.0, 1.05]), Verdict::Failed(ratio) if ratio.median == 1.04));
        let one_slow = of(&[1.0, 1.01, 1.8, 1.0, 1.02, 0.9]);
        assert!(
            matches!(one_slow, Verdict::Passed(ratio) if ratio.interval == [1.0, 1.02]),
            "one order does not decide"
        );
        assert!(matches!(of(&[1.0, 1.8, 1.02, 1.7, 1.0, 1.8]), Verdict::TooNoisy(_)), "the orders differ too much");
    }

    #[test]
    fn gates_that_cannot_be_measured_are_skipped_or_left_out() {
        let verdicts = judged(&[Err("avx512-prefix"), Err("avx512-prefix")]);
        assert_eq!(verdicts.len(), 1, "the other gate was not measured");
        assert!(matches!(&verdicts[0].1, Verdict::Skipped(name) if name == "avx512-prefix"));
    }

    #[test]
    fn all_programs_must_have_measured_the_same_gates() {
        let ratios = [Ratios::from([(GATE.to_string(), Ok(1.0))]), Ratios::new()];
        assert_eq!(
            verdicts(&[GATE], &ratios).unwrap_err().to_string(),
            "not all programs have measured the gate q: a / b"
        );
    }
}

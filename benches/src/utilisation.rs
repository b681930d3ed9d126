//! The share of useful lanes in a loop whose number of rounds differs between boards.
//!
//! A register runs until its last board is finished. The share is the number of rounds that boards needed, out of lanes times
//! rounds of the register:
//!
//! ```text
//! rounds of four boards   3 1 2 3      9 of 4 * 3 = 12 at work: 75 %
//! ```

/// Returns the share of lanes at work, from 0 to 1, in registers of `lanes` lanes. `rounds` has the number of rounds that each
/// board needs. Returns 1 if no board needs any.
#[must_use]
pub fn lanes_at_work(rounds: &[usize], lanes: usize) -> f64 {
    let at_work: usize = rounds.iter().sum();
    let all: usize = rounds.chunks(lanes).map(|register| lanes * register.iter().max().unwrap_or(&0)).sum();
    if all == 0 { 1.0 } else { at_work as f64 / all as f64 }
}

/// Describes the shares for the usual registers.
#[must_use]
pub fn summary(rounds: &[usize]) -> String {
    let mean = rounds.iter().sum::<usize>() as f64 / rounds.len().max(1) as f64;
    let share = |lanes: usize| format!("{:.0} % of {lanes}", 100.0 * lanes_at_work(rounds, lanes));
    format!("{mean:.1} rounds a board, lanes at work: {}, {}, {}", share(2), share(4), share(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_register_waits_for_its_last_board() {
        assert_eq!(lanes_at_work(&[3, 1, 2, 3], 4), 0.75);
        assert_eq!(lanes_at_work(&[3, 1, 2, 3], 1), 1.0);
        assert_eq!(lanes_at_work(&[3, 1, 2, 3], 2), 0.75);
        assert_eq!(lanes_at_work(&[0, 0], 2), 1.0);
        assert_eq!(summary(&[3, 1, 2, 3]), "2.2 rounds a board, lanes at work: 75 % of 2, 75 % of 4, 38 % of 8");
    }
}

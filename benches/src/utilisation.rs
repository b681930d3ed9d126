//! How many lanes of a register are at work in a loop that ends at another time on each board.
//!
//! A register goes on until its last board is done. Of its lanes times its rounds, those count in which a board still had
//! something to do:
//!
//! ```text
//! rounds of four boards   3 1 2 3      9 of 4 * 3 = 12 at work: 75 %
//! ```

/// The share of lanes at work in registers of so many lanes, 0 to 1, for boards that need so many rounds each. 1 for none.
#[must_use]
pub fn lanes_at_work(rounds: &[usize], lanes: usize) -> f64 {
    let at_work: usize = rounds.iter().sum();
    let all: usize = rounds.chunks(lanes).map(|register| lanes * register.iter().max().unwrap_or(&0)).sum();
    if all == 0 { 1.0 } else { at_work as f64 / all as f64 }
}

/// The shares for the usual registers, in words.
#[must_use]
pub fn told(rounds: &[usize]) -> String {
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
        assert_eq!(told(&[3, 1, 2, 3]), "2.2 rounds a board, lanes at work: 75 % of 2, 75 % of 4, 38 % of 8");
    }
}

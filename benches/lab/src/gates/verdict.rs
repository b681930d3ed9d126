//! The verdict on a ratio: passed, failed, or too noisy to judge.

use std::fmt;

use anyhow::{Result, bail};

use setwise_rounds::Ratio;

/// A bound on a ratio of times. A ratio equal to the bound passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

#[derive(Debug, Clone)]
pub(crate) enum Verdict {
    Passed(Ratio),
    Failed(Ratio),
    /// The interval is too wide to judge: the gate has neither passed nor failed.
    TooNoisy(Ratio),
    /// The named contestant is not available on this machine.
    Skipped(String),
}

impl Bound {
    /// The greatest width of an interval that contains the bound of its gate and can still be judged. The width is the
    /// upper end divided by the lower end. On an idle machine, intervals are narrower. A wider interval cannot show
    /// whether a contestant does a tenth more work or no extra work.
    const WIDEST: f64 = 1.25;

    /// Judges a ratio by its median. The ratio is too noisy to judge if its interval contains the bound and is wider
    /// than [`WIDEST`](Self::WIDEST).
    pub(super) fn judge(self, ratio: Ratio) -> Verdict {
        let (Self::AtLeast(bound) | Self::AtMost(bound)) = self;
        let [low, high] = ratio.interval;
        if low < bound && bound < high && high > Self::WIDEST * low {
            return Verdict::TooNoisy(ratio);
        }
        let passes = match self {
            Self::AtLeast(bound) => ratio.median >= bound,
            Self::AtMost(bound) => ratio.median <= bound,
        };
        if passes { Verdict::Passed(ratio) } else { Verdict::Failed(ratio) }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(bound) => write!(f, "at least {bound:.2}"),
            Self::AtMost(bound) => write!(f, "at most {bound:.2}"),
        }
    }
}

/// Returns an error if a gate has failed or was too noisy to judge.
pub(crate) fn conclude<'a>(verdicts: impl IntoIterator<Item = &'a Verdict>) -> Result<()> {
    let (mut failed, mut noisy) = (0, 0);
    for verdict in verdicts {
        match verdict {
            Verdict::Failed(_) => failed += 1,
            Verdict::TooNoisy(_) => noisy += 1,
            Verdict::Passed(_) | Verdict::Skipped(_) => (),
        }
    }
    let gates = |count: usize| if count == 1 { "1 gate".to_string() } else { format!("{count} gates") };
    let repeat = format!("{} too noisy to judge: repeat on an idle machine", gates(noisy));
    match (failed, noisy) {
        (0, 0) => Ok(()),
        (0, _) => bail!("{repeat}"),
        (_, 0) => bail!("{} failed", gates(failed)),
        (_, _) => bail!("{} failed, {repeat}", gates(failed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the verdict on a ratio as a letter: `p` for passed, `f` for failed, `n` for too noisy.
    fn judged(bound: Bound, median: f64, interval: [f64; 2]) -> char {
        match bound.judge(Ratio { median, interval }) {
            Verdict::Passed(_) => 'p',
            Verdict::Failed(_) => 'f',
            Verdict::TooNoisy(_) => 'n',
            Verdict::Skipped(_) => 's',
        }
    }

    #[test]
    fn a_wide_interval_that_contains_the_bound_is_too_noisy() {
        let [least, most] = [Bound::AtLeast(0.97), Bound::AtMost(1.5)];
        assert_eq!(judged(least, 1.10, [0.44, 1.30]), 'n', "this case was once reported as passed");
        assert_eq!(judged(least, 0.80, [0.44, 1.30]), 'n', "noise does not make a gate fail either");
        assert_eq!(judged(most, 1.40, [1.20, 1.90]), 'n');
        assert_eq!([judged(least, 0.99, [0.95, 1.05]), judged(least, 0.96, [0.95, 1.05])], ['p', 'f'], "narrow");
        assert_eq!([judged(least, 2.0, [1.0, 4.0]), judged(least, 0.5, [0.2, 0.9])], ['p', 'f'], "wide, on one side");
        assert_eq!([judged(most, 0.5, [0.2, 0.9]), judged(most, 2.0, [1.6, 4.0])], ['p', 'f'], "wide, on one side");
    }

    #[test]
    fn what_is_too_noisy_is_counted_apart_and_fails() {
        let ratio = Ratio { median: 1.0, interval: [0.9, 1.1] };
        let [passed, failed, noisy] = [Verdict::Passed(ratio), Verdict::Failed(ratio), Verdict::TooNoisy(ratio)];
        let skipped = Verdict::Skipped("avx2".into());
        let message = |verdicts: &[&Verdict]| conclude(verdicts.iter().copied()).map_err(|error| error.to_string());
        assert_eq!(message(&[&passed, &skipped]), Ok(()));
        assert_eq!(message(&[&passed, &failed]).unwrap_err(), "1 gate failed");
        let repeat = "too noisy to judge: repeat on an idle machine";
        assert_eq!(message(&[&noisy, &noisy, &passed]).unwrap_err(), format!("2 gates {repeat}"));
        assert_eq!(message(&[&noisy, &failed]).unwrap_err(), format!("1 gate failed, 1 gate {repeat}"));
    }
}

//! The questions. Each is made only when it is measured, since boards that exceed the caches are large.

pub mod attacks;
pub mod counting;
mod forms;
pub mod fused;
mod latency;
pub mod parts;
pub mod patterns;
mod reading;
mod squares;

use crate::ask::Maker;

/// Returns every question of `cargo bench`, the most important first.
#[must_use]
pub fn headline() -> Vec<Maker> {
    let boards = [attacks::HEADLINE, latency::ALL, squares::ALL, patterns::HEADLINE, forms::ALL, fused::HEADLINE];
    [boards.concat().as_slice(), counting::HEADLINE, reading::ALL].concat()
}

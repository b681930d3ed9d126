//! The questions. Each is made only when it is measured, since boards that exceed the caches are large.

mod attacks;
mod axes;
mod counting;
mod files;
mod forms;
mod fused;
mod latency;
mod parts;
mod patterns;
mod reading;
mod squares;

use crate::ask::Maker;

/// Returns every question of `cargo bench`, the most important first.
#[must_use]
pub fn headline() -> Vec<Maker> {
    let boards = [attacks::HEADLINE, latency::ALL, squares::ALL, patterns::HEADLINE, forms::ALL, fused::HEADLINE];
    [boards.concat().as_slice(), counting::HEADLINE, reading::ALL, files::ALL].concat()
}

/// Returns every question: those of `cargo bench`, and those that only the laboratory measures.
#[must_use]
pub fn all() -> Vec<Maker> {
    [&headline(), attacks::MORE, axes::MORE, patterns::MORE, fused::MORE, counting::MORE].concat()
}

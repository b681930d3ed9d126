//! A program that does not compile, because a step of its leaper leaves the board from every square. The error messages
//! name the type and this file.

use setwise::patterns::leaper::{Leaper, LeaperAttacks};

#[derive(Clone, Copy)]
struct Rocket;

impl Leaper for Rocket {
    const STEPS: &'static [(u8, u8)] = &[(8, 1)];
}

fn main() {
    setwise::auto().map(LeaperAttacks::<Rocket>::new(), [&[0x42]], [&mut [0; 1]]);
}

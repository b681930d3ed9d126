//! Runs a kernel whose source the build script wrote, and compares its results with the results of the same kernel on a
//! backend of the library.

#![allow(dead_code, reason = "the functions for single instruction sets, and the form that only the proof needs")]

mod kernels;

/// The functions that the build script wrote.
mod written {
    include!(concat!(env!("OUT_DIR"), "/attacked_by_one.rs"));
}

fn main() {
    let white: Vec<u64> = (0..1001).map(|n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
    let black: Vec<u64> = white.iter().map(|set| set.rotate_left(21) & set.rotate_left(40)).collect();
    let (mut squares, mut expected) = (vec![0; white.len()], vec![0; white.len()]);
    written::attacked_by_one(&white, &black, &mut squares);
    setwise::auto().map(kernels::AttackedByOne, [&white, &black], [&mut expected]);
    assert!(squares == expected && squares.iter().any(|set| *set != 0));
    println!("{} boards are equal", squares.len());
}

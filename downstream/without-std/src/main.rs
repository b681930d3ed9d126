//! Prints what the `no_std` library of this package got.

fn main() {
    println!("auto {}, {} squares", without_std::backend(), without_std::attacked());
}

//! Prints the results of this package's `no_std` library.

fn main() {
    println!("auto {}, {} squares", without_std::backend(), without_std::attacked());
}

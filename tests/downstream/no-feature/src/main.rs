//! No feature: the baseline `scalar-prefix` is always compiled.

fn main() {
    println!("auto {}", setwise::auto().id());
}

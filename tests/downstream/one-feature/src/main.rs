//! One feature: `auto` is that backend, or the baseline `scalar-prefix` if the CPU cannot run it.

fn main() {
    println!("auto {}", setwise::auto().id());
}

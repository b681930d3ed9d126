//! One feature: `auto` is that backend, or the floor.

fn main() {
    println!("auto {}", setwise::auto().id());
}

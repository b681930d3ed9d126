//! No feature: the floor is always there.

fn main() {
    println!("auto {}", setwise::auto().id());
}

//! Two libraries in one graph enable different backends. Cargo unites their features, and both libraries get the same `auto`.

fn main() {
    let (auto_of_b, own_of_b) = dependent_b::auto_and_own();
    println!("a {}", dependent_a::auto());
    println!("b {auto_of_b}, its own by type: {own_of_b}");
}

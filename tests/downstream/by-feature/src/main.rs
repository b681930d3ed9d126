//! Prints the backends that ran, and the backend that `auto` returns. Without a feature, `auto` returns the baseline.
//! With features, `auto` returns the first backend in the documented order that can run. Cargo unites the features of
//! this program and of the library `dependent`, so `auto` returns the same backend in both.

fn main() {
    by_feature::run_on_each_backend(|id| println!("ran {id}"));
    println!("auto {}", setwise::auto().id());
    #[cfg(feature = "dependent")]
    println!("{:?}", dependent::auto_and_own());
}

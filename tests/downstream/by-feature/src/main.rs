//! Without a feature, `auto` is the baseline. Otherwise the documented order decides. Cargo unites the features of this
//! program with those of a library that enables another backend, and both get the same `auto`.

fn main() {
    by_feature::run_on_each_backend(|id| println!("ran {id}"));
    println!("auto {}", setwise::auto().id());
    #[cfg(feature = "dependent")]
    println!("{:?}", dependent::auto_and_own());
}

//! SQL over chess positions, on one machine or on a cluster.

fn main() {}

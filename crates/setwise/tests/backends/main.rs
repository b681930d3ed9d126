//! Tests of everything that depends on the CPU and on the features of the build: which backends exist, which one is
//! chosen, and whether each computes correct results. CI also runs these tests on emulated CPUs.

mod batch;
mod conformance;
mod lists;
mod parallel;
mod past_caches;
mod selection;
mod spec_popcount;
mod squares;

//! Tests of what depends on the CPU and on the features of the build: which backends exist, how one is chosen, and that
//! every backend computes every batch correctly. CI also runs these tests on emulated CPUs.

mod batch;
mod conformance;
mod parallel;
mod selection;
mod spec_popcount;
mod squares;

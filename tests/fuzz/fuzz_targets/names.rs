#![no_main]

#[path = "../properties/names.rs"]
mod names;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| names::check(bytes));

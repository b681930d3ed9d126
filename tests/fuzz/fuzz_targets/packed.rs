#![no_main]

#[path = "../properties/packed.rs"]
mod packed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| packed::check(bytes));

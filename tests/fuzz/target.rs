#![no_main]

#[path = "../properties/backends.rs"]
mod backends;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| backends::check(bytes));

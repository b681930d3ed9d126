#![no_main]

#[path = "../properties/reader.rs"]
mod reader;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| reader::check(bytes));

#![no_main]

#[path = "../properties/columns.rs"]
mod columns;

libfuzzer_sys::fuzz_target!(init: setwise_arrow::hide_panics_that_become_errors(), |bytes: &[u8]| columns::check(bytes));

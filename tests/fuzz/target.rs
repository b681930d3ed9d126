//! The fuzz targets. This file is compiled once for each target, and the name of the program selects the property.
#![no_main]

#[path = "properties/columns.rs"]
mod columns;
#[path = "properties/games.rs"]
mod games;
#[path = "properties/names.rs"]
mod names;
#[path = "properties/packed.rs"]
mod packed;
#[path = "../../crates/games/tests/all/plain.rs"]
mod plain;
#[path = "properties/reader.rs"]
mod reader;

libfuzzer_sys::fuzz_target!(init: setwise_arrow::hide_panics_that_become_errors(), |bytes: &[u8]| {
    match env!("CARGO_BIN_NAME") {
        "columns" => columns::check(bytes),
        "games" => games::check(bytes),
        "names" => names::check(bytes),
        "packed" => packed::check(bytes),
        _ => reader::check(bytes),
    }
});

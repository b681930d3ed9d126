//! The message about a name that no pattern or feature has, in the words of the program.

use std::ffi::{c_char, c_int};

use setwise_patterns::{Door, UnknownName};
use setwise_positions::features::Feature;

use crate::column::{Region, column_mut};
use crate::error::status;
use crate::handle;

/// `setwise_unknown_name_message` of `setwise.h`.
///
/// # Safety
///
/// The name must end with a NUL, and `text` must have `size` bytes, which nothing else reads or writes during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_unknown_name_message(name: *const c_char, text: *mut c_char, size: usize) -> c_int {
    status(|| {
        // SAFETY: the caller promises that the name ends with a NUL and is not written during the call.
        let name = unsafe { handle::text(name) }?.to_string_lossy();
        Region::of(text.cast_const(), size)?;
        let features = Feature::all().map(|feature| feature.to_string());
        let names: Vec<String> = Door::C.patterns().map(|pattern| pattern.to_string()).chain(features).collect();
        let message = UnknownName::new("pattern or feature", &name, &names).to_string();
        // SAFETY: the caller promises `size` bytes, which are only written.
        let text = unsafe { column_mut(text.cast::<u8>(), size) };
        let Some((end, start)) = text.split_last_mut() else { return Ok(()) };
        let written = (0..=start.len()).rev().find(|end| message.is_char_boundary(*end)).unwrap_or_default();
        start[..written].copy_from_slice(&message.as_bytes()[..written]);
        start[written..].fill(0);
        *end = 0;
        Ok(())
    })
}

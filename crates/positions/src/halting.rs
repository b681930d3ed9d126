//! A source for tests that returns a few bytes at a time, and an error at every other call.

use std::io::{self, Read};

/// A source of a text. Reading continues after an error. The first call is an error.
#[derive(Debug)]
pub(crate) struct Halting<'a> {
    text: &'a [u8],
    most: usize,
    halts: bool,
}

impl<'a> Halting<'a> {
    /// Returns a source of a text that returns at most `most` bytes at a time.
    pub(crate) fn new(text: &'a [u8], most: usize) -> Self {
        Self { text, most, halts: false }
    }
}

impl Read for Halting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.halts = !self.halts;
        let few = buffer.len().min(self.most);
        if self.halts { Err(io::ErrorKind::WouldBlock.into()) } else { self.text.read(&mut buffer[..few]) }
    }
}

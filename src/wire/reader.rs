//! A cursor over untrusted bytes.

use crate::error::{Error, Result};

/// Reads a message front to back; every failure names the message and the byte.
#[derive(Debug, Clone)]
pub(crate) struct Reader<'a> {
    message: &'static str,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(message: &'static str, bytes: &'a [u8]) -> Self {
        Reader { message, bytes, at: 0 }
    }

    pub(crate) fn fail<T>(&self, expected: &'static str) -> Result<T> {
        let (message, offset) = (self.message, self.at);
        Err(Error::Malformed { message, offset, expected })
    }

    pub(crate) fn magic(&mut self, magic: &[u8; 4], expected: &'static str) -> Result<()> {
        if !self.bytes[self.at..].starts_with(magic) {
            return self.fail(expected);
        }
        self.at += magic.len();
        Ok(())
    }

    pub(crate) fn byte(&mut self, expected: &'static str) -> Result<u8> {
        match self.bytes.get(self.at) {
            Some(&byte) => {
                self.at += 1;
                Ok(byte)
            }
            None => self.fail(expected),
        }
    }

    /// An unsigned LEB128 in its shortest form.
    pub(crate) fn varint(&mut self, expected: &'static str) -> Result<u64> {
        let mut value = 0u64;
        for index in 0..10 {
            let byte = self.byte(expected)?;
            if index == 9 && byte > 1 {
                return self.fail("a varint of at most 64 bits");
            }
            value |= u64::from(byte & 0x7f) << (7 * index);
            if byte & 0x80 == 0 {
                if byte == 0 && index > 0 {
                    return self.fail("a varint in its shortest form");
                }
                return Ok(value);
            }
        }
        self.fail("a varint of at most 10 bytes")
    }

    pub(crate) fn take(&mut self, length: u64, expected: &'static str) -> Result<&'a [u8]> {
        let left = &self.bytes[self.at..];
        match usize::try_from(length).ok().and_then(|n| left.get(..n)) {
            Some(part) => {
                self.at += part.len();
                Ok(part)
            }
            None => self.fail(expected),
        }
    }

    pub(crate) fn rest(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        self.at = self.bytes.len();
        rest
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.at == self.bytes.len()
    }

    pub(crate) fn end(&self) -> Result<()> {
        if self.is_empty() { Ok(()) } else { self.fail("the end of the message") }
    }
}

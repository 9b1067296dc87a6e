//! A bounded big-endian cursor. Every short read says what was needed, what was there, and where.

/// A read that ran past the end of the buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truncated {
    /// Octets the read asked for.
    pub need: usize,
    /// Octets that were left.
    pub have: usize,
    /// Offset of the read in the buffer.
    pub at: usize,
}

/// Reads big-endian fields from the front of a buffer.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    buffer: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `buffer`.
    pub const fn new(buffer: &'a [u8]) -> Self {
        Self { buffer, at: 0 }
    }

    /// Offset of the next octet.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Octets not yet read.
    pub fn rest(&self) -> &'a [u8] {
        self.buffer.get(self.at..).unwrap_or_default()
    }

    /// How many octets are left.
    pub fn left(&self) -> usize {
        self.rest().len()
    }

    /// Takes `count` octets.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Truncated> {
        let rest = self.rest();
        let Some(taken) = rest.get(..count) else {
            return Err(Truncated { need: count, have: rest.len(), at: self.at });
        };
        self.at = self.at.saturating_add(count);
        Ok(taken)
    }

    /// Takes `N` octets as an array.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Truncated> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N)?);
        Ok(out)
    }

    /// Takes one octet.
    pub fn u8(&mut self) -> Result<u8, Truncated> {
        self.array::<1>().map(|[octet]| octet)
    }

    /// Takes a 16-bit number.
    pub fn u16(&mut self) -> Result<u16, Truncated> {
        self.array().map(u16::from_be_bytes)
    }

    /// Takes a 32-bit number.
    pub fn u32(&mut self) -> Result<u32, Truncated> {
        self.array().map(u32::from_be_bytes)
    }

    /// Takes a 64-bit number.
    pub fn u64(&mut self) -> Result<u64, Truncated> {
        self.array().map(u64::from_be_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_read_says_need_have_and_where() {
        let mut reader = Reader::new(&[1, 2, 3]);
        assert_eq!(reader.u16(), Ok(0x0102));
        assert_eq!(reader.u32(), Err(Truncated { need: 4, have: 1, at: 2 }));
        assert_eq!(reader.u8(), Ok(3));
        assert_eq!(reader.left(), 0);
    }
}

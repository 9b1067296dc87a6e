//! Connection ids.

/// Octets of the longest connection id of versions 1 and 2.
pub const LONGEST: usize = 20;

/// A connection id: up to twenty octets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cid {
    len: u8,
    octets: [u8; LONGEST],
}

impl Cid {
    /// The id of these octets; `None` when there are more than twenty.
    pub fn new(octets: &[u8]) -> Option<Self> {
        let mut out = Self { len: u8::try_from(octets.len()).ok()?, ..Self::default() };
        out.octets.get_mut(..octets.len())?.copy_from_slice(octets);
        Some(out)
    }

    /// Its octets.
    pub fn as_slice(&self) -> &[u8] {
        self.octets.get(..self.len()).unwrap_or_default()
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none: then addresses alone name the connection.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl std::fmt::Debug for Cid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cid:")?;
        self.as_slice().iter().try_for_each(|octet| write!(f, "{octet:02x}"))
    }
}

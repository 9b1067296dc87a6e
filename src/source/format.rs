//! What a file is, by its first octets.

/// Octets at the front that tell formats apart.
pub(super) const MAGIC_LEN: usize = 4;

/// Octet order of a file's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Little,
    Big,
}

impl Order {
    /// The 16-bit number at `at`; 0 beyond the end.
    pub(super) fn u16(self, octets: &[u8], at: usize) -> u16 {
        let field = array_at(octets, at);
        if self == Self::Little { u16::from_le_bytes(field) } else { u16::from_be_bytes(field) }
    }

    /// The 32-bit number at `at`; 0 beyond the end.
    pub(super) fn u32(self, octets: &[u8], at: usize) -> u32 {
        let field = array_at(octets, at);
        if self == Self::Little { u32::from_le_bytes(field) } else { u32::from_be_bytes(field) }
    }

    /// The 64-bit number at `at`; 0 beyond the end.
    pub(super) fn u64(self, octets: &[u8], at: usize) -> u64 {
        let field = array_at(octets, at);
        if self == Self::Little { u64::from_le_bytes(field) } else { u64::from_be_bytes(field) }
    }
}

fn array_at<const N: usize>(octets: &[u8], at: usize) -> [u8; N] {
    octets.get(at..).and_then(<[u8]>::first_chunk).copied().unwrap_or([0; N])
}

/// A capture format that is read here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// The classic format: octet order, whether fractions are nanoseconds, octets of a record header.
    Pcap { order: Order, nanos: bool, record_len: usize },
    /// Blocks.
    Pcapng,
}

impl Format {
    /// The format that begins with `magic`.
    pub(super) const fn of(magic: [u8; MAGIC_LEN]) -> Option<Self> {
        let (order, nanos, record_len) = match magic {
            [0x0a, 0x0d, 0x0d, 0x0a] => return Some(Self::Pcapng),
            [0xd4, 0xc3, 0xb2, 0xa1] => (Order::Little, false, 16),
            [0xa1, 0xb2, 0xc3, 0xd4] => (Order::Big, false, 16),
            [0x4d, 0x3c, 0xb2, 0xa1] => (Order::Little, true, 16),
            [0xa1, 0xb2, 0x3c, 0x4d] => (Order::Big, true, 16),
            // The records of this variant have eight octets more.
            [0x34, 0xcd, 0xb2, 0xa1] => (Order::Little, false, 24),
            [0xa1, 0xb2, 0xcd, 0x34] => (Order::Big, false, 24),
            _ => return None,
        };
        Some(Self::Pcap { order, nanos, record_len })
    }
}

/// Whether this is gzip.
pub(super) fn is_gzip(front: &[u8]) -> bool {
    front.starts_with(&[0x1f, 0x8b])
}

/// What a file that is no capture begins with, in words.
pub(super) fn describe(front: &[u8]) -> String {
    const KNOWN: [(&[u8], &str); 8] = [
        (b"PK\x03\x04", "a zip archive"),
        (b"\xfd7zXZ", "xz-compressed"),
        (b"\x28\xb5\x2f\xfd", "zstd-compressed"),
        (b"BZh", "bzip2-compressed"),
        (b"snoop\0", "a snoop capture"),
        (b"\x7fELF", "a program"),
        (b"%PDF", "a PDF document"),
        (b"{", "JSON text"),
    ];
    if let Some((_, words)) = KNOWN.iter().find(|(magic, _)| front.starts_with(magic)) {
        return (*words).to_owned();
    }
    if front.iter().all(|&octet| octet.is_ascii_graphic() || octet.is_ascii_whitespace()) {
        return "text".to_owned();
    }
    let hex: Vec<String> = front.iter().take(MAGIC_LEN).map(|octet| format!("{octet:02x}")).collect();
    format!("it begins with {}", hex.join(" "))
}

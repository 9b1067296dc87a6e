//! Fields at fixed places of a header.

/// The octet at `at`.
pub(super) fn u8_at(octets: &[u8], at: usize) -> Option<u8> {
    octets.get(at).copied()
}

/// The big-endian 16-bit number at `at`.
pub(super) fn u16_at(octets: &[u8], at: usize) -> Option<u16> {
    array_at(octets, at).map(u16::from_be_bytes)
}

/// The big-endian 32-bit number at `at`.
pub(super) fn u32_at(octets: &[u8], at: usize) -> Option<u32> {
    array_at(octets, at).map(u32::from_be_bytes)
}

/// `N` octets from `at`.
pub(super) fn array_at<const N: usize>(octets: &[u8], at: usize) -> Option<[u8; N]> {
    octets.get(at..)?.first_chunk().copied()
}

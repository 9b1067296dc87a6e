//! Packet numbers: how the few octets on the wire become the whole number [RFC 9000 §A.3].

/// The number nearest to `expected` that ends in the `octets` octets of `truncated`.
pub(super) fn decode(expected: u64, truncated: u64, octets: u32) -> u64 {
    let window = window(octets);
    let half = window / 2;
    let candidate = expected & !window.wrapping_sub(1) | truncated;
    if candidate.saturating_add(half) <= expected {
        candidate.saturating_add(window)
    } else if candidate > expected.saturating_add(half) {
        candidate.checked_sub(window).unwrap_or(candidate)
    } else {
        candidate
    }
}

/// How many numbers that many octets tell apart.
pub(super) const fn window(octets: u32) -> u64 {
    1 << (if octets > 4 { 4 } else { octets }).saturating_mul(8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_the_example_of_the_rfc_and_the_edges_of_the_window() {
        assert_eq!(decode(0xa82f_30eb, 0x9b32, 2), 0xa82f_9b32);
        assert_eq!(decode(0, 5, 1), 5);
        assert_eq!(decode(0, 0xff, 1), 0xff);
        assert_eq!(decode(256, 0xff, 1), 255);
        assert_eq!(decode(300, 0x00, 1), 256);
        assert_eq!(decode(500, 0x00, 1), 512);
    }
}

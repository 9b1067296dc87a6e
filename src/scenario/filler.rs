//! Octets that stand for randomness and for key material nobody needs to have: all of them follow from a label and a number.

use crate::crypto::digest::sha256;

/// Modulus of ML-KEM: every coefficient of an encapsulation key lies below it (FIPS 203, section 7.2).
const MODULUS: u16 = 3329;

/// Base point of P-384, uncompressed: a point on the curve for shares that nobody computes with.
const P384_POINT: &str = concat!(
    "04aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7",
    "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f"
);

/// `len` octets that follow from `label` and `number`.
pub(super) fn octets(label: &str, number: usize, len: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(len + 32);
    let mut block = 0_u64;
    while out.len() < len {
        let mut seed = label.as_bytes().to_vec();
        seed.extend_from_slice(&(number as u64).to_be_bytes());
        seed.extend_from_slice(&block.to_be_bytes());
        out.extend_from_slice(&sha256(&seed));
        block += 1;
    }
    out.truncate(len);
    out
}

/// A 32-octet seed.
pub(super) fn seed(label: &str, number: usize) -> [u8; 32] {
    let mut out = [0; 32];
    out.copy_from_slice(&octets(label, number, 32));
    out
}

/// An ML-KEM encapsulation key of `rank` polynomials whose coefficients are in range.
pub(super) fn encapsulation_key(label: &str, number: usize, rank: usize) -> Vec<u8> {
    let pairs = rank * 128;
    let raw = octets(label, number, pairs * 4 + 32);
    let (coefficients, rho) = raw.split_at(pairs * 4);
    let mut out = Vec::with_capacity(rank * 384 + 32);
    for four in coefficients.chunks_exact(4) {
        let low = u16::from_be_bytes([four[0], four[1]]) % MODULUS;
        let high = u16::from_be_bytes([four[2], four[3]]) % MODULUS;
        let packed = (u32::from(low) | u32::from(high) << 12).to_le_bytes();
        out.extend_from_slice(&packed[..3]);
    }
    out.extend_from_slice(rho);
    out
}

/// The X25519 half of a share: canonical and, being a hash value, no point of low order.
pub(super) fn x25519(label: &str, number: usize) -> Vec<u8> {
    let mut out = octets(label, number, 32);
    out[31] &= 0x7F;
    out
}

/// The P-384 half of a share.
pub(super) fn p384() -> Vec<u8> {
    crate::base::text::unhex(P384_POINT).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encapsulation_key_has_the_size_and_range_of_fips_203() {
        for (rank, size) in [(3, 1184), (4, 1568)] {
            let key = encapsulation_key("test", 0, rank);
            assert_eq!(key.len(), size);
            for three in key[..size - 32].chunks_exact(3) {
                let low = u16::from(three[0]) | u16::from(three[1] & 0x0F) << 8;
                let high = u16::from(three[1] >> 4) | u16::from(three[2]) << 4;
                assert!(low < MODULUS && high < MODULUS);
            }
        }
        assert_eq!(p384().len(), 97);
    }
}

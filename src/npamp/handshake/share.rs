//! What a KEM share shows of itself [FIPS 203 §7.2].

/// Modulus of ML-KEM.
const MODULUS: u16 = 3329;
/// Octets of the seed behind the coefficients of an encapsulation key.
const SEED_LEN: usize = 32;

/// Whether every coefficient of an encapsulation key lies below the modulus. Octets that are none pass only by a rare chance.
pub fn is_encapsulation_key(key: &[u8]) -> bool {
    let Some(packed) = key.len().checked_sub(SEED_LEN).and_then(|end| key.get(..end)) else { return false };
    let (triples, rest) = packed.as_chunks::<3>();
    rest.is_empty()
        && !triples.is_empty()
        && triples.iter().all(|[first, second, third]| {
            let low = u16::from(*first) | u16::from(*second & 0x0F) << 8;
            let high = u16::from(*second >> 4) | u16::from(*third) << 4;
            low < MODULUS && high < MODULUS
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_beyond_the_modulus_are_no_key() {
        assert!(is_encapsulation_key(&[0; 1184]));
        assert!(!is_encapsulation_key(&[0xFF; 1184]));
        assert!(!is_encapsulation_key(&[0; 1185]), "a coefficient is cut");
        assert!(!is_encapsulation_key(&[0; 32]), "no coefficients");
    }
}

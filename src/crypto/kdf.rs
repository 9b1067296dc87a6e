//! HKDF and the labelled expansion of the key schedule [core §7.4, binding §5].

use ring::hkdf;

use super::digest::Hash;
use crate::base::secret::Secret;

/// Label prefix of N-PAMP; the space belongs to it.
pub const NPAMP_PREFIX: &str = "n-pamp ";
/// Label prefix of TLS 1.3.
pub const TLS13_PREFIX: &str = "tls13 ";

/// HKDF-Extract.
pub fn extract(hash: Hash, salt: &[u8], ikm: &[u8]) -> Secret {
    Secret::new(hash.hmac(salt, ikm))
}

/// HKDF-Expand-Label with the N-PAMP prefix.
pub fn expand_label(hash: Hash, secret: &[u8], label: &str, context: &[u8], len: usize) -> Secret {
    expand_with_prefix(hash, secret, NPAMP_PREFIX, label, context, len)
}

/// HKDF-Expand-Label with any prefix. Empty when `len` is beyond what HKDF can give.
pub fn expand_with_prefix(hash: Hash, secret: &[u8], prefix: &str, label: &str, context: &[u8], len: usize) -> Secret {
    let size = u16::try_from(len).unwrap_or(u16::MAX).to_be_bytes();
    let label_len = [u8::try_from(prefix.len() + label.len()).unwrap_or(u8::MAX)];
    let context_len = [u8::try_from(context.len()).unwrap_or(u8::MAX)];
    expand(hash, secret, &[&size[..], &label_len, prefix.as_bytes(), label.as_bytes(), &context_len, context], len)
}

/// HKDF-Expand of an info that lies in parts. Empty when `len` is beyond what HKDF can give.
pub fn expand(hash: Hash, secret: &[u8], info: &[&[u8]], len: usize) -> Secret {
    struct Len(usize);
    impl hkdf::KeyType for Len {
        fn len(&self) -> usize {
            self.0
        }
    }
    let mut out = vec![0; len];
    let filled = hkdf::Prk::new_less_safe(hash.hkdf_algorithm(), secret).expand(info, Len(len)).and_then(|okm| okm.fill(&mut out));
    if filled.is_err() {
        out.clear();
    }
    Secret::new(out)
}

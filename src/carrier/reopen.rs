//! Opens units of a carrier once more, when octets are read back from the capture.

use super::seal::Seal;
use super::tls;

/// The opened octets of unit `number`, whose octets as captured are `unit`.
pub fn reopen(seal: &Seal, number: u64, unit: Vec<u8>) -> Option<Vec<u8>> {
    match seal {
        Seal::Tls { cipher, secret } => tls::reopen(*cipher, secret, number, unit),
        Seal::Quic(seal) => seal.reopen(number, &unit),
    }
}

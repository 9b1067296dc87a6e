//! The running transcript [binding §3]: two octets of frame type, then the TLVs as on the wire; nothing else of a frame.

use crate::crypto::digest::Hash;
use crate::spec::frame_type::FrameType;

/// Everything absorbed so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transcript {
    octets: Vec<u8>,
}

impl Transcript {
    /// Begins a frame.
    pub fn frame(&mut self, frame_type: FrameType) {
        self.octets.extend_from_slice(&frame_type.0.to_be_bytes());
    }

    /// Absorbs TLVs: types, lengths and values as on the wire.
    pub fn tlvs(&mut self, octets: &[u8]) {
        self.octets.extend_from_slice(octets);
    }

    /// The hash of everything absorbed.
    pub fn point(&self, hash: Hash) -> Vec<u8> {
        hash.digest(&self.octets)
    }
}

/// The five hashes that keys, signatures and MACs cover; `None` where the capture does not reach.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Points {
    /// After the last TLV of `SERVER_HELLO`.
    pub kem: Option<Vec<u8>>,
    /// After the server's `IdentityKey`.
    pub server_identity: Option<Vec<u8>>,
    /// After the server's `CertVerify`.
    pub server_cert_verify: Option<Vec<u8>>,
    /// After the client's `IdentityKey`.
    pub client_identity: Option<Vec<u8>>,
    /// After the client's `CertVerify`.
    pub client_cert_verify: Option<Vec<u8>>,
}

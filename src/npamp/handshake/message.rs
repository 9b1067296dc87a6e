//! The four frames and what their bodies say.

use crate::base::direction::Direction;
use crate::npamp::tlv::TlvBody;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::profile::Profile;
use crate::spec::suite::{Kem, Signature, Suite};
use crate::spec::tlv::TlvType;

/// One of the four handshake frames, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HandshakeKind {
    /// First, from the client, clear.
    ClientHello,
    /// Second, from the server, clear.
    ServerHello,
    /// Third, from the server, sealed under the handshake key.
    ServerAuth,
    /// Fourth, from the client, sealed under the handshake key.
    ClientAuth,
}

impl HandshakeKind {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::ClientHello, Self::ServerHello, Self::ServerAuth, Self::ClientAuth];

    /// The kind of a frame; `None` for frames that are not of the handshake.
    pub const fn of(channel: Channel, frame_type: FrameType) -> Option<Self> {
        match (channel, frame_type) {
            (Channel::CONTROL, FrameType::CLIENT_HELLO) => Some(Self::ClientHello),
            (Channel::CONTROL, FrameType::SERVER_HELLO) => Some(Self::ServerHello),
            (Channel::CONTROL, FrameType::SERVER_AUTH) => Some(Self::ServerAuth),
            (Channel::CONTROL, FrameType::CLIENT_AUTH) => Some(Self::ClientAuth),
            _ => None,
        }
    }

    /// 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its frame type.
    pub const fn frame_type(self) -> FrameType {
        match self {
            Self::ClientHello => FrameType::CLIENT_HELLO,
            Self::ServerHello => FrameType::SERVER_HELLO,
            Self::ServerAuth => FrameType::SERVER_AUTH,
            Self::ClientAuth => FrameType::CLIENT_AUTH,
        }
    }

    /// The direction it may travel in.
    pub const fn direction(self) -> Direction {
        match self {
            Self::ClientHello | Self::ClientAuth => Direction::C2s,
            Self::ServerHello | Self::ServerAuth => Direction::S2c,
        }
    }

    /// Whether it is sealed.
    pub const fn is_auth(self) -> bool {
        matches!(self, Self::ServerAuth | Self::ClientAuth)
    }

    /// Exactly these TLVs, in this order [binding §1].
    pub const fn tlvs(self) -> &'static [TlvType] {
        match self {
            Self::ClientHello => &[TlvType::PROFILE_OFFER, TlvType::KEM_OFFER, TlvType::SIG_OFFER, TlvType::AEAD_OFFER, TlvType::KEM_SHARE],
            Self::ServerHello => {
                &[TlvType::PROFILE_SELECT, TlvType::KEM_SELECT, TlvType::SIG_SELECT, TlvType::AEAD_SELECT, TlvType::KEM_CIPHERTEXT]
            }
            Self::ServerAuth | Self::ClientAuth => &[TlvType::IDENTITY_KEY, TlvType::CERT_VERIFY, TlvType::FINISHED],
        }
    }
}

/// What a `CLIENT_HELLO` offers, as far as it can be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Offers {
    /// Profiles.
    pub profiles: Vec<Profile>,
    /// Key encapsulation mechanisms.
    pub kems: Vec<Kem>,
    /// Signature schemes.
    pub signatures: Vec<Signature>,
    /// Suites.
    pub suites: Vec<Suite>,
}

impl Offers {
    /// Reads a `CLIENT_HELLO` body.
    pub fn read(tlvs: &TlvBody, body: &[u8]) -> Self {
        let codes = |ty| pairs(tlvs.value(ty, body).unwrap_or_default());
        Self {
            profiles: tlvs.value(TlvType::PROFILE_OFFER, body).unwrap_or_default().iter().map(|code| Profile(*code)).collect(),
            kems: codes(TlvType::KEM_OFFER).map(Kem).collect(),
            signatures: codes(TlvType::SIG_OFFER).map(Signature).collect(),
            suites: codes(TlvType::AEAD_OFFER).map(Suite).collect(),
        }
    }
}

/// What a `SERVER_HELLO` selects, as far as it can be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// Profile.
    pub profile: Option<Profile>,
    /// Key encapsulation mechanism.
    pub kem: Option<Kem>,
    /// Signature scheme.
    pub signature: Option<Signature>,
    /// Suites, primary first.
    pub suites: Vec<Suite>,
}

impl Selection {
    /// Reads a `SERVER_HELLO` body.
    pub fn read(tlvs: &TlvBody, body: &[u8]) -> Self {
        let code = |ty| tlvs.value(ty, body).and_then(|value| value.try_into().ok()).map(u16::from_be_bytes);
        Self {
            profile: tlvs.value(TlvType::PROFILE_SELECT, body).and_then(<[u8]>::first).map(|code| Profile(*code)),
            kem: code(TlvType::KEM_SELECT).map(Kem),
            signature: code(TlvType::SIG_SELECT).map(Signature),
            suites: pairs(tlvs.value(TlvType::AEAD_SELECT, body).unwrap_or_default()).map(Suite).collect(),
        }
    }
}

/// The 16-bit numbers of a list; an odd last octet is left out.
pub fn pairs(value: &[u8]) -> impl Iterator<Item = u16> + '_ {
    value.chunks_exact(2).filter_map(|pair| pair.try_into().ok()).map(u16::from_be_bytes)
}

/// The key-log identity: the last 32 octets of a KEMShare.
pub fn identity_of(share: &[u8]) -> Option<[u8; 32]> {
    share.last_chunk().copied()
}

//! Why a frame does not open although its key is known: the mistakes that senders make, tried one by one.

use crate::base::direction::Direction;
use crate::crypto::aead::TAG_LEN;
use crate::crypto::kdf::TLS13_PREFIX;
use crate::npamp::handshake::schedule::{hash_of, record_key_with_prefix, traffic_with_prefix};
use crate::npamp::header::{COVERED_LEN, HEADER_LEN, Header};
use crate::spec::channel::Channel;

use super::Keyring;
use super::opening::Probe;
use super::roots::scope;
use super::slot::{ScopeKey, open_with};

/// Largest frame probed: a probe costs some dozen openings.
const MOST_OCTETS: usize = 256 << 10;
/// Octets of the header in front of the payload length.
const LENGTH_AT: usize = 17;

impl Keyring {
    /// What would have opened the frame. Nothing is remembered: the frame stays sealed.
    pub(super) fn probe(&mut self, direction: Direction, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> Option<Probe> {
        if wire.len() > MOST_OCTETS || self.slot(direction, header.channel).keys.is_empty() {
            return None;
        }
        self.probes_left = self.probes_left.checked_sub(1)?;
        let found = self
            .probe_scopes(direction, header, wire, out)
            .or_else(|| self.probe_forms(direction, header, wire, out))
            .or_else(|| self.probe_labels(direction, header, wire, out));
        out.clear();
        found
    }

    /// Keys of other channels and of the other direction: those in use, and those of epoch 0 that a sender may have at hand.
    fn probe_scopes(&self, direction: Direction, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> Option<Probe> {
        let own = (direction, header.channel);
        let probe = |key: &ScopeKey| {
            let scope = key.scope;
            Probe::OtherScope { direction: scope.direction, channel: scope.channel, epoch: key.epoch() }
        };
        let in_use = Direction::BOTH.into_iter().flat_map(|side| &self.sides.of(side).slots).flat_map(|slot| &slot.keys);
        let mut others = in_use.filter(|key| (key.scope.direction, key.scope.channel) != own);
        if let Some(key) = others.find(|key| key.opens(header.seq, wire, out)) {
            return Some(probe(key));
        }
        let near = [(direction.flip(), header.channel), (direction, Channel::CONTROL), (direction, Channel::BRIDGE)];
        near.into_iter().filter(|place| *place != own).find_map(|(direction, channel)| {
            let generation = self.sides.of(direction).generation;
            self.suites().into_iter().find_map(|suite| {
                let place = scope(direction, 0, suite, channel);
                let keys = self.roots.traffic(generation, &place).into_iter().filter_map(|secret| ScopeKey::new(generation, place, secret));
                keys.into_iter().find(|key| key.opens(header.seq, wire, out)).map(|key| probe(&key))
            })
        })
    }

    /// Other associated data, other nonces.
    fn probe_forms(&mut self, direction: Direction, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> Option<Probe> {
        let covered = wire.get(..COVERED_LEN)?;
        let payload = wire.get(HEADER_LEN..)?;
        let mut untagged = covered.to_vec();
        untagged.truncate(LENGTH_AT);
        untagged.extend_from_slice(&header.payload_len.saturating_sub(u32::try_from(TAG_LEN).unwrap_or(u32::MAX)).to_be_bytes());
        let forms: [(&[u8], &'static str); 3] = [
            (wire.get(..HEADER_LEN)?, "all 36 octets of the header"),
            (&untagged, "a payload length without the tag"),
            (&[], "no associated data"),
        ];
        let slot = self.slot(direction, header.channel);
        for key in &slot.keys {
            let nonce = key.key.nonce(header.seq);
            let aad = forms.iter().find(|(aad, _)| open_with(&key.key, nonce, aad, payload, out));
            if let Some((_, name)) = aad {
                return Some(Probe::AadVariant(name));
            }
            let nonce =
                nonces(nonce, key.key.nonce(0), header).into_iter().find(|(nonce, _)| open_with(&key.key, *nonce, covered, payload, out));
            if let Some((_, name)) = nonce {
                return Some(Probe::NonceVariant(name));
            }
        }
        None
    }

    fn probe_labels(&mut self, direction: Direction, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> Option<Probe> {
        let generation = self.sides.of(direction).generation;
        let epoch = self.slot(direction, header.channel).epoch;
        let (covered, payload) = (wire.get(..COVERED_LEN)?, wire.get(HEADER_LEN..)?);
        let opens = self.suites().into_iter().any(|suite| {
            let place = scope(direction, epoch, suite, header.channel);
            let secrets = self.roots.derive(direction, generation, |hash, root| traffic_with_prefix(hash, root, TLS13_PREFIX, &place));
            secrets.iter().any(|secret| {
                let key = hash_of(secret.expose()).and_then(|hash| record_key_with_prefix(hash, suite, TLS13_PREFIX, secret.expose()));
                key.is_some_and(|key| open_with(&key, key.nonce(header.seq), covered, payload, out))
            })
        });
        opens.then_some(Probe::Tls13Label)
    }
}

/// Nonces that a sender may have made instead of the right one.
fn nonces(right: [u8; 12], iv: [u8; 12], header: &Header) -> [([u8; 12], &'static str); 4] {
    let xor = |base: [u8; 12], at: usize, octets: &[u8]| {
        let mut nonce = base;
        for (octet, mask) in nonce.iter_mut().skip(at).zip(octets) {
            *octet ^= mask;
        }
        nonce
    };
    let channel = header.channel.0.to_be_bytes();
    [
        (xor(iv, 4, &header.seq.to_le_bytes()), "the sequence number in little-endian order"),
        (xor(right, 0, &channel), "the channel mixed into the nonce"),
        (xor(right, 2, &channel), "the channel mixed into the nonce"),
        (xor(iv, 0, &header.seq.to_be_bytes()), "the sequence number padded at the right"),
    ]
}

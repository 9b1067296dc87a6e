//! Taking the protection off a packet [RFC 9001 §5.3, §5.4].

use bytes::Bytes;

use crate::crypto::aead::{RecordKey, TAG_LEN};
use crate::crypto::mask::{HeaderKey, SAMPLE_LEN};

use super::packet::LONG;

/// Octets of the longest packet number.
const LONGEST_NUMBER: usize = 4;
/// The reserved bits of a short header.
const RESERVED_SHORT: u8 = 0x18;
/// The key phase bit of a short header.
const KEY_PHASE: u8 = 0x04;

/// A header without its mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unmasked {
    /// The first octet.
    pub(super) first: u8,
    /// The packet number as far as it was sent.
    pub(super) truncated: u64,
}

impl Unmasked {
    /// Octets of the packet number.
    pub(super) fn number_len(&self) -> u32 {
        u32::from(self.first & 3).saturating_add(1)
    }

    /// The key phase of a short header.
    pub(super) const fn key_phase(&self) -> bool {
        self.first & KEY_PHASE != 0
    }

    /// Whether the reserved bits of a short header are clear, as they must be: a cheap doubt about a guessed key.
    pub(super) const fn is_plausible(&self) -> bool {
        self.first & RESERVED_SHORT == 0
    }
}

/// How a packet is opened again: what its masked header does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sealed {
    /// The whole packet number.
    pub number: u64,
    /// Where the packet number begins in the packet.
    pub number_at: u16,
    /// The first octet without its mask.
    pub first: u8,
}

/// Takes the mask off the header of a packet whose number begins at `number_at`; `None` when it is too short to have been sealed.
pub(super) fn unmask(key: &HeaderKey, packet: &[u8], number_at: usize) -> Option<Unmasked> {
    let sample: &[u8; SAMPLE_LEN] = packet.get(number_at.checked_add(LONGEST_NUMBER)?..)?.first_chunk()?;
    let [first_mask, number_mask @ ..] = key.mask(sample);
    let first = *packet.first()?;
    let first = first ^ first_mask & if first & LONG == 0 { 0x1f } else { 0x0f };
    let len = usize::from(first & 3).saturating_add(1);
    let mut truncated = 0;
    for (octet, mask) in packet.get(number_at..)?.iter().zip(number_mask).take(len) {
        truncated = truncated << 8 | u64::from(octet ^ mask);
    }
    Some(Unmasked { first, truncated })
}

/// Opens a packet, which must end where it does on the wire. `None` when the key or the number is not the packet's.
pub fn open(key: &RecordKey, packet: &[u8], sealed: Sealed) -> Option<Bytes> {
    let len = usize::from(sealed.first & 3).saturating_add(1);
    let number_at = usize::from(sealed.number_at);
    let payload_at = number_at.checked_add(len)?;
    let mut header = packet.get(..payload_at)?.to_vec();
    let number = sealed.number.to_be_bytes();
    *header.first_mut()? = sealed.first;
    header.get_mut(number_at..)?.copy_from_slice(number.get(number.len().checked_sub(len)?..)?);
    let mut payload = packet.get(payload_at..)?.to_vec();
    let plain = key.open(key.nonce(sealed.number), &header, &mut payload)?.len();
    payload.truncate(plain);
    Some(payload.into())
}

/// Seals a packet whose header is in the clear and ends with its number, and masks the header: the inverse of [`open`], for made traffic.
pub fn seal(key: &RecordKey, mask: &HeaderKey, header: &[u8], number: u64, payload: &[u8]) -> Vec<u8> {
    let mut plain = payload.to_vec();
    key.seal(key.nonce(number), header, &mut plain);
    let mut packet = header.to_vec();
    packet.append(&mut plain);
    let first = header.first().copied().unwrap_or_default();
    let len = usize::from(first & 3).saturating_add(1);
    let number_at = header.len().saturating_sub(len);
    let sample = packet.get(number_at.saturating_add(LONGEST_NUMBER)..).and_then(|rest| rest.first_chunk::<SAMPLE_LEN>());
    let [first_mask, number_mask @ ..] = sample.map(|sample| mask.mask(sample)).unwrap_or_default();
    for (octet, mask) in packet.iter_mut().skip(number_at).take(len).zip(number_mask) {
        *octet ^= mask;
    }
    if let Some(octet) = packet.first_mut() {
        *octet ^= first_mask & if first & LONG == 0 { 0x1f } else { 0x0f };
    }
    packet
}

/// Octets of the shortest packet behind `number_at` that can be sealed.
pub(super) const SHORTEST: usize = LONGEST_NUMBER + TAG_LEN;

//! The hellos of made TLS.

use super::Tls;
use crate::scenario::filler;

/// Random of what asks for another `ClientHello`.
pub(super) const RETRY: [u8; 32] = [
    0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91, 0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB,
    0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
];

impl Tls {
    /// The body of a `ClientHello`. `own`: the protocol of the association.
    pub(super) fn client_hello(&self, own: &str, early: bool) -> Vec<u8> {
        let offered = self.plan.alpn_offered.clone().unwrap_or_else(|| vec![own.to_owned()]);
        let mut extensions = extension(0, &[0, 8, 0, 0, 5, b'p', b'e', b'e', b'r', b's']);
        extensions.extend(extension(43, &[4, 3, 4, 3, 3]));
        extensions.extend(extension(51, &sized(&[&[0, 0x1D][..], &sized(&filler::octets("key share", self.number, 32))].concat())));
        if !offered.is_empty() {
            extensions.extend(extension(16, &list(&offered)));
        }
        if early {
            extensions.extend(extension(42, &[]));
        }
        if self.plan.resumed || early {
            extensions.extend(extension(41, &filler::octets("binder", self.number, 60)));
        }
        let mut body = vec![3, 3];
        body.extend(self.random);
        body.push(32);
        body.extend(filler::octets("session id", self.number, 32));
        body.extend([0, 6, 0x13, 0x01, 0x13, 0x02, 0x13, 0x03, 1, 0]);
        body.extend(sized(&extensions));
        body
    }

    /// The body of a `ServerHello`.
    pub(super) fn server_hello(&self, own: &str, random: &[u8; 32]) -> Vec<u8> {
        let mut extensions = Vec::new();
        if self.plan.version >= 0x0304 {
            extensions.extend(extension(43, &self.plan.version.to_be_bytes()));
            extensions.extend(extension(51, &[&[0, 0x1D][..], &sized(&filler::octets("server share", self.number, 32))].concat()));
        } else if let Some(name) = self.plan.alpn.clone().unwrap_or_else(|| Some(own.to_owned())) {
            extensions.extend(extension(16, &list(&[name])));
        }
        if self.plan.resumed {
            extensions.extend(extension(41, &[0, 0]));
        }
        let mut body = self.plan.version.min(0x0303).to_be_bytes().to_vec();
        body.extend(random);
        body.push(0);
        body.extend(self.plan.suite.0.to_be_bytes());
        body.push(0);
        body.extend(sized(&extensions));
        body
    }
}

/// An extension.
pub(super) fn extension(kind: u16, body: &[u8]) -> Vec<u8> {
    [&kind.to_be_bytes()[..], &sized(body)].concat()
}

/// A list of protocol names.
pub(super) fn list(names: &[String]) -> Vec<u8> {
    let each = names.iter().flat_map(|name| {
        let length = u8::try_from(name.len()).unwrap_or(u8::MAX);
        std::iter::once(length).chain(name.bytes())
    });
    sized(&each.collect::<Vec<u8>>())
}

/// Octets behind their number.
pub(super) fn sized(octets: &[u8]) -> Vec<u8> {
    [&u16::try_from(octets.len()).unwrap_or(u16::MAX).to_be_bytes()[..], octets].concat()
}

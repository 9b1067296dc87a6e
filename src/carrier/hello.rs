//! The messages of a TLS handshake that tell what a connection is for: hellos and their extensions, whatever carries them.

use tls_parser::{TlsExtension, parse_tls_extension_alpn_content, parse_tls_handshake_client_hello, parse_tls_handshake_server_hello};

use crate::base::reader::Reader;

/// TLS 1.3 [RFC 8446 §4.1.2].
pub const TLS13: u16 = 0x0304;
/// Octets of a random.
pub const RANDOM_LEN: usize = 32;
/// Protocols of one offer that are kept.
const MOST_PROTOCOLS: usize = 64;
/// Extensions of one message that are looked at.
const MOST_EXTENSIONS: usize = 256;
/// The random of a `ServerHello` that asks for another `ClientHello` [RFC 8446 §4.1.3].
const RETRY_RANDOM: [u8; RANDOM_LEN] =
    *b"\xcf\x21\xad\x74\xe5\x9a\x61\x11\xbe\x1d\x8c\x02\x1e\x65\xb8\x91\xc2\xa2\x11\x16\x7a\xbb\x8c\x5e\x07\x9e\x09\xe2\xc8\xa8\x33\x9c";

/// Numbers of extensions.
mod extension {
    pub(super) const ALPN: u16 = 16;
    pub(super) const PRE_SHARED_KEY: u16 = 41;
    pub(super) const EARLY_DATA: u16 = 42;
    pub(super) const SUPPORTED_VERSIONS: u16 = 43;
    pub(super) const TRANSPORT_PARAMETERS: u16 = 57;
}

/// What the client says first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClientHello {
    /// The name of the connection in key logs.
    pub random: [u8; RANDOM_LEN],
    /// Protocols offered, in order.
    pub alpn: Vec<Vec<u8>>,
    /// Whether data may come before the handshake is over.
    pub early_data: bool,
}

/// What the server answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerHello {
    /// The version in force.
    pub version: u16,
    /// The cipher suite.
    pub cipher_suite: u16,
    /// Whether it asks for another `ClientHello`.
    pub retry: bool,
    /// Whether a key of an earlier connection was taken.
    pub resumed: bool,
    /// The protocol chosen, which versions before 1.3 say in the clear.
    pub alpn: Option<Vec<u8>>,
}

/// What the server says under the first keys.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EncryptedExtensions {
    /// The protocol chosen.
    pub alpn: Option<Vec<u8>>,
    /// Whether data sent before the handshake was over is taken.
    pub early_data: bool,
    /// The parameters of a QUIC transport.
    pub transport_parameters: Option<Vec<u8>>,
}

/// Reads the body of a `ClientHello`.
pub fn client_hello(body: &[u8]) -> Option<ClientHello> {
    let (_, hello) = parse_tls_handshake_client_hello(body).ok()?;
    let mut out = ClientHello { random: hello.random.try_into().ok()?, ..ClientHello::default() };
    for (kind, value) in extensions(hello.ext.unwrap_or_default()) {
        match kind {
            extension::ALPN => out.alpn = protocols(value),
            extension::EARLY_DATA => out.early_data = true,
            _ => {}
        }
    }
    Some(out)
}

/// Reads the body of a `ServerHello`.
pub fn server_hello(body: &[u8]) -> Option<ServerHello> {
    let (_, hello) = parse_tls_handshake_server_hello(body).ok()?;
    let (version, cipher_suite) = (hello.version.0, hello.cipher.0);
    let mut out = ServerHello { version, cipher_suite, retry: hello.random == RETRY_RANDOM, resumed: false, alpn: None };
    for (kind, value) in extensions(hello.ext.unwrap_or_default()) {
        match kind {
            extension::SUPPORTED_VERSIONS => out.version = Reader::new(value).u16().unwrap_or(out.version),
            extension::PRE_SHARED_KEY => out.resumed = true,
            extension::ALPN => out.alpn = protocols(value).into_iter().next(),
            _ => {}
        }
    }
    Some(out)
}

/// Reads the body of `EncryptedExtensions`.
pub fn encrypted_extensions(body: &[u8]) -> Option<EncryptedExtensions> {
    let mut reader = Reader::new(body);
    let len = reader.u16().ok()?;
    let mut out = EncryptedExtensions::default();
    for (kind, value) in extensions(reader.take(len.into()).ok()?) {
        match kind {
            extension::ALPN => out.alpn = protocols(value).into_iter().next(),
            extension::EARLY_DATA => out.early_data = true,
            extension::TRANSPORT_PARAMETERS => out.transport_parameters = Some(value.to_vec()),
            _ => {}
        }
    }
    Some(out)
}

/// The extensions of a list, up to the first that ends early.
fn extensions(list: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    let mut reader = Reader::new(list);
    std::iter::from_fn(move || {
        let (kind, len) = (reader.u16().ok()?, reader.u16().ok()?);
        Some((kind, reader.take(len.into()).ok()?))
    })
    .take(MOST_EXTENSIONS)
}

fn protocols(value: &[u8]) -> Vec<Vec<u8>> {
    match parse_tls_extension_alpn_content(value) {
        Ok((_, TlsExtension::ALPN(names))) => names.into_iter().take(MOST_PROTOCOLS).map(<[u8]>::to_vec).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A `ClientHello` with the given extensions.
    fn hello(extensions: &[u8]) -> Vec<u8> {
        let mut body = vec![3, 3];
        body.extend([7; 32]);
        body.extend([0, 0, 2, 0x13, 0x01, 1, 0]);
        body.extend(u16::try_from(extensions.len()).unwrap().to_be_bytes());
        body.extend(extensions);
        body
    }

    #[test]
    fn reads_what_a_client_offers_past_extensions_it_does_not_know() {
        let body = hello(&[
            0x5a, 0x5a, 0, 1, 0, 0, 16, 0, 14, 0, 12, 8, b'n', b'-', b'p', b'a', b'm', b'p', b'/', b'3', 2, b'h', b'3', 0, 42, 0, 0,
        ]);
        let hello = client_hello(&body).unwrap();
        assert_eq!((hello.random, hello.early_data), ([7; 32], true));
        assert_eq!(hello.alpn, [b"n-pamp/3".to_vec(), b"h3".to_vec()]);
        assert_eq!(client_hello(&body[..40]), None);
    }

    #[test]
    fn reads_what_the_server_chooses() {
        let chosen = encrypted_extensions(&[0, 15, 0, 16, 0, 11, 0, 9, 8, b'n', b'-', b'p', b'a', b'm', b'p', b'/', b'2']).unwrap();
        assert_eq!((chosen.alpn.as_deref(), chosen.early_data), (Some(&b"n-pamp/2"[..]), false));
        assert_eq!(encrypted_extensions(&[0, 15, 0]), None);
    }

    #[test]
    fn tells_a_server_hello_from_a_request_for_another_client_hello() {
        let mut body = vec![3, 3];
        body.extend([9; 32]);
        body.extend([0, 0x13, 0x02, 0, 0, 0]);
        let plain = ServerHello { version: 0x0303, cipher_suite: 0x1302, retry: false, resumed: false, alpn: None };
        assert_eq!(server_hello(&body), Some(plain));
        body[2..34].copy_from_slice(&RETRY_RANDOM);
        assert!(server_hello(&body).unwrap().retry);
    }

    #[test]
    fn the_version_in_force_is_that_of_the_extension() {
        let mut body = vec![3, 3];
        body.extend([9; 32]);
        body.extend([0, 0x13, 0x03, 0, 0, 12, 0, 43, 0, 2, 3, 4, 0, 41, 0, 2, 0, 0]);
        let hello = server_hello(&body).unwrap();
        assert_eq!((hello.version, hello.resumed), (TLS13, true));
    }
}

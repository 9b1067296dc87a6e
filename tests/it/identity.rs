//! An identity for stacks that insist on one: a self-signed Ed25519 certificate of `peer.example`, made with `openssl req -x509 -newkey
//! ed25519`, and its key. It protects nothing; clients here accept every certificate.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::{DigitallySignedStruct, Error, SignatureScheme};

use npscope::base::text::unhex;

/// The name in the certificate.
pub(crate) const NAME: &str = "peer.example";

const CERTIFICATE: &str = concat!(
    "3082015e30820110a00302010202141c5118b63e1b7bec768a61762cf12d1db4f79f25300506032b657030173115301306035504030c0c706565722e6578616d70",
    "6c653020170d3236313230313030333731335a180f32313236313130373030333731335a30173115301306035504030c0c706565722e6578616d706c65302a3005",
    "06032b65700321008d6eb2145e9e7e6e34357fa9d6a8bf9e437f22be2bcbae5e4aac51527c33eaaba36c306a301d0603551d0e041604145d451a5612877ef63487",
    "441cc48a1cb1192a63fd301f0603551d230418301680145d451a5612877ef63487441cc48a1cb1192a63fd300f0603551d130101ff040530030101ff3017060355",
    "1d110410300e820c706565722e6578616d706c65300506032b6570034100a3a253f042058a0b1b90f3f5c348490e0966b76bbcce747f7a0e10fe676e72faafe0df",
    "12540fbe1bfb40c61297bca10413754f31667ddd96eb859e87a080d30a"
);
const KEY: &str = "302e020100300506032b65700422042078e72d354542e28804f999ef73e796ca05413c2dc98ddabd2c5e41081a66458a";

/// The certificate chain.
pub(crate) fn certificate() -> Vec<CertificateDer<'static>> {
    vec![CertificateDer::from(unhex(CERTIFICATE).unwrap())]
}

/// The key.
pub(crate) fn key() -> PrivateKeyDer<'static> {
    PrivateKeyDer::from(PrivatePkcs8KeyDer::from(unhex(KEY).unwrap()))
}

/// Accepts every certificate.
#[derive(Debug)]
pub(crate) struct Trusting;

impl Trusting {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self)
    }
}

impl ServerCertVerifier for Trusting {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }
}

//! Cryptography, behind a few small doors. The only folder that names the cryptographic library.

pub mod aead;
pub mod digest;
pub mod kdf;
pub mod mask;
pub mod sign;

//! Addresses as people write them.

use std::fmt;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

use crate::source::error::Error;

/// Where to listen, or what to connect to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Address {
    /// One of these; a name may have several.
    Tcp(Vec<SocketAddr>, String),
    /// A socket in the file system.
    Unix(PathBuf),
}

impl Address {
    /// Understands `HOST:PORT`, `[V6]:PORT`, `:PORT` and `unix:/PATH`; `what` is what for.
    pub(super) fn parse(text: &str, what: &'static str) -> Result<Self, Error> {
        let wrong = |detail: String| Error::Address { address: text.to_owned(), what, detail };
        if let Some(path) = text.strip_prefix("unix:") {
            if path.is_empty() {
                return Err(wrong("write it as unix:/path/of/socket".to_owned()));
            }
            return Ok(Self::Unix(PathBuf::from(path)));
        }
        let full = if text.starts_with(':') { format!("127.0.0.1{text}") } else { text.to_owned() };
        let found = full.to_socket_addrs().map_err(|error| wrong(format!("{error}; write it as HOST:PORT, [V6]:PORT or unix:/PATH")))?;
        let found: Vec<SocketAddr> = found.collect();
        if found.is_empty() {
            return Err(wrong("the name has no address".to_owned()));
        }
        Ok(Self::Tcp(found, full))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(_, text) => f.write_str(text),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_understood_and_others_are_named() {
        let tcp = |text: &str| match Address::parse(text, "listen on") {
            Ok(Address::Tcp(found, _)) => found[0].to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            (tcp("127.0.0.1:7447").as_str(), tcp("[::1]:7447").as_str(), tcp(":7447").as_str()),
            ("127.0.0.1:7447", "[::1]:7447", "127.0.0.1:7447")
        );
        assert_eq!(Address::parse("unix:/run/a.sock", "listen on").unwrap(), Address::Unix(PathBuf::from("/run/a.sock")));
        let told = Address::parse("7447", "listen on").unwrap_err().to_string();
        assert!(told.starts_with("7447: cannot listen on") && told.contains("HOST:PORT"), "{told}");
        assert!(Address::parse("unix:", "connect to").is_err());
    }
}

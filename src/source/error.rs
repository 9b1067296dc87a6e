//! Why an input cannot be read at all.

use std::io;

use thiserror::Error;

/// An input that gives nothing. A file that can be read in part is no error but a loss.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// No input was named.
    #[error("no capture was named: give a pcap or pcapng file, or - for standard input")]
    NoInput,
    /// The file does not exist.
    #[error("{name}: no such file; check the path")]
    NotFound {
        /// The file.
        name: String,
    },
    /// The file may not be read.
    #[error("{name}: permission denied; make the file readable or copy it to a place that is yours")]
    Permission {
        /// The file.
        name: String,
    },
    /// The path names a directory.
    #[error("{name}: is a directory; name the capture files in it")]
    Directory {
        /// The directory.
        name: String,
    },
    /// The file has no octets.
    #[error("{name}: is empty; record the capture again or name another file")]
    Empty {
        /// The file.
        name: String,
    },
    /// The file is no capture.
    #[error("{name}: is not a capture ({found}); give a pcap or pcapng file, gzip-compressed or not")]
    NotACapture {
        /// The file.
        name: String,
        /// What it begins with, in words.
        found: String,
    },
    /// The input cannot be opened or read for another reason.
    #[error("{name}: cannot be read ({source}); check the file and its device")]
    Read {
        /// The file.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// The temporary file that lets octets be read back cannot be written.
    #[error("{name}: no temporary file for its packets ({source}); free some space or point TMPDIR to another directory")]
    Spool {
        /// The input.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// The capture filter cannot be understood.
    #[error("the capture filter {filter:?} is not valid ({detail}); pcap-filter(7) describes the language")]
    Filter {
        /// The filter.
        filter: String,
        /// What the capture library said.
        detail: String,
    },
    /// The interface may not be captured on.
    #[error(
        "{interface}: you may not capture here; give npscope the right once with `sudo setcap cap_net_raw,cap_net_admin=eip $(command -v npscope)`, \
         or on macOS and BSD join the group that may read /dev/bpf*, or run it as root"
    )]
    MayNotCapture {
        /// The interface.
        interface: String,
    },
    /// The interface does not exist.
    #[error("{interface}: there is no such interface; npscope -D lists those there are")]
    NoInterface {
        /// The interface.
        interface: String,
    },
    /// The interface is down, or went away while it was captured on.
    #[error("{interface}: the interface is gone or down ({detail}); what was captured before is kept")]
    InterfaceGone {
        /// The interface.
        interface: String,
        /// What the capture library said.
        detail: String,
    },
    /// Live capture failed for another reason.
    #[error("{interface}: cannot capture ({detail}); npscope -D lists the interfaces there are")]
    Live {
        /// The interface.
        interface: String,
        /// What the capture library said.
        detail: String,
    },
    /// What is captured cannot be written.
    #[error("{name}: cannot record ({source}); free some space, or choose another file with -w or another TMPDIR")]
    Record {
        /// The file.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// An address of the relay cannot be used.
    #[error("{address}: cannot {what} ({detail})")]
    Address {
        /// The address.
        address: String,
        /// Listen, or connect.
        what: &'static str,
        /// What is wrong, and what to write.
        detail: String,
    },
}

impl Error {
    /// The error of opening or reading `name`.
    pub(crate) fn from_io(name: &str, source: io::Error) -> Self {
        let name = name.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => Self::NotFound { name },
            io::ErrorKind::PermissionDenied => Self::Permission { name },
            io::ErrorKind::IsADirectory => Self::Directory { name },
            _ => Self::Read { name, source },
        }
    }
}

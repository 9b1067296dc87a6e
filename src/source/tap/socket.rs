//! A connection of the relay, of either family, shared by both directions.

use std::io;
use std::net::SocketAddr;

use rustix::net::{Shutdown, shutdown};
use tokio::net::{TcpStream, UnixStream};

/// One end of a relayed connection.
pub(super) enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Socket {
    /// The address at its other side; none for a socket in the file system.
    pub(super) fn peer(&self) -> Option<SocketAddr> {
        match self {
            Self::Tcp(stream) => stream.peer_addr().ok(),
            Self::Unix(_) => None,
        }
    }

    /// Sends what there is at once: the peers decide what belongs together.
    pub(super) fn without_delay(self) -> Self {
        if let Self::Tcp(stream) = &self {
            let _ = stream.set_nodelay(true);
        }
        self
    }

    /// Reads what has come; 0 at the end.
    pub(super) async fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let tried = match self {
                Self::Tcp(stream) => {
                    stream.readable().await?;
                    stream.try_read(buffer)
                }
                Self::Unix(stream) => {
                    stream.readable().await?;
                    stream.try_read(buffer)
                }
            };
            match tried {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                other => return other,
            }
        }
    }

    /// Writes everything, waiting while the peer does not take it.
    pub(super) async fn write_all(&self, mut octets: &[u8]) -> io::Result<()> {
        while !octets.is_empty() {
            let tried = match self {
                Self::Tcp(stream) => {
                    stream.writable().await?;
                    stream.try_write(octets)
                }
                Self::Unix(stream) => {
                    stream.writable().await?;
                    stream.try_write(octets)
                }
            };
            match tried {
                Ok(count) => octets = octets.get(count..).unwrap_or_default(),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Says that nothing more is sent. The other direction goes on.
    pub(super) fn finish(&self) {
        let _ = match self {
            Self::Tcp(stream) => shutdown(stream, Shutdown::Write),
            Self::Unix(stream) => shutdown(stream, Shutdown::Write),
        };
    }

    /// Makes its end a reset, where there is such a thing.
    pub(super) fn reset(&self) {
        if let Self::Tcp(stream) = self {
            let _ = stream.set_zero_linger();
        }
    }
}

//! Takes connections and passes on what they carry: first to the peer, then to the recording.

use std::io;
use std::os::unix::fs::FileTypeExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use super::address::Address;
use super::socket::Socket;
use super::tee::{Pair, Side, Tee};
use crate::base::text::count_of;
use crate::source::error::Error;
use crate::source::word::Word;

/// Octets read at once from one side.
const PIECE: usize = 64 << 10;
/// How often to look whether to end.
const LOOK: Duration = Duration::from_millis(20);

/// A socket that takes connections.
pub(super) struct Listener {
    kind: Kind,
    address: String,
}

enum Kind {
    Tcp(std::net::TcpListener),
    Unix(std::os::unix::net::UnixListener, PathBuf),
}

impl Listener {
    /// Takes connections at an address.
    pub(super) fn bind(address: &Address) -> Result<Self, Error> {
        let fail = |error: io::Error| Error::Address { address: address.to_string(), what: "listen on", detail: reason(&error) };
        match address {
            Address::Tcp(found, _) => {
                let listener = std::net::TcpListener::bind(found.as_slice()).map_err(fail)?;
                let address = listener.local_addr().map_err(fail)?.to_string();
                Ok(Self { kind: Kind::Tcp(listener), address })
            }
            Address::Unix(path) => {
                remove_stale(path);
                let listener = std::os::unix::net::UnixListener::bind(path).map_err(fail)?;
                Ok(Self { kind: Kind::Unix(listener, path.clone()), address: address.to_string() })
            }
        }
    }

    /// Where it listens.
    pub(super) fn address(&self) -> &str {
        &self.address
    }
}

/// Removes a socket that nobody listens on any more.
fn remove_stale(path: &PathBuf) {
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.file_type().is_socket());
    if is_socket && std::os::unix::net::UnixStream::connect(path).is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused) {
        let _ = std::fs::remove_file(path);
    }
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => "somebody listens there already; choose another address".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied; choose a port above 1023 or a place that is yours".to_owned(),
        _ => error.to_string(),
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Kind::Unix(_, path) = &self.kind {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Where a relay tells what it sees.
#[derive(Clone)]
pub(super) struct Out {
    /// What passes.
    pub(super) tee: Tee,
    /// What keeps it from passing.
    pub(super) word: Word,
}

/// Relays until told to stop. Connections that are open then are closed.
pub(super) fn run(listener: Listener, upstream: &Address, out: &Out, stop: &AtomicBool) {
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
    let (end, ended) = oneshot::channel::<()>();
    let upstream = Arc::new(upstream.clone());
    runtime.spawn(serve(listener, upstream, out.clone()));
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while !stop.load(Ordering::Acquire) {
                std::thread::sleep(LOOK);
            }
            drop(end);
        });
        let _ = runtime.block_on(ended);
    });
}

enum Accepting {
    Tcp(TcpListener),
    Unix(UnixListener),
}

async fn serve(listener: Listener, upstream: Arc<Address>, out: Out) {
    let Ok(accepting) = accepting(&listener) else { return };
    let mut id = 0;
    loop {
        let taken = match &accepting {
            Accepting::Tcp(listener) => listener.accept().await.map(|(stream, _)| Socket::Tcp(stream)),
            Accepting::Unix(listener) => listener.accept().await.map(|(stream, _)| Socket::Unix(stream)),
        };
        // A connection that failed while it waited, or no descriptor left: the next one may do, a moment later.
        let Ok(client) = taken else {
            tokio::time::sleep(LOOK).await;
            continue;
        };
        id += 1;
        tokio::spawn(connection(id, client.without_delay(), Arc::clone(&upstream), out.clone()));
    }
}

fn accepting(listener: &Listener) -> io::Result<Accepting> {
    match &listener.kind {
        Kind::Tcp(listener) => {
            let listener = listener.try_clone()?;
            listener.set_nonblocking(true)?;
            TcpListener::from_std(listener).map(Accepting::Tcp)
        }
        Kind::Unix(listener, _) => {
            let listener = listener.try_clone()?;
            listener.set_nonblocking(true)?;
            UnixListener::from_std(listener).map(Accepting::Unix)
        }
    }
}

async fn connect(upstream: &Address) -> io::Result<Socket> {
    match upstream {
        Address::Tcp(found, _) => TcpStream::connect(found.as_slice()).await.map(Socket::Tcp),
        Address::Unix(path) => UnixStream::connect(path).await.map(Socket::Unix),
    }
}

async fn connection(id: u64, client: Socket, upstream: Arc<Address>, Out { tee, word }: Out) {
    let server = match connect(&upstream).await {
        Ok(server) => server.without_delay(),
        Err(why) => {
            word.wrong(|count| {
                format!("{} passed on to {upstream}: {why}", count_of(count, "connection could not be", "connections could not be"))
            });
            let named = if let Address::Tcp(found, _) = &*upstream { found.first().copied() } else { None };
            let mut refused = tee.side(Pair { id, ends: [client.peer(), named] }, 1);
            refused.reset();
            refused.close();
            return client.reset();
        }
    };
    word.right();
    let pair = Pair { id, ends: [client.peer(), server.peer()] };
    let sockets = [Arc::new(client), Arc::new(server)];
    let mut sides = [tee.side(pair, 0), tee.side(pair, 1)];
    sides[0].open();
    let mut closing = tee.side(pair, 0);
    let mut ways = JoinSet::new();
    for (at, side) in sides.into_iter().enumerate() {
        ways.spawn(pass(Arc::clone(&sockets[at]), Arc::clone(&sockets[1 - at]), side));
    }
    while let Some(ended) = ways.join_next().await {
        if !matches!(ended, Ok(Way::Finished)) {
            // One side is gone: the other one learns it the same way.
            for socket in &sockets {
                socket.reset();
            }
            ways.shutdown().await;
        }
    }
    closing.close();
}

/// How one direction ended.
enum Way {
    /// The sender has sent everything.
    Finished,
    /// The connection broke.
    Broken,
}

async fn pass(from: Arc<Socket>, to: Arc<Socket>, mut side: Side) -> Way {
    let mut buffer = vec![0; PIECE];
    loop {
        match from.read(&mut buffer).await {
            Ok(0) => {
                to.finish();
                side.finish();
                return Way::Finished;
            }
            Ok(count) => {
                let octets = buffer.get(..count).unwrap_or_default();
                let written = to.write_all(octets).await;
                side.data(octets);
                if written.is_err() {
                    side.reset_by_peer();
                    return Way::Broken;
                }
            }
            Err(_) => {
                side.reset();
                return Way::Broken;
            }
        }
    }
}

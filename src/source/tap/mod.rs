//! A relay: connections are passed on unchanged, and what passed is recorded as packets. The peers never wait for the recording:
//! what it has no room for is counted, and the streams then have a hole.

mod address;
mod conversation;
mod relay;
mod socket;
mod tee;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::FileSource;
use super::error::Error;
use super::producer::Producer;
use super::record::{InterfaceRecord, Recorder, Recording, TapeSupply};
use super::word::Word;
use crate::base::input::LinkType;
use address::Address;
use relay::{Listener, Out};
use tee::{Tee, record};

/// A relay that takes connections already and has passed nothing on yet.
pub struct Relay {
    listener: Listener,
    upstream: Address,
}

impl Relay {
    /// Listens on one address for connections to another: `HOST:PORT`, `[V6]:PORT` or `unix:/PATH`.
    pub fn open(listen: &str, upstream: &str) -> Result<Self, Error> {
        let upstream = Address::parse(upstream, "connect to")?;
        let listener = Listener::bind(&Address::parse(listen, "listen on")?)?;
        Ok(Self { listener, upstream })
    }

    /// Where it listens, with the port that was chosen for it.
    pub fn address(&self) -> &str {
        self.listener.address()
    }

    /// Relays in the background; the source gives what was recorded.
    pub fn start(self, recording: &Recording) -> Result<FileSource, Error> {
        let name = format!("{} to {}", self.listener.address(), self.upstream);
        let interface = InterfaceRecord { name: "tap".to_owned(), link: LinkType::RAW, snaplen: 0, filter: None };
        let mut recorder = Recorder::begin(recording, &name, vec![interface])?;
        let tape = recorder.tape();
        let (tee, passed) = Tee::new();
        let told = Arc::clone(&tape);
        let word = Word::default();
        let said = word.clone();
        let serve = move |stop: &AtomicBool| {
            // The relay lives in a thread of its own: whatever befalls the recording, the peers go on.
            std::thread::scope(|scope| {
                scope.spawn(|| relay::run(self.listener, &self.upstream, &Out { tee, word: said }, stop));
                if let Err(why) = record(&mut recorder, &passed).and_then(|()| recorder.close().map(drop)) {
                    told.fail(why);
                }
            });
        };
        let producer = Producer::start("tap", serve).map_err(|source| Error::Record { name, source })?;
        Ok(FileSource::of_recording(Box::new(TapeSupply(tape)), producer).saying(word))
    }
}

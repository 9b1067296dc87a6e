//! Opens what is to be read.

use super::args::{Live, Read, Record};
use super::error::Error;
use super::origin::Origin;
use crate::source::{FileSource, Recording, Relay, Source};

/// The source of what is to be read. Every error that can be told before anything is shown is told here.
pub(super) fn source(origin: &Origin<'_>, as_it_comes: bool) -> Result<Box<dyn Source>, Error> {
    match origin {
        Origin::Read(read) if read.live.interface.is_empty() => files(read, as_it_comes),
        Origin::Read(read) if !read.captures().is_empty() => Err(Error::Mixed),
        Origin::Read(read) => live(&read.live, &recording(&read.record)?),
        Origin::Relay(listen, upstream, record) => relayed(listen, upstream, &recording(record)?),
    }
}

fn files(read: &Read, as_it_comes: bool) -> Result<Box<dyn Source>, Error> {
    let paths = read.captures();
    if read.follow {
        return Ok(Box::new(FileSource::follow(&paths)?));
    }
    let threads = if as_it_comes { read.threads().with_pipes() } else { read.threads() };
    let source = FileSource::open_with(&paths, threads)?;
    Ok(Box::new(if as_it_comes { source.as_it_comes() } else { source }))
}

fn relayed(listen: &str, upstream: &str, recording: &Recording) -> Result<Box<dyn Source>, Error> {
    let relay = Relay::open(listen, upstream)?;
    super::output::note(&format!("listening on {}, passing on to {upstream}", relay.address()));
    Ok(Box::new(relay.start(recording)?))
}

/// The recording that is asked for; one that cannot be is refused.
pub(super) fn recording(record: &Record) -> Result<Recording, Error> {
    let recording = record.recording();
    if recording.ring.files.is_some() && recording.ring.octets.is_none() && recording.ring.time.is_none() && recording.path.is_some() {
        return Err(Error::Ring);
    }
    Ok(recording)
}

/// The options of live capture in the words of the source.
#[cfg(feature = "live")]
pub(super) fn live_options(live: &Live) -> crate::source::LiveOptions {
    crate::source::LiveOptions {
        interfaces: live.interface.clone(),
        filter: live.capture_filter.clone(),
        snaplen: live.snaplen,
        buffer: u32::try_from(live.buffer).unwrap_or(u32::MAX),
        promiscuous: live.promiscuous,
    }
}

#[cfg(feature = "live")]
fn live(live: &Live, recording: &Recording) -> Result<Box<dyn Source>, Error> {
    let open = crate::source::Live::open(&live_options(live), recording)?;
    crate::source::drop_privileges();
    Ok(Box::new(open.start()?))
}

#[cfg(not(feature = "live"))]
fn live(_live: &Live, _recording: &Recording) -> Result<Box<dyn Source>, Error> {
    Err(Error::NotBuiltIn)
}

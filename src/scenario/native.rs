//! One native body: a CBOR map with its envelope, right until told otherwise [companions §4].

use crate::base::direction::Direction;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;

use super::Scenario;
use super::frame::FrameSpec;

/// A CBOR value.
#[derive(Clone, Debug)]
pub enum Cbor {
    /// An integer.
    Int(i64),
    /// A text.
    Text(&'static str),
    /// Octets.
    Bytes(Vec<u8>),
    /// A truth value.
    Bool(bool),
    /// A floating-point number, in eight octets.
    Float(f64),
    /// An array.
    List(Vec<Self>),
    /// A map; its keys are sorted.
    Map(Vec<(Self, Self)>),
    /// Octets as they are, right or wrong.
    Raw(&'static [u8]),
}

impl Cbor {
    /// A map with unsigned keys.
    pub fn record(fields: impl IntoIterator<Item = (i64, Self)>) -> Self {
        Self::Map(fields.into_iter().map(|(key, value)| (Self::Int(key), value)).collect())
    }

    /// The encoding.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Self::Int(number) => match u64::try_from(*number) {
                Ok(number) => head(&mut out, 0, number),
                Err(_) => head(&mut out, 1, number.unsigned_abs() - 1),
            },
            Self::Text(text) => {
                head(&mut out, 3, text.len() as u64);
                out.extend_from_slice(text.as_bytes());
            }
            Self::Bytes(octets) => {
                head(&mut out, 2, octets.len() as u64);
                out.extend_from_slice(octets);
            }
            Self::Bool(flag) => out.push(0xF4 | u8::from(*flag)),
            Self::Float(number) => {
                out.push(0xFB);
                out.extend_from_slice(&number.to_be_bytes());
            }
            Self::List(items) => {
                head(&mut out, 4, items.len() as u64);
                out.extend(items.iter().flat_map(Self::encode));
            }
            Self::Map(entries) => {
                let mut entries: Vec<_> = entries.iter().map(|(key, value)| (key.encode(), value.encode())).collect();
                entries.sort();
                head(&mut out, 5, entries.len() as u64);
                out.extend(entries.into_iter().flat_map(|(key, value)| [key, value].concat()));
            }
            Self::Raw(octets) => out.extend_from_slice(octets),
        }
        out
    }
}

/// A head in the fewest octets.
fn head(out: &mut Vec<u8>, major: u8, argument: u64) {
    let octets = argument.to_be_bytes();
    let (info, width) = match argument {
        0..=23 => (octets[7], 0),
        24..=0xFF => (24, 1),
        0x100..=0xFFFF => (25, 2),
        0x1_0000..=0xFFFF_FFFF => (26, 4),
        _ => (27, 8),
    };
    out.push(major << 5 | info);
    out.extend_from_slice(&octets[8 - width..]);
}

/// A frame of a native channel.
#[derive(Clone, Debug)]
#[must_use]
pub struct NativeSpec {
    channel: Channel,
    frame_type: FrameType,
    entries: Vec<(i64, Cbor)>,
    trailing: Vec<u8>,
}

impl NativeSpec {
    /// A body with nothing but its frame kind.
    pub fn new(channel: Channel, frame_type: u16) -> Self {
        Self { channel, frame_type: FrameType(frame_type), entries: vec![(0, Cbor::Int(frame_type.into()))], trailing: Vec::new() }
    }

    /// `HELLO` with a list, version 1, and a greased id.
    pub fn hello(ids: &[i64]) -> Self {
        let list = |ids: &[i64]| Cbor::List(ids.iter().map(|id| Cbor::Int(*id)).collect());
        let entries = vec![(0, Cbor::Int(1)), (1, list(ids)), (3, list(&[0xF0AD]))];
        Self { channel: Channel::CONTROL, frame_type: FrameType::HELLO, entries, trailing: Vec::new() }
    }

    /// The correlation; on Spatial it has another key.
    pub fn corr(self, corr: &str) -> Self {
        let key = if self.channel == Channel::SPATIAL { 2 } else { 1 };
        self.set(key, Cbor::Bytes(corr.as_bytes().to_vec()))
    }

    /// A value, instead of one that is there.
    pub fn set(mut self, key: i64, value: Cbor) -> Self {
        self = self.without(key);
        self.entries.push((key, value));
        self
    }

    /// An integer.
    pub fn int(self, key: i64, value: i64) -> Self {
        self.set(key, Cbor::Int(value))
    }

    /// A text.
    pub fn text(self, key: i64, value: &'static str) -> Self {
        self.set(key, Cbor::Text(value))
    }

    /// Octets.
    pub fn bytes(self, key: i64, value: &[u8]) -> Self {
        self.set(key, Cbor::Bytes(value.to_vec()))
    }

    /// A truth value.
    pub fn flag(self, key: i64, value: bool) -> Self {
        self.set(key, Cbor::Bool(value))
    }

    /// A list.
    pub fn list(self, key: i64, items: impl IntoIterator<Item = Cbor>) -> Self {
        self.set(key, Cbor::List(items.into_iter().collect()))
    }

    /// Takes a key away.
    pub fn without(mut self, key: i64) -> Self {
        self.entries.retain(|(known, _)| *known != key);
        self
    }

    /// Octets behind the map.
    pub fn trailing(mut self, octets: &[u8]) -> Self {
        self.trailing = octets.to_vec();
        self
    }

    /// The frame.
    pub fn build(self) -> FrameSpec {
        let mut body = Cbor::record(self.entries).encode();
        body.extend(self.trailing);
        FrameSpec::new(self.channel, self.frame_type).payload(&body)
    }
}

/// The frames that most examples are made of.
impl NativeSpec {
    /// A request to read a record of Memory.
    pub fn memory_read(corr: &str) -> Self {
        Self::new(Channel::MEMORY, 0x0102).corr(corr).text(2, "rec-1").int(3, 0)
    }

    /// The record.
    pub fn memory_record(corr: &str) -> Self {
        Self::new(Channel::MEMORY, 0x0103).corr(corr).set(2, record())
    }

    /// A request for records of Memory.
    pub fn memory_retrieve(corr: &str) -> Self {
        Self::new(Channel::MEMORY, 0x0108).corr(corr).text(2, "note").int(10, 0)
    }

    /// The records in one reply.
    pub fn memory_retrieved(corr: &str) -> Self {
        Self::new(Channel::MEMORY, 0x0109).corr(corr).list(2, [record()]).flag(3, false)
    }

    /// A page of records.
    pub fn memory_page(corr: &str) -> Self {
        Self::new(Channel::MEMORY, 0x010A).corr(corr).list(2, [record()])
    }

    /// The end of the pages.
    pub fn memory_pages_end(corr: &str) -> Self {
        Self::new(Channel::MEMORY, 0x010B).corr(corr).flag(3, true)
    }

    /// An error of Memory.
    pub fn memory_error(corr: &str, code: i64) -> Self {
        Self::new(Channel::MEMORY, 0x010E).corr(corr).int(2, code).text(3, "no such record")
    }

    /// A subscription to telemetry.
    pub fn telemetry_subscribe(corr: &str, credit: i64) -> Self {
        Self::new(Channel::TELEMETRY, 0x0101).corr(corr).int(7, credit)
    }

    /// Accepts it.
    pub fn telemetry_accept(corr: &str, credit: i64) -> Self {
        Self::new(Channel::TELEMETRY, 0x0102).corr(corr).bytes(2, &[7]).int(3, credit)
    }

    /// A report under it.
    pub fn telemetry_report(corr: &str, seq: i64) -> Self {
        Self::telemetry_alone(seq).corr(corr).bytes(2, &[7])
    }

    /// A report under none.
    pub fn telemetry_alone(seq: i64) -> Self {
        let health = Cbor::record([(0, Cbor::Text("storage")), (1, Cbor::Int(1)), (2, Cbor::Int(0))]);
        Self::new(Channel::TELEMETRY, 0x0100).int(3, seq).list(6, [health])
    }

    /// Opens or accepts a sub-stream and grants octets.
    pub fn stream_open(id: i64, window: i64) -> Self {
        Self::new(Channel::STREAM, 0x0100).int(1, id).int(2, window).int(3, 0)
    }

    /// Octets of a sub-stream.
    pub fn stream_data(id: i64, offset: i64, octets: usize) -> Self {
        Self::new(Channel::STREAM, 0x0101).int(1, id).int(2, offset).bytes(3, &vec![b'x'; octets])
    }

    /// Ends a direction of a sub-stream.
    pub fn stream_close(id: i64, offset: i64) -> Self {
        Self::new(Channel::STREAM, 0x0102).int(1, id).int(2, offset)
    }

    /// Progress of a task.
    pub fn workflow_step(seq: i64, state: i64) -> Self {
        Self::new(Channel::WORKFLOW, 0x0106).text(2, "task-7").int(3, seq).int(4, state)
    }

    /// The end of a task.
    pub fn workflow_complete(seq: i64, state: i64) -> Self {
        Self::new(Channel::WORKFLOW, 0x0107).text(2, "task-7").int(3, seq).int(4, state)
    }

    /// Announces a record on Discovery.
    pub fn announce(record: Cbor) -> Self {
        Self::new(Channel::DISCOVERY, 0x0103).list(2, [record])
    }
}

fn record() -> Cbor {
    Cbor::record([(0, Cbor::Text("rec-1")), (1, Cbor::Text("a note"))])
}

/// A record that advertises a carried protocol.
pub fn protocol_record(revision: i64, protocol: i64) -> Cbor {
    advertised(1, revision, Cbor::record([(0, Cbor::Int(protocol)), (1, Cbor::Int(1))]))
}

/// A record that advertises a tool of MCP with the effect it may have.
pub fn tool_record(revision: i64, name: &'static str, effect: i64) -> Cbor {
    advertised(3, revision, Cbor::record([(0, Cbor::Text(name)), (1, Cbor::Int(1)), (2, Cbor::Int(effect))]))
}

fn advertised(kind: i64, revision: i64, body: Cbor) -> Cbor {
    Cbor::record([(0, Cbor::Bytes(b"r1".to_vec())), (1, Cbor::Int(kind)), (2, Cbor::Int(revision)), (4, body)])
}

impl Scenario {
    /// Sends a frame of a native channel.
    pub fn native(&mut self, direction: Direction, message: NativeSpec) -> &mut Self {
        self.frame(direction, message.build())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::hex;

    #[test]
    fn writes_the_published_body() {
        let create = NativeSpec::new(Channel::MEMORY, 0x0100).int(11, 2).text(2, "remember this").corr("c");
        let octets = Cbor::record(create.entries).encode();
        assert_eq!(hex(&octets), "a400190100014163026d72656d656d62657220746869730b02");
        assert_eq!(
            hex(&Cbor::List(vec![Cbor::Int(-1), Cbor::Int(24), Cbor::Bool(true), Cbor::Float(1.5)]).encode()),
            "84201818f5fb3ff8000000000000"
        );
    }
}

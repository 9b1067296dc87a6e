//! The StreamControl: position and control of a carried stream [stream carriage §5]; the TLV type is provisional.

use super::envelope::tlv_head;
use crate::base::reader::Reader;
use crate::spec::tlv::TlvType;

/// Octets of the value.
pub const LENGTH: usize = 11;

/// A stream control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamControl {
    /// Layout version; 1 is the only one defined.
    pub version: u8,
    /// Data, resume or cancel; other values are undefined.
    pub control: u8,
    /// Bit 0 resumable, bit 1 cancel acknowledged; the others are sent as 0.
    pub flags: u8,
    /// Ordinal of the event, or the cursor of a resume or cancel.
    pub event_id: u64,
}

/// The value has the wrong length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ControlFault {
    /// It is not 11 octets long.
    Length {
        /// Octets of the value.
        have: usize,
    },
    /// The TLV is longer than the payload.
    Overrun {
        /// Octets its length field asks for.
        need: usize,
        /// Octets that are there.
        have: usize,
    },
}

impl StreamControl {
    /// An event of the stream.
    pub const DATA: u8 = 0;
    /// Asks for the events behind a cursor.
    pub const RESUME: u8 = 1;
    /// Asks the producer to stop.
    pub const CANCEL: u8 = 2;
    /// Flag bit: the stream can be resumed.
    pub const RESUMABLE: u8 = 0x01;
    /// Flag bit: the end answers a cancel.
    pub const CANCEL_ACK: u8 = 0x02;

    /// Reads the value of a stream control TLV.
    pub fn decode(value: &[u8]) -> Result<Self, ControlFault> {
        let wrong = ControlFault::Length { have: value.len() };
        if value.len() != LENGTH {
            return Err(wrong);
        }
        let mut reader = Reader::new(value);
        let [version, control, flags] = reader.array().map_err(|_| wrong)?;
        Ok(Self { version, control, flags, event_id: reader.u64().map_err(|_| wrong)? })
    }

    /// Appends the TLV.
    pub fn encode(&self, out: &mut Vec<u8>) {
        tlv_head(TlvType::STREAM_CONTROL, LENGTH, out);
        out.extend_from_slice(&[self.version, self.control, self.flags]);
        out.extend_from_slice(&self.event_id.to_be_bytes());
    }

    /// Whether the stream can be resumed.
    pub const fn is_resumable(&self) -> bool {
        self.flags & Self::RESUMABLE != 0
    }

    /// Whether the end answers a cancel.
    pub const fn is_cancel_ack(&self) -> bool {
        self.flags & Self::CANCEL_ACK != 0
    }

    /// Flag bits that are sent as 0.
    pub const fn reserved_flags(&self) -> u8 {
        self.flags & !(Self::RESUMABLE | Self::CANCEL_ACK)
    }

    /// The name of the control; `None` when undefined.
    pub const fn control_name(&self) -> Option<&'static str> {
        match self.control {
            Self::DATA => Some("data"),
            Self::RESUME => Some("resume"),
            Self::CANCEL => Some("cancel"),
            _ => None,
        }
    }
}

impl std::fmt::Display for ControlFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Length { have } => write!(f, "the StreamControl is {have} octets long, not {LENGTH}"),
            Self::Overrun { need, have } => write!(f, "the StreamControl is {need} octets long, {have} are there"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        let control = StreamControl { version: 1, control: StreamControl::DATA, flags: 3, event_id: 0x0102_0304_0506_0708 };
        let mut out = Vec::new();
        control.encode(&mut out);
        assert_eq!(out, [0, 0x11, 0, 11, 1, 0, 3, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(StreamControl::decode(&out[4..]), Ok(control));
        assert_eq!(StreamControl::decode(&out[5..]), Err(ControlFault::Length { have: 10 }));
        assert!(control.is_resumable() && control.is_cancel_ack() && control.reserved_flags() == 0);
    }
}

//! QUIC, versions 1 and 2: packets in, what streams carry out. Sans-IO, deterministic and bounded.

mod varint;
mod version;
mod cid;
mod packet;
mod number;
mod ranges;
mod keys;
mod open;
mod seal;
mod event;
mod facts;
mod frame;
mod parameters;
mod crypto_stream;
mod assembler;
mod level;
mod initial;
mod retry;
mod seals;
mod half;
mod delivery;
mod connection;
mod routes;
mod late;
mod strays;
mod table;
#[cfg(test)]
mod vectors;

pub use cid::{Cid, LONGEST as LONGEST_CID};
pub use event::{ConnectionId, QuicEnd, QuicEvent, QuicFact, Shape, StreamRun, Unit};
pub use facts::{QuicFacts, QuicLimitFacts};
pub use keys::{PacketSecret, initial_secrets};
pub use open::{Sealed, open, seal};
pub use seal::PacketSeal;
pub use table::Quic;
pub use varint::{LARGEST as LARGEST_VARINT, write as write_varint};
pub use version::{LongKind, Version};

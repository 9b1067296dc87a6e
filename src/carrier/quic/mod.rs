//! QUIC, versions 1 and 2: packets in, what streams carry out. Sans-IO, deterministic and bounded.

mod varint;
mod version;
mod cid;
mod packet;
mod number;
mod keys;
mod open;
#[cfg(test)]
mod vectors;

pub use cid::{Cid, LONGEST as LONGEST_CID};
pub use keys::{PacketSecret, initial_secrets};
pub use open::{Sealed, open, seal};
pub use varint::{LARGEST as LARGEST_VARINT, write as write_varint};
pub use version::{LongKind, Version};

//! Packets to octet streams.

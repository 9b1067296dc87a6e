//! Octets from the world.

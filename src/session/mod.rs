//! Meaning over time: associations, channels, exchanges.

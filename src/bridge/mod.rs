//! Foreign protocols inside the Bridge channel.

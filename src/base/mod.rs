//! Words that every layer shares. No protocol knowledge lives here.

pub mod direction;
pub mod id;
pub mod input;
pub mod limits;
pub mod reader;
pub mod secret;
pub mod span;
pub mod spelling;
pub mod symbol;
pub mod text;
pub mod time;
pub mod tree;

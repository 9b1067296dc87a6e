//! What the drafts say, as tables: code points with their names. Unknown values survive and print in hexadecimal.

/// Declares a code point type: a number with named values.
macro_rules! code_points {
    ($(#[$doc:meta])* $type:ident : $repr:ty { $($(#[$vdoc:meta])* $name:ident = $value:literal => $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $type(pub $repr);

        impl $type {
            $($(#[$vdoc])* pub const $name: Self = Self($value);)*

            /// Every named value.
            pub const NAMED: &'static [(Self, &'static str)] = &[$((Self::$name, $text)),*];

            /// The registered name.
            pub const fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($value => Some($text),)*
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => write!(f, "0x{:0width$X}", self.0, width = 2 * size_of::<$repr>()),
                }
            }
        }
    };
}

pub mod channel;
pub mod clause;
pub mod effect;
pub mod error_code;
mod frame_name;
pub mod frame_type;
pub mod generation;
pub mod profile;
pub mod protocol;
pub mod suite;
pub mod tlv;
pub mod transport_code;

//! The mappings in force: those that come with the program, the user's, and which identifier means which.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use super::builtin;
use super::{Dialect, Mapping};
use crate::base::limits::Limits;
use crate::base::spelling;
use crate::bridge::carriage::{self, CarriageClass};
use crate::spec::generation::Generation;
use crate::spec::protocol::Protocol;

/// Identifiers that a user cannot give another meaning.
pub const RESERVED: RangeInclusive<u8> = 0x00..=0x04;

/// Identifiers there are.
const IDS: usize = 256;

/// The mappings in force. Cheap to copy: the tables are shared and change no more once an engine has them.
#[derive(Clone, Debug)]
pub struct Mappings(Arc<Table>);

#[derive(Clone, Debug)]
struct Table {
    /// Ours, then the user's.
    known: Vec<Mapping>,
    /// How many of them the user gave.
    users: usize,
    /// By identifier, the position in `known`.
    bound: [Option<u16>; IDS],
    /// By identifier, whether the user says so.
    configured: [bool; IDS],
}

/// Why an identifier cannot be bound, or a mapping not be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BindFault {
    /// The identifier is the null identifier or an assigned one.
    Reserved(Protocol),
    /// There is no mapping of that name.
    Unknown {
        /// The name.
        name: String,
        /// What may have been meant, in words.
        hint: String,
    },
    /// The identifier is bound to another mapping already.
    Conflict {
        /// The identifier.
        protocol: Protocol,
        /// The mapping that has it.
        bound: String,
        /// The mapping that should have it.
        wanted: String,
    },
    /// Two mappings of the user have one name.
    Repeated(String),
    /// There are too many mappings.
    TooMany(usize),
}

impl fmt::Display for BindFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reserved(protocol) => {
                write!(f, "protocol identifier 0x{:02X} is assigned and keeps its meaning; bind 0x05 to 0xFF", protocol.0)
            }
            Self::Unknown { name, hint } => {
                write!(f, "there is no mapping {}{hint}; npscope mappings lists them", crate::base::text::escape(name))
            }
            Self::Conflict { protocol, bound, wanted } => {
                write!(f, "protocol identifier 0x{:02X} cannot be both {bound} and {wanted}", protocol.0)
            }
            Self::Repeated(name) => write!(f, "there is a mapping {name} already; each file needs a name of its own"),
            Self::TooMany(most) => write!(f, "there are more than {most} mappings"),
        }
    }
}

static BUILT_IN: LazyLock<Mappings> = LazyLock::new(Mappings::built_in);

impl Default for Mappings {
    fn default() -> Self {
        BUILT_IN.clone()
    }
}

impl Mappings {
    /// What comes with the program; assigned identifiers are bound, others wait for an agreement.
    fn built_in() -> Self {
        let mut table = Table { known: builtin::MAPPINGS.clone(), users: 0, bound: [None; IDS], configured: [false; IDS] };
        for (at, mapping) in builtin::MAPPINGS.iter().enumerate() {
            let assigned = mapping.protocol.filter(|protocol| RESERVED.contains(&protocol.0));
            if let Some(slot) = assigned.and_then(|protocol| table.bound.get_mut(usize::from(protocol.0))) {
                *slot = u16::try_from(at).ok();
            }
        }
        Self(Arc::new(table))
    }

    /// Every mapping: ours in the order of the registry, then the user's.
    pub fn iter(&self) -> impl Iterator<Item = &Mapping> {
        self.0.known.iter()
    }

    /// The mapping that an identifier means.
    #[inline]
    pub fn of(&self, protocol: Protocol) -> Option<&Mapping> {
        let at = (*self.0.bound.get(usize::from(protocol.0))?)?;
        self.0.known.get(usize::from(at))
    }

    /// Whether it is the user who says what an identifier means.
    pub fn is_configured(&self, protocol: Protocol) -> bool {
        self.0.configured.get(usize::from(protocol.0)).copied().unwrap_or_default()
    }

    /// Whose rules judge the messages of an identifier.
    pub fn dialect_of(&self, protocol: Protocol) -> Dialect {
        self.of(protocol).map_or(Dialect::Plain, |mapping| mapping.dialect)
    }

    /// How an identifier is carried: as the user says, else as the registry does.
    #[inline]
    pub fn class_of(&self, protocol: Protocol, generation: Option<Generation>) -> CarriageClass {
        match self.of(protocol) {
            Some(mapping) if self.is_configured(protocol) => mapping.class,
            _ => carriage::class_of(protocol, generation),
        }
    }

    /// The name of what an identifier means, else of the identifier.
    pub fn name_of(&self, protocol: Protocol) -> Cow<'_, str> {
        self.of(protocol).map_or_else(|| Cow::Owned(protocol.to_string()), |mapping| Cow::Borrowed(&*mapping.name))
    }

    /// The identifiers that the user bound to a mapping.
    pub fn bindings<'m>(&'m self, mapping: &'m Mapping) -> impl Iterator<Item = Protocol> + 'm {
        let ids = (0..=u8::MAX).map(Protocol);
        ids.filter(|id| self.is_configured(*id) && self.of(*id).is_some_and(|bound| bound.name == mapping.name))
    }

    /// The mapping of a name or title, in any case.
    pub fn named(&self, name: &str) -> Option<&Mapping> {
        self.position(name).and_then(|at| self.0.known.get(at))
    }

    /// Adds a mapping of the user, and binds the identifier that it gives itself. One of our names takes the place of ours.
    pub fn add(&mut self, mapping: Mapping, limits: &Limits) -> Result<(), BindFault> {
        if self.0.users >= limits.mappings {
            return Err(BindFault::TooMany(limits.mappings));
        }
        let at = self.position(&mapping.name);
        let ours = self.0.known.len().saturating_sub(self.0.users);
        if at.is_some_and(|at| at >= ours || self.is_replaced(at)) {
            return Err(BindFault::Repeated(mapping.name.to_string()));
        }
        let kept = at.and_then(|at| self.0.known.get(at)).and_then(|mapping| mapping.protocol);
        let own = mapping.protocol;
        if let Some(reserved) = own.filter(|id| RESERVED.contains(&id.0) && kept != Some(*id)) {
            return Err(BindFault::Reserved(reserved));
        }
        let name = mapping.name.to_string();
        let table = Arc::make_mut(&mut self.0);
        if let Some(slot) = at.and_then(|at| table.known.get_mut(at)) {
            *slot = mapping;
        } else {
            table.known.push(mapping);
            table.users = table.users.saturating_add(1);
        }
        // An assigned identifier keeps its name, but what is known of it comes from the user now.
        match own.or_else(|| kept.filter(|id| RESERVED.contains(&id.0))) {
            Some(protocol) => self.assign(protocol, &name),
            None => Ok(()),
        }
    }

    /// Binds an identifier to the mapping of a name.
    pub fn bind(&mut self, protocol: Protocol, name: &str) -> Result<(), BindFault> {
        if RESERVED.contains(&protocol.0) {
            return Err(BindFault::Reserved(protocol));
        }
        self.assign(protocol, name)
    }

    fn assign(&mut self, protocol: Protocol, name: &str) -> Result<(), BindFault> {
        let Some(at) = self.position(name).and_then(|at| u16::try_from(at).ok()) else {
            let names: Vec<&str> = self.iter().map(|mapping| &*mapping.name).collect();
            return Err(BindFault::Unknown { name: name.to_owned(), hint: spelling::hint(name, names) });
        };
        let other = self.of(protocol).filter(|_| self.is_configured(protocol)).filter(|bound| !answers_to(bound, name));
        if let Some(other) = other {
            return Err(BindFault::Conflict { protocol, bound: other.name.to_string(), wanted: name.to_owned() });
        }
        let table = Arc::make_mut(&mut self.0);
        let id = usize::from(protocol.0);
        if let (Some(slot), Some(configured)) = (table.bound.get_mut(id), table.configured.get_mut(id)) {
            (*slot, *configured) = (Some(at), true);
        }
        Ok(())
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.0.known.iter().position(|mapping| answers_to(mapping, name))
    }

    /// Whether one of our mappings is the user's by now.
    fn is_replaced(&self, at: usize) -> bool {
        self.0.known.get(at) != builtin::MAPPINGS.get(at)
    }
}

/// Whether a mapping has this name or title, in any case.
fn answers_to(mapping: &Mapping, name: &str) -> bool {
    [&mapping.name, &mapping.title].iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::super::schema;
    use super::*;

    fn shop(more: &str) -> Mapping {
        schema::parse(&format!("name = \"Shop\"\ncarriage = \"JSONRPC\"\n{more}"), &Limits::default()).unwrap()
    }

    #[test]
    fn only_assigned_identifiers_are_bound_without_the_user() {
        let mappings = Mappings::default();
        let bound: Vec<u8> = (0..=255).filter(|id| mappings.of(Protocol(*id)).is_some()).collect();
        assert_eq!(bound, [1, 2, 3, 4]);
        assert_eq!(mappings.class_of(Protocol(0x35), None), CarriageClass::Unmapped);
    }

    #[test]
    fn an_identifier_is_bound_by_a_name_in_any_case() {
        let mut mappings = Mappings::default();
        mappings.bind(Protocol(0x21), "TOA").unwrap();
        assert_eq!(mappings.dialect_of(Protocol(0x21)), Dialect::Toa);
        assert_eq!(mappings.class_of(Protocol(0x21), None), CarriageClass::JsonRpc);
        assert!(mappings.is_configured(Protocol(0x21)) && !mappings.is_configured(Protocol::MCP));
        assert_eq!(mappings.name_of(Protocol(0x21)), "Toa");
        mappings.bind(Protocol(0x21), "toa gateway /.rpc").unwrap();
        let conflict = mappings.bind(Protocol(0x21), "memofs").unwrap_err();
        assert_eq!(conflict.to_string(), "protocol identifier 0x21 cannot be both Toa and memofs");
    }

    #[test]
    fn unknown_names_and_assigned_identifiers_are_refused() {
        let mut mappings = Mappings::default();
        let unknown = mappings.bind(Protocol(0x21), "memfs").unwrap_err();
        assert_eq!(unknown.to_string(), "there is no mapping memfs (did you mean MemoFS?); npscope mappings lists them");
        assert_eq!(mappings.bind(Protocol(0x04), "toa"), Err(BindFault::Reserved(Protocol(0x04))));
    }

    #[test]
    fn a_mapping_of_the_user_binds_its_own_identifier_and_no_assigned_one() {
        let limits = Limits::default();
        let mut mappings = Mappings::default();
        assert_eq!(mappings.add(shop("protocol_id = 0x02"), &limits), Err(BindFault::Reserved(Protocol(0x02))));
        mappings.add(shop("protocol_id = 0x30"), &limits).unwrap();
        assert_eq!(mappings.name_of(Protocol(0x30)), "Shop");
        assert_eq!(mappings.add(shop(""), &limits), Err(BindFault::Repeated("Shop".to_owned())));
    }

    #[test]
    fn a_mapping_of_one_of_our_names_takes_its_place() {
        let limits = Limits::default();
        let mut mappings = Mappings::default();
        let mcp = schema::parse("name = \"MCP\"\nprotocol_id = 1\ncarriage = \"JSONRPC\"\ndialect = \"mcp\"\n", &limits).unwrap();
        mappings.add(mcp.clone(), &limits).unwrap();
        assert!(mappings.of(Protocol::MCP).is_some_and(|mapping| mapping.methods.is_empty()));
        assert!(mappings.is_configured(Protocol::MCP));
        assert_eq!(mappings.add(mcp, &limits), Err(BindFault::Repeated("MCP".to_owned())));
        assert_eq!(Mappings::default().of(Protocol::MCP).map(|mapping| mapping.methods.is_empty()), Some(false));
    }

    #[test]
    fn caps_are_held() {
        let limits = Limits { mappings: 0, ..Limits::default() };
        assert_eq!(Mappings::default().add(shop(""), &limits), Err(BindFault::TooMany(0)));
    }
}

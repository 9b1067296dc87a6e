//! The words that a mapping file spells its values with, and reports as well.

use super::dialect::Dialect;
use super::matching::Matching;
use super::method::{Basis, Caller, Derivation, Duty, Form, Reply};
use crate::bridge::carriage::{CLASSES, CarriageClass};
use crate::spec::effect::Effect;

/// A value that a file names by one word.
pub trait Word: Copy + PartialEq + 'static {
    /// Every value with its word, in the order of the documentation.
    const WORDS: &'static [(&'static str, Self)];

    /// The word of the value.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }
}

/// Lists the words of a type.
macro_rules! words {
    ($($type:ty { $($word:literal => $value:expr,)+ })+) => {
        $(impl Word for $type {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $value)),+];
        })+
    };
}

words! {
    Effect {
        "read_only" => Self::ReadOnly,
        "idempotent_write" => Self::IdempotentWrite,
        "non_idempotent_write" => Self::NonIdempotentWrite,
        "destructive" => Self::Destructive,
    }
    Duty { "must" => Self::Must, "should" => Self::Should, "may" => Self::May, "none" => Self::None, }
    Form {
        "request" => Self::Request,
        "notify" => Self::Notify,
        "reply" => Self::Reply,
        "error" => Self::Error,
        "notify-or-reply" => Self::NotifyOrReply,
        "error-or-notify" => Self::ErrorOrNotify,
    }
    Caller { "c2s" => Self::Client, "s2c" => Self::Server, "either" => Self::Either, }
    Reply {
        "single" => Self::Single,
        "stream" => Self::Stream,
        "document" => Self::Document,
        "none" => Self::None,
        "unstated" => Self::Unstated,
    }
    Basis { "spec" => Self::Spec, "derived" => Self::Derived, }
    Derivation {
        "mcp_tool_annotations" => Self::ToolAnnotations,
        "wot_action_affordance" => Self::ActionAffordance,
        "http_method" => Self::HttpMethod,
        "content" => Self::Content,
    }
    Matching {
        "name" => Self::Name,
        "last_segment" => Self::LastSegment,
        "http_method" => Self::HttpMethod,
        "http_method+target" => Self::HttpTarget,
    }
    Dialect {
        "plain" => Self::Plain,
        "mcp" => Self::Mcp,
        "a2a" => Self::A2a,
        "ag-ui" => Self::AgUi,
        "ap2" => Self::Ap2,
        "lmos" => Self::Lmos,
        "agentscript" => Self::AgentScript,
        "agntcy" => Self::Agntcy,
        "maf" => Self::AgentFramework,
        "toa" => Self::Toa,
        "memofs" => Self::MemoFs,
    }
    CarriageClass {
        "JSONRPC" => Self::JsonRpc,
        "HTTP" => Self::Http,
        "STREAM" => Self::Stream,
        "MSG" => Self::Messaging,
        "DOC" => Self::Documents,
        "OPAQUE" => Self::Opaque,
    }
}

/// The words of a type are those that the type itself is named with.
const _: () = assert!(CarriageClass::WORDS.len() == CLASSES.len());

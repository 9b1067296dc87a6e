//! NPAMP-BRIDGE, section 9.

use super::book::{Book, Item};
use crate::spec::clause::Document;
use crate::store::tally::{Deed, Party};

const BRIDGE: Document = Document::BRIDGE;

pub(super) static BOOK: Book = Book {
    document: BRIDGE,
    section: "9",
    party: Party::Bridge,
    items: &[
        Item {
            title: "foreign messages carried octet for octet",
            exercised_by: &[Deed::Carried],
            sections: &[(BRIDGE, "1")],
            also: &[],
            except: &[],
            one_sided: true,
        },
        Item {
            title: "BridgeEnvelope sent as laid out",
            exercised_by: &[Deed::Enveloped],
            sections: &[(BRIDGE, "2"), (BRIDGE, "3"), (BRIDGE, "4"), (Document::CHANNEL_BRIDGE, "*")],
            also: &[],
            except: &[],
            one_sided: false,
        },
        Item {
            title: "replies matched by correlation identifier",
            exercised_by: &[Deed::Replied],
            sections: &[(BRIDGE, "5")],
            also: &[],
            except: &[],
            one_sided: false,
        },
        Item {
            title: "foreign errors preserved, no success for what was not delivered",
            exercised_by: &[Deed::Failed, Deed::Undelivered],
            sections: &[(BRIDGE, "6")],
            also: &[],
            except: &[],
            one_sided: true,
        },
        Item {
            title: "SafetyLabel sent where owed, its absence read as destructive",
            exercised_by: &[Deed::Changed],
            sections: &[(BRIDGE, "7"), (Document::MAP_MCP, "6.1"), (Document::MAP_MCP, "6.2"), (Document::MAP_A2A, "5")],
            also: &[],
            except: &[],
            one_sided: true,
        },
        Item {
            title: "notifications carried, never answered",
            exercised_by: &[Deed::Notified],
            sections: &[(BRIDGE, "8")],
            also: &[],
            except: &[],
            one_sided: false,
        },
    ],
    recorded: &[],
};

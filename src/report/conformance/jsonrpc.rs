//! NPAMP-CC-JSONRPC, section 10.

use super::book::{Book, Item, Recorded};
use crate::spec::clause::Document;
use crate::store::tally::{Deed, Party};

const CARRIAGE: Document = Document::CC_JSONRPC;
const BRIDGE: Document = Document::BRIDGE;

/// Rules of section 6 that are about failures below the protocol.
const UNDELIVERED: &[&str] = &["error/fabricated-name", "error/code-named-transport", "error/code-is-transport"];

pub(super) static BOOK: Book = Book {
    document: CARRIAGE,
    section: "10",
    party: Party::JsonRpc,
    items: &[
        Item {
            title: "objects carried octet for octet",
            exercised_by: &[Deed::Carried],
            sections: &[(CARRIAGE, "1.2"), (CARRIAGE, "2"), (CARRIAGE, "3"), (BRIDGE, "1")],
            also: &[],
            except: &[],
            one_sided: true,
        },
        Item {
            title: "requests: kind, method, correlation",
            exercised_by: &[Deed::Requested],
            sections: &[(CARRIAGE, "4")],
            also: &["bridge/request-empty-corr"],
            except: &[],
            one_sided: false,
        },
        Item {
            title: "success responses",
            exercised_by: &[Deed::Succeeded],
            sections: &[(CARRIAGE, "5")],
            also: &["bridge/reply-empty-corr"],
            except: &[],
            one_sided: false,
        },
        Item {
            title: "error responses verbatim",
            exercised_by: &[Deed::Failed],
            sections: &[(CARRIAGE, "6")],
            also: &["error/free-text", "error/transport-holds-json"],
            except: UNDELIVERED,
            one_sided: true,
        },
        Item {
            title: "delivery failures as transport errors",
            exercised_by: &[Deed::Undelivered],
            sections: &[],
            also: UNDELIVERED,
            except: &[],
            one_sided: true,
        },
        Item {
            title: "notifications",
            exercised_by: &[Deed::Notified],
            sections: &[(CARRIAGE, "7"), (BRIDGE, "8")],
            also: &[],
            except: &[],
            one_sided: false,
        },
        Item {
            title: "correlation and ids",
            exercised_by: &[Deed::Replied],
            sections: &[(CARRIAGE, "8"), (CARRIAGE, "8.1"), (CARRIAGE, "8.2"), (CARRIAGE, "8.3"), (CARRIAGE, "8.4"), (BRIDGE, "5")],
            also: &["corr/id-mismatch", "corr/id-type-changed", "corr/id-precision-lost", "corr/success-null-id"],
            except: &[],
            one_sided: false,
        },
        Item {
            title: "SafetyLabel fail-safe",
            exercised_by: &[Deed::Changed],
            sections: &[(CARRIAGE, "9"), (BRIDGE, "7"), (Document::MAP_MCP, "6.1"), (Document::MAP_MCP, "6.2"), (Document::MAP_A2A, "5")],
            also: &[],
            except: &[],
            one_sided: true,
        },
    ],
    recorded: &[
        Recorded { name: "request/success", shown_by: Deed::PairOfSuccess },
        Recorded { name: "error with data", shown_by: Deed::PairOfErrorWithData },
        Recorded { name: "notification", shown_by: Deed::Notified },
        Recorded { name: "transport error", shown_by: Deed::PairOfUndelivered },
    ],
};

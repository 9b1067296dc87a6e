//! NPAMP-MAP-MCP, section 10.

use super::book::{Book, Item};
use crate::spec::clause::Document;
use crate::store::tally::{Deed, Party};

const MAPPING: Document = Document::MAP_MCP;
const CARRIAGE: Document = Document::CC_JSONRPC;

pub(super) static BOOK: Book = Book {
    document: MAPPING,
    section: "10",
    party: Party::Mcp,
    items: &[
        Item {
            title: "MCP objects under protocol 0x01, octet for octet",
            exercised_by: &[Deed::Carried],
            sections: &[(MAPPING, "2"), (MAPPING, "3"), (CARRIAGE, "2"), (CARRIAGE, "3")],
            also: &[],
            except: &[],
            one_sided: true,
        },
        Item {
            title: "requests, responses, errors and notifications in their frames",
            exercised_by: &[Deed::Requested, Deed::Succeeded, Deed::Failed, Deed::Notified],
            sections: &[(MAPPING, "4"), (MAPPING, "4.3"), (CARRIAGE, "4"), (CARRIAGE, "5"), (CARRIAGE, "6"), (CARRIAGE, "7")],
            also: &[],
            except: &[],
            one_sided: false,
        },
        Item {
            title: "either peer may ask",
            exercised_by: &[Deed::RequestedInReverse],
            sections: &[(MAPPING, "4.1"), (MAPPING, "4.2")],
            also: &[],
            except: &[],
            one_sided: false,
        },
        Item {
            title: "initialize transparent and in order",
            exercised_by: &[Deed::Opened],
            sections: &[(MAPPING, "5")],
            also: &[],
            except: &[],
            one_sided: true,
        },
        Item {
            title: "labels on requests that change state, of tools by annotation",
            exercised_by: &[Deed::Changed],
            sections: &[(MAPPING, "6.1"), (MAPPING, "6.2"), (Document::BRIDGE, "7")],
            also: &[],
            except: &[],
            one_sided: false,
        },
        Item {
            title: "a missing label read as destructive",
            exercised_by: &[Deed::Unlabelled],
            sections: &[(MAPPING, "6"), (MAPPING, "10(6)")],
            also: &[],
            except: &[],
            one_sided: true,
        },
        Item {
            title: "sessions on the Bridge channel, whole",
            exercised_by: &[Deed::Carried],
            sections: &[(MAPPING, "7")],
            also: &[],
            except: &[],
            one_sided: false,
        },
        Item {
            title: "no transport bindings, no state across associations",
            exercised_by: &[Deed::Opened],
            sections: &[(MAPPING, "8")],
            also: &[],
            except: &[],
            one_sided: false,
        },
    ],
    recorded: &[],
};

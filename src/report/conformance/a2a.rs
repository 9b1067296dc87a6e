//! NPAMP-MAP-A2A, section 14.

use super::book::{Book, Item};
use crate::spec::clause::Document;
use crate::store::tally::{Deed, Party};

const MAPPING: Document = Document::MAP_A2A;
const CARRIAGE: Document = Document::CC_JSONRPC;
const STREAM: Document = Document::CC_STREAM;

/// Rules that section 6 has on taking a stream up again.
const RESUMPTION: &[&str] = &[
    "a2a/resubscribe-corr",
    "stream/resume-replayed",
    "stream/silent-restart",
    "stream/resume-reported-success",
    "stream/resume-not-resumable",
    "stream/resume-cursor-high",
    "stream/resume-after-cancel",
    "stream/resume-unknown-corr",
    "stream/notresumable-context",
];

pub(super) static BOOK: Book = Book {
    document: MAPPING,
    section: "14",
    party: Party::A2a,
    items: &[
        Item {
            title: "A2A objects under protocol 0x02",
            exercised_by: &[Deed::Carried],
            sections: &[(MAPPING, "3"), (CARRIAGE, "3")],
            also: &[],
            except: &[],
            one_sided: false,
        },
        Item {
            title: "unary methods, with errors verbatim",
            exercised_by: &[Deed::RequestedUnary],
            sections: &[(MAPPING, "4"), (CARRIAGE, "4"), (CARRIAGE, "5"), (CARRIAGE, "6"), (CARRIAGE, "8.1")],
            also: &[],
            except: &[],
            one_sided: true,
        },
        Item {
            title: "labels on methods that change state",
            exercised_by: &[Deed::Changed],
            sections: &[(MAPPING, "5"), (Document::BRIDGE, "7")],
            also: &[],
            except: &[],
            one_sided: true,
        },
        Item {
            title: "streams: one event a frame, rising, the final one in the end",
            exercised_by: &[Deed::Streamed],
            sections: &[(MAPPING, "6"), (STREAM, "*")],
            also: &[],
            except: RESUMPTION,
            one_sided: false,
        },
        Item {
            title: "resubscribe resumes or is refused",
            exercised_by: &[Deed::Resumed],
            sections: &[],
            also: RESUMPTION,
            except: &[],
            one_sided: false,
        },
        Item {
            title: "cards as documents, on one channel",
            exercised_by: &[Deed::Documented],
            sections: &[(MAPPING, "7")],
            also: &[],
            except: &[],
            one_sided: true,
        },
        Item {
            title: "push notification methods and their errors verbatim",
            exercised_by: &[Deed::Pushed],
            sections: &[(MAPPING, "8")],
            also: &[],
            except: &[],
            one_sided: true,
        },
        Item {
            title: "only on the channels of section 9",
            exercised_by: &[Deed::Enveloped],
            sections: &[(MAPPING, "9")],
            also: &["bridge/wrong-channel"],
            except: &[],
            one_sided: false,
        },
        Item {
            title: "no code points of its own",
            exercised_by: &[Deed::Enveloped],
            sections: &[(MAPPING, "10")],
            also: &["frame/tlv-critical-unknown", "bridge/type-undefined"],
            except: &[],
            one_sided: false,
        },
    ],
    recorded: &[],
};

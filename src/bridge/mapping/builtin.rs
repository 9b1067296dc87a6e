//! The mappings that come with the program, in the order of the protocol registry.

use std::sync::LazyLock;

use super::{Mapping, schema};
use crate::base::limits::Limits;

/// Lists the files.
macro_rules! files {
    ($($file:literal)+) => { &[$(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/mappings/", $file, ".toml"))),+] };
}

/// One file a protocol.
const FILES: &[&str] = files! {
    "mcp"
    "a2a"
    "http"
    "websocket"
    "acp"
    "anp"
    "ag-ui"
    "ap2"
    "ucp"
    "aitp"
    "lmos"
    "oasf"
    "fipa-acl"
    "agents-json"
    "agent-spec"
    "agentscript"
    "maf"
    "agntcy"
    "nlip"
    "toa"
    "memofs"
};

/// The files, read. One that cannot be read is left out; a test holds that there is none.
pub(super) static MAPPINGS: LazyLock<Vec<Mapping>> =
    LazyLock::new(|| FILES.iter().filter_map(|text| schema::parse(text, &Limits::default()).ok()).collect());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_can_be_read() {
        for text in FILES {
            if let Err(fault) = schema::parse(text, &Limits::default()) {
                panic!("{}: {fault}", text.lines().next().unwrap_or_default());
            }
        }
        assert_eq!(MAPPINGS.len(), 21);
    }

    #[test]
    fn every_file_of_the_folder_is_listed() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/mappings")).unwrap();
        assert_eq!(folder.count(), FILES.len());
    }

    #[test]
    fn every_method_is_found_by_its_name_and_by_no_other() {
        for mapping in MAPPINGS.iter().filter(|mapping| mapping.matching != super::super::Matching::HttpTarget) {
            for method in &mapping.methods {
                assert_eq!(mapping.find(method.name.as_bytes()), Some(method));
                assert_eq!(mapping.find(method.name.get(1..).unwrap().as_bytes()), None);
                let folded = method.name.to_uppercase();
                assert!(folded == *method.name || mapping.find(folded.as_bytes()).is_none());
            }
            assert_eq!(mapping.find(b""), None);
        }
    }

    #[test]
    fn a_method_of_http_is_found_by_verb_and_target() {
        let name = |of: &str, request: &str| {
            let mapping = MAPPINGS.iter().find(|mapping| &*mapping.name == of).unwrap();
            mapping.find(request.as_bytes()).map(|method| method.name.to_string())
        };
        assert_eq!(name("ACP", "POST /runs/7").as_deref(), Some("resumeRun"));
        assert_eq!(name("ACP", "GET /agents?limit=1").as_deref(), Some("listAgents"));
        assert_eq!(name("ACP", "DELETE /runs/7"), None);
        assert_eq!(name("HTTP", "DELETE /runs/7").as_deref(), Some("DELETE"));
        assert_eq!(name("Toa", "pots/_id/PUT").as_deref(), Some("PUT"));
        assert_eq!(name("Toa", "pots/GET/PUTS"), None);
    }
}

//! The ready-made demonstrations.

use super::Scenario;

mod agents;
mod faults;
mod tools;

/// A demonstration capture.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// What `npscope sample NAME` calls it.
    pub name: &'static str,
    /// What it shows, in one sentence.
    pub about: &'static str,
    /// Builds the traffic.
    pub build: fn(&mut Scenario),
}

/// Every demonstration, in the order of the listing.
pub const SAMPLES: &[Sample] = &[
    Sample {
        name: "mcp-session",
        about: "A conformant MCP session: labels of every class, requests of both sides, one error.",
        build: tools::session,
    },
    Sample {
        name: "a2a-stream",
        about: "Conformant A2A: a message, two streams, one of them cancelled by a labelled request.",
        build: agents::streams,
    },
    Sample { name: "violations", about: "An MCP session in which every exchange breaks another rule.", build: faults::violations },
];

/// The demonstration of a name.
pub fn find(name: &str) -> Option<&'static Sample> {
    SAMPLES.iter().find(|sample| sample.name == name)
}

impl Sample {
    /// The traffic of it.
    pub fn scenario(&self) -> Scenario {
        let mut scenario = Scenario::new();
        (self.build)(&mut scenario);
        scenario
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_fresh() {
        #[expect(clippy::disallowed_methods, reason = "the test asks whether it shall write")]
        let update = std::env::var_os("UPDATE_SAMPLES").is_some();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/samples");
        for sample in SAMPLES {
            let scenario = sample.scenario();
            for (suffix, octets) in [("pcapng", scenario.pcapng(false)), ("keys", scenario.keys().into_bytes())] {
                let path = format!("{folder}/{}.{suffix}", sample.name);
                if update {
                    std::fs::write(&path, &octets).expect("the folder of samples can be written");
                }
                let stored = std::fs::read(&path).unwrap_or_default();
                assert!(stored == octets, "{path} differs from what is built; UPDATE_SAMPLES=1 writes it");
            }
        }
    }

    #[test]
    fn a_sample_is_found_by_its_name() {
        assert_eq!(find("violations").map(|sample| sample.name), Some("violations"));
        assert!(find("nonsense").is_none());
    }
}

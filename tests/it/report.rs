//! The text report: what leads, what is bounded.

use npscope::base::direction::Direction;
use npscope::scenario::{FrameSpec, Scenario};
use npscope::spec::channel::Channel;
use npscope::spec::frame_type::FrameType;

use crate::program::{folder, run};

/// A session with `count` frames whose reserved octets are set.
fn faulty(count: usize) -> Scenario {
    let mut scenario = Scenario::new();
    scenario.mcp_session();
    for _ in 0..count {
        scenario.frame(Direction::C2s, FrameSpec::new(Channel::BRIDGE, FrameType::PING).reserved(3, 1));
        scenario.frame(Direction::S2c, FrameSpec::new(Channel::BRIDGE, FrameType::PONG));
    }
    scenario
}

fn report(count: usize) -> Vec<String> {
    let folder = folder(&faulty(count));
    let audit = run(folder.path(), &["audit", "a.pcapng", "-k", "a.keys", "--select", "frame"]);
    assert_eq!((audit.status, audit.err.as_str()), (1, ""));
    audit.out.lines().map(str::to_owned).collect()
}

#[test]
fn the_finding_leads_then_where_then_why() {
    let lines = report(1);
    assert!(lines[0].starts_with("a.pcapng   ") && lines[0].ends_with("all opened"), "{lines:#?}");
    assert!(lines[2].starts_with("\u{2716} frame/reserved-nonzero   once   "), "{lines:#?}");
    assert!(lines[3].contains("CORE \u{a7}4.2, certain"), "{lines:#?}");
    assert!(lines[4].contains("association 1   frame ") && lines[4].contains("   c2s   "), "{lines:#?}");
    assert!(lines[5].contains("reserved octets are not zero"), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("verdict: findings   1 error   (evidence ")), "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("npscope explain frame/reserved-nonzero   tells more"));
}

#[test]
fn many_findings_of_a_rule_take_few_lines() {
    let lines = report(300);
    assert!(lines.iter().any(|line| line.contains("frame/reserved-nonzero   300 times")), "{lines:#?}");
    let more = lines.iter().find(|line| line.contains("295 more: frames ")).expect("the rest is counted");
    assert!(more.ends_with('\u{2026}') && more.len() < 140, "{more}");
    assert!(lines.len() < 50, "{lines:#?}");
}

#[test]
fn the_rest_of_a_few_names_every_frame() {
    let lines = report(7);
    let more = lines.iter().find(|line| line.contains("2 more: frames ")).expect("the rest is counted");
    assert!(!more.ends_with('\u{2026}'), "{more}");
}

#[test]
fn findings_under_clauses_of_no_listed_section_have_a_line_of_their_own() {
    let folder = folder(&npscope::scenario::sample::find("violations").unwrap().scenario());
    let audit = run(folder.path(), &["audit", "a.pcapng", "-k", "a.keys", "--fail-on", "never"]);
    let line = audit.out.lines().find(|line| line.starts_with("Other clauses")).expect("the line");
    // Escapes in an error message, a skipped and a repeated sequence number, reserved octets, a wrong CRC: all of CORE and OBSERVER.
    assert!(line.ends_with("5  see findings"), "{line}");
}

//! The published vectors of native bodies: what they call valid or acceptable is read without a fault, what they call invalid shows
//! the fault they name.

use npscope::base::text::hex;
use npscope::codec::cbor::fault::Reason;
use npscope::codec::cbor::scan::Bounds;
use npscope::native::body::Body;
use npscope::native::fault::FieldReason;
use npscope::native::schema;
use npscope::spec::channel::Channel;
use npscope::spec::frame_type::FrameType;
use serde_json::Value;

use crate::vectors::shared;

const CHANNELS: [(&str, Channel); 10] = [
    ("memory", Channel::MEMORY),
    ("stream", Channel::STREAM),
    ("capability", Channel::CAPABILITY),
    ("immune", Channel::IMMUNE),
    ("settlement", Channel::SETTLEMENT),
    ("telemetry", Channel::TELEMETRY),
    ("commerce", Channel::COMMERCE),
    ("interaction", Channel::INTERACTION),
    ("workflow", Channel::WORKFLOW),
    ("knowledge", Channel::KNOWLEDGE),
];

/// Whether the body shows the fault that a vector names.
fn shows(body: &Body<'_>, flag: &str) -> bool {
    let has = |wanted: fn(FieldReason) -> bool| body.faults.iter().any(|fault| wanted(fault.reason));
    match flag {
        "NonDeterministicCBOR" => body.scan.worst().is_some_and(|fault| matches!(fault.reason, Reason::NotShortest | Reason::KeyOrder)),
        "NotAMap" => body.scan.worst().is_some_and(|fault| fault.reason == Reason::NotMap),
        "UnknownNegativeKey" => body.negative.is_some(),
        "FrameKindMismatch" => body.other_kind().is_some(),
        "MissingRequiredKey" => has(|reason| matches!(reason, FieldReason::Missing | FieldReason::CorrMissing)),
        "WrongMajorType" => has(|reason| matches!(reason, FieldReason::Type { .. } | FieldReason::CorrShape)),
        "EnvelopeWrongType" => has(|reason| matches!(reason, FieldReason::CorrShape | FieldReason::Type { .. })),
        "EnvelopeEmptyCorr" => has(|reason| reason == FieldReason::CorrShape),
        "MalformedAmount" => has(|reason| reason == FieldReason::Amount),
        "UpdateNeitherResultsNorRemoved" => has(|reason| reason == FieldReason::NoneOf),
        // Which fields go together is the matter of rules, except where a correlation needs its subscription.
        "MalformedPayload" => has(|reason| reason == FieldReason::CorrPresent) || body.entries.len() == 2,
        "LegPartyNotNamed" => body.faults.is_empty(),
        other => panic!("a vector names {other}"),
    }
}

fn check(channel: Channel, test: &Value) {
    let frame_type = FrameType(u16::try_from(test["in"]["frameType"].as_u64().unwrap()).unwrap());
    let octets = npscope::base::text::unhex(test["in"]["body"].as_str().unwrap()).unwrap();
    let (companion, schema) = schema(channel, frame_type).unwrap();
    let body = Body::read(companion, schema, &octets, Bounds::default());
    if test["result"] == "invalid" {
        let flags: Vec<&str> =
            test["flags"].as_array().unwrap().iter().filter_map(Value::as_str).filter(|flag| *flag != "MustReject").collect();
        assert!(!flags.is_empty() && flags.iter().all(|flag| shows(&body, flag)), "{test}: {body:?}");
        return;
    }
    assert!(body.is_sound() && body.faults.is_empty() && body.negative.is_none() && body.stray_float.is_none(), "{test}: {body:?}");
    assert_eq!(body.other_kind(), None, "{test}");
    let expected = &test["expected"];
    assert_eq!(body.value(0).and_then(|kind| kind.uint()), expected["frame_kind"].as_u64(), "{test}");
    assert_eq!(body.corr().map(hex).as_deref(), expected["corr"].as_str(), "{test}");
    assert_eq!(body.sub_stream(), expected["sub_stream_id"].as_u64(), "{test}");
}

#[test]
pub(crate) fn reads_every_published_native_body() {
    for (file, wanted) in [("gen2/conformance-corpus.json", 158), ("gen3/conformance-corpus.json", 158)] {
        let Some(corpus) = shared(file) else { return };
        let groups: Vec<&Value> = corpus["testGroups"].as_array().unwrap().iter().collect();
        let bodies = groups.iter().filter(|group| group["op"].as_str().unwrap().ends_with(".body.decode"));
        let mut ran = 0;
        for group in bodies {
            let name = group["op"].as_str().unwrap().trim_end_matches(".body.decode");
            let (_, channel) = CHANNELS.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no channel for {name}"));
            for test in group["tests"].as_array().unwrap() {
                check(*channel, test);
                ran += 1;
            }
        }
        assert_eq!(ran, wanted, "{file}");
        crate::vectors::ran(ran);
    }
}

//! Names of the frame types that companions define on native channels.

use super::channel::Channel;

/// The name of a type on a native channel.
pub(super) const fn native(channel: Channel, frame_type: u16) -> Option<&'static str> {
    match channel {
        Channel::STREAM => stream(frame_type),
        Channel::MEMORY => memory(frame_type),
        Channel::CAPABILITY => capability(frame_type),
        Channel::IMMUNE => immune(frame_type),
        Channel::SETTLEMENT => settlement(frame_type),
        Channel::SENSORY => sensory(frame_type),
        Channel::TELEMETRY => telemetry(frame_type),
        Channel::COMMERCE => commerce(frame_type),
        Channel::INTERACTION => interaction(frame_type),
        Channel::WORKFLOW => workflow(frame_type),
        Channel::KNOWLEDGE => knowledge(frame_type),
        Channel::SPATIAL => spatial(frame_type),
        Channel::DISCOVERY => discovery(frame_type),
        _ => None,
    }
}

const fn stream(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x0100 => "STREAM_OPEN",
        0x0101 => "STREAM_DATA",
        0x0102 => "STREAM_CLOSE",
        0x0103 => "STREAM_RESET",
        0x0104 => "STREAM_WINDOW_UPDATE",
        _ => return None,
    })
}

const fn memory(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x0035 => "MEMORY_EVICT",
        0x0036 => "MEMORY_REVIVE",
        0x0100 => "MEMORY_CREATE_REQ",
        0x0101 => "MEMORY_CREATE_RESULT",
        0x0102 => "MEMORY_READ_REQ",
        0x0103 => "MEMORY_READ_RESULT",
        0x0104 => "MEMORY_UPDATE_REQ",
        0x0105 => "MEMORY_UPDATE_RESULT",
        0x0106 => "MEMORY_DELETE_REQ",
        0x0107 => "MEMORY_DELETE_RESULT",
        0x0108 => "MEMORY_RETRIEVE_REQ",
        0x0109 => "MEMORY_RETRIEVE_RESULT",
        0x010A => "MEMORY_RETRIEVE_STREAM_DATA",
        0x010B => "MEMORY_RETRIEVE_STREAM_END",
        0x010C => "MEMORY_STATUS_REQ",
        0x010D => "MEMORY_STATUS_RESULT",
        0x010E => "MEMORY_ERROR",
        _ => return None,
    })
}

const fn capability(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x0060 => "CAP_TOKEN_PRESENT",
        0x0061 => "CAP_TOKEN_ACCEPT",
        0x0062 => "CAP_TOKEN_CHALLENGE",
        0x0063 => "CAP_TOKEN_PROOF",
        0x0100 => "CAP_ISSUE_REQ",
        0x0101 => "CAP_ISSUE_RESULT",
        0x0102 => "CAP_DELEGATE_REQ",
        0x0103 => "CAP_DELEGATE_RESULT",
        0x0104 => "CAP_REVOKE_REQ",
        0x0105 => "CAP_REVOKE_RESULT",
        0x0106 => "CAP_LOOKUP_REQ",
        0x0107 => "CAP_LOOKUP_RESULT",
        0x0108 => "CAP_ERROR",
        _ => return None,
    })
}

const fn immune(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x00C0 => "IMMUNE_GOSSIP_ADVERTISE",
        0x00C1 => "IMMUNE_GOSSIP_ACK",
        0x00C2 => "IMMUNE_GOSSIP_PULL_REQ",
        0x00C3 => "IMMUNE_GOSSIP_PULL_RESULT",
        0x00C4 => "IMMUNE_GOSSIP_RETRACT",
        0x0100 => "IMMUNE_REPORT_REQ",
        0x0101 => "IMMUNE_REPORT_RESULT",
        0x0102 => "IMMUNE_ERROR",
        _ => return None,
    })
}

const fn settlement(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x00A0 => "SETTLE_BATCH_COMMIT_REQ",
        0x00A1 => "SETTLE_BATCH_COMMIT_RESULT",
        0x0100 => "SETTLE_INTENT_REQ",
        0x0101 => "SETTLE_INTENT_RESULT",
        0x0102 => "RECEIPT_REQ",
        0x0103 => "RECEIPT_RESULT",
        0x0104 => "SETTLE_ERROR",
        _ => return None,
    })
}

const fn sensory(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x0100 => "SENSORY_OBSERVE",
        0x0101 => "SENSORY_SUBSCRIBE",
        0x0102 => "SENSORY_SUB_ACK",
        0x0103 => "SENSORY_UNSUBSCRIBE",
        0x0104 => "SENSORY_CREDIT",
        0x0105 => "SENSORY_ERROR",
        _ => return None,
    })
}

const fn telemetry(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x0100 => "TELEMETRY_REPORT",
        0x0101 => "TELEMETRY_SUBSCRIBE",
        0x0102 => "TELEMETRY_SUB_ACK",
        0x0103 => "TELEMETRY_UNSUBSCRIBE",
        0x0104 => "TELEMETRY_CREDIT",
        0x0105 => "TELEMETRY_ERROR",
        _ => return None,
    })
}

const fn commerce(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x0100 => "COMMERCE_MANDATE_CREATE_REQ",
        0x0101 => "COMMERCE_MANDATE_CREATE_RESULT",
        0x0102 => "COMMERCE_MANDATE_READ_REQ",
        0x0103 => "COMMERCE_MANDATE_READ_RESULT",
        0x0104 => "COMMERCE_MANDATE_REVOKE_REQ",
        0x0105 => "COMMERCE_MANDATE_REVOKE_RESULT",
        0x0106 => "COMMERCE_MANDATE_STATUS_REQ",
        0x0107 => "COMMERCE_MANDATE_STATUS_RESULT",
        0x0108 => "COMMERCE_INTENT_PROPOSE_REQ",
        0x0109 => "COMMERCE_INTENT_PROPOSE_RESULT",
        0x010A => "COMMERCE_INTENT_RESPOND_REQ",
        0x010B => "COMMERCE_INTENT_RESPOND_RESULT",
        0x010C => "COMMERCE_INTENT_STATUS_REQ",
        0x010D => "COMMERCE_INTENT_STATUS_RESULT",
        0x010E => "COMMERCE_ERROR",
        _ => return None,
    })
}

const fn interaction(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x0100 => "INTERACT_EVENT",
        0x0101 => "INTERACT_EVENT_ACK",
        0x0102 => "INTERACT_PROMPT_REQ",
        0x0103 => "INTERACT_PROMPT_RESULT",
        0x0104 => "INTERACT_APPROVAL_REQ",
        0x0105 => "INTERACT_APPROVAL_RESULT",
        0x0106 => "INTERACT_CANCEL",
        0x0107 => "INTERACT_ERROR",
        _ => return None,
    })
}

const fn workflow(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x0100 => "WORKFLOW_SUBMIT_REQ",
        0x0101 => "WORKFLOW_SUBMIT_RESULT",
        0x0102 => "WORKFLOW_STATUS_REQ",
        0x0103 => "WORKFLOW_STATUS_RESULT",
        0x0104 => "WORKFLOW_CANCEL_REQ",
        0x0105 => "WORKFLOW_CANCEL_RESULT",
        0x0106 => "WORKFLOW_STEP_EVENT",
        0x0107 => "WORKFLOW_COMPLETE",
        0x0108 => "WORKFLOW_ERROR",
        _ => return None,
    })
}

const fn knowledge(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x0100 => "KNOWLEDGE_QUERY_REQ",
        0x0101 => "KNOWLEDGE_QUERY_RESULT",
        0x0102 => "KNOWLEDGE_QUERY_STREAM_DATA",
        0x0103 => "KNOWLEDGE_QUERY_STREAM_END",
        0x0104 => "KNOWLEDGE_SUBSCRIBE_REQ",
        0x0105 => "KNOWLEDGE_SUBSCRIBE_ACK",
        0x0106 => "KNOWLEDGE_UPDATE",
        0x0107 => "KNOWLEDGE_CREDIT",
        0x0108 => "KNOWLEDGE_UNSUBSCRIBE",
        0x0109 => "KNOWLEDGE_ERROR",
        _ => return None,
    })
}

const fn spatial(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x0100 => "FRAME_DEF",
        0x0101 => "TRANSFORM",
        0x0102 => "POSE_UPDATE",
        0x0103 => "STATE_DELTA",
        0x0104 => "OCCUPANCY_UPDATE",
        0x0105 => "SPATIAL_QUERY",
        0x0106 => "SPATIAL_SNAPSHOT",
        0x0107 => "SPATIAL_ERROR",
        _ => return None,
    })
}

const fn discovery(frame_type: u16) -> Option<&'static str> {
    Some(match frame_type {
        0x0100 => "DISCO_QUERY",
        0x0101 => "DISCO_RESULT",
        0x0102 => "DISCO_ERROR",
        0x0103 => "DISCO_ANNOUNCE",
        0x0104 => "DISCO_SUBSCRIBE",
        0x0105 => "DISCO_UPDATE",
        0x0106 => "DISCO_UNSUBSCRIBE",
        _ => return None,
    })
}

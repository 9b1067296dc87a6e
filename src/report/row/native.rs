//! What rows say of native bodies, read back from their octets.

use super::bridge::Keys;
use crate::base::id::FrameId;
use crate::base::text::{hex, show};
use crate::codec::cbor::scan::Bounds;
use crate::native;
use crate::native::body::Body;
use crate::report::Context;
use crate::store::row::{ExchangeRow, FrameRow};

/// The correlation of an exchange of a native channel, from its request, else from its first frame.
pub(in crate::report) fn keys(context: &Context<'_>, row: &ExchangeRow) -> Keys {
    let id = row.request.unwrap_or(row.first);
    let said = context.snapshot.frame(id).and_then(|frame| read(context, id, frame, |body| body.corr().map(hex)));
    Keys { id: None, correlation_hex: said.flatten() }
}

/// What a native frame says, in a few words, escaped; empty for any other frame.
pub(in crate::report) fn words(context: &Context<'_>, id: FrameId, row: &FrameRow) -> String {
    read(context, id, row, said).unwrap_or_default()
}

fn read<T>(context: &Context<'_>, id: FrameId, row: &FrameRow, of: impl FnOnce(&Body<'_>) -> T) -> Option<T> {
    native::schema(row.channel, row.frame_type).filter(|_| row.complete)?;
    let plain = context.octets(id)?.plain?;
    let (companion, schema) = native::of(row.channel, row.frame_type, &plain)?;
    Some(of(&Body::read(companion, schema, &plain, Bounds::default())))
}

fn said(body: &Body<'_>) -> String {
    if body.map.is_none() {
        return "no CBOR map".to_owned();
    }
    let named = ["record_id", "task_id", "token_id", "mandate_id", "intent_id"].into_iter().find_map(|name| body.text(name));
    let code = body.error_code().map(|(code, _)| {
        let name = body.companion.errors.iter().find(|(known, _)| *known == code).map_or("not defined", |(_, name)| name);
        format!("error {code} {name}")
    });
    let words = [
        body.sub_stream().map(|id| format!("sub-stream {id}")),
        body.uint("offset").map(|offset| format!("at {offset}")),
        named.map(show),
        code,
        body.corr().map(|corr| if std::str::from_utf8(corr).is_ok() { show(corr) } else { hex(corr) }),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

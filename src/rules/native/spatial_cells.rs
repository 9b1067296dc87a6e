//! `native/spatial-cells`

use crate::rules::bodies::is_readable;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That an occupancy grid of encoding 0 has one cell for each of width times height.
    /// ## Why it matters
    /// A receiver reads cells of the wrong place, or beyond the end.
    /// ## What to do
    /// Send as many cells as the grid has.
    pub static SPATIAL_CELLS = {
        id: "native/spatial-cells", severity: Error, certainty: Certain,
        clause: Must SPATIAL "5.5", scope: Frame, fault: Sender,
        check: Native(check),
        fixtures: [
            "five cells for two by three" => 1, |s| { s.profile(Profile::HIGH).native(S2c, grid(0, 5)); };
            "six cells for two by three" => 0, |s| { s.profile(Profile::HIGH).native(S2c, grid(0, 6)); };
            "another encoding" => 0, |s| { s.profile(Profile::HIGH).native(S2c, grid(1, 5)); };
        ],
    }
}

fn grid(encoding: i64, cells: usize) -> NativeSpec {
    let zeros = |count: usize| Cbor::List(vec![Cbor::Float(0.0); count]);
    let spec = NativeSpec::new(Channel::SPATIAL, 0x0104).int(1, 17).text(3, "map").set(4, Cbor::Float(0.1)).int(5, 2).int(6, 3);
    spec.list(7, [zeros(3), zeros(4)]).int(8, encoding).bytes(9, &vec![0; cells])
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let body = native.body;
    if native.frame.header.channel != Channel::SPATIAL || body.uint("encoding") != Some(0) || !is_readable(native) {
        return;
    }
    let (Some(width), Some(height), Some(cells)) = (body.uint("width"), body.uint("height"), body.bytes("cells")) else { return };
    let wanted = u128::from(width) * u128::from(height);
    if wanted != cells.len() as u128 {
        let text = format!("a grid of {width} by {height} has {} cells", cells.len());
        sink.report(native.place_of("cells"), text).evidence("width", width).evidence("height", height).evidence("cells", cells.len());
    }
}

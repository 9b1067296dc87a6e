use std::io;
use std::sync::Arc;

use super::*;
use crate::base::input::ReadAt;
use crate::base::tree::Tree;
use crate::tui::fixture;

struct Nothing;

impl ReadAt for Nothing {
    fn read_at(&self, _: usize, _: u64, _: &mut [u8]) -> io::Result<()> {
        Err(io::ErrorKind::NotFound.into())
    }
}

fn export(order: &Order, filter: Option<&str>) -> Went {
    planned(order, filter).start().wait()
}

fn planned(order: &Order, filter: Option<&str>) -> Export {
    Export {
        order: order.clone(),
        snapshot: fixture::sample(),
        octets: Octets::new(Arc::new(Nothing)),
        packets: None,
        dissect: |_, _, _| Tree::default(),
        query: filter.map(|text| Arc::new(Query::parse(text).unwrap())),
    }
}

fn order(folder: &tempfile::TempDir, view: View, rows: Rows, format: Format) -> Order {
    let path = folder.path().join("out").to_string_lossy().into_owned();
    Order { view, rows, format, path, overwrites: false }
}

#[test]
fn writes_what_the_filter_selects_and_over_a_file_only_when_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut order = order(&folder, View::Findings, Rows::Filtered, Format::JsonLines);
    let filter = Some("finding.severity == error");
    let Went::Told(told) = export(&order, filter) else { panic!("asked") };
    let written = std::fs::read_to_string(&order.path).unwrap();
    assert_eq!(told, format!("2 findings, {} octets written to {}", crate::base::text::grouped(written.len() as u64), order.path));
    assert_eq!((written.lines().count(), written.contains("safety/missing-tool-mutating")), (2, true));
    assert_eq!(export(&order, filter), Went::Exists(order.clone()));
    order.overwrites = true;
    assert!(matches!(export(&order, None), Went::Told(told) if told.starts_with("3 findings")));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn marked_and_selected_rows_alone_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let marked = order(&folder, View::Exchanges, Rows::Marked([1, 3, 99].into()), Format::JsonLines);
    assert!(matches!(export(&marked, None), Went::Told(told) if told.starts_with("2 exchanges")));
    let lines = std::fs::read_to_string(&marked.path).unwrap();
    assert_eq!(lines.lines().count(), 2);
    let selected = Order { rows: Rows::Selected(3), format: Format::FindingsText, overwrites: true, ..marked };
    assert!(matches!(export(&selected, None), Went::Told(told) if told.starts_with("1 finding,")));
    let text = std::fs::read_to_string(&selected.path).unwrap();
    assert!(text.starts_with("error safety/missing-tool-mutating: ") && text.contains("\n  clause: "), "{text}");
}

#[test]
fn an_error_is_told_in_a_sentence_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let packets = order(&folder, View::Frames, Rows::Filtered, Format::Pcapng);
    assert!(matches!(export(&packets, None), Went::Told(told) if told.ends_with("packets of this capture are not kept")));
    let nowhere = Order { path: folder.path().join("no/such/folder").to_string_lossy().into_owned(), ..packets };
    assert!(matches!(export(&nowhere, None), Went::Told(told) if told.contains("could not be written")));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_cancelled_export_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let order = order(&folder, View::Frames, Rows::Filtered, Format::JsonLines);
    let watch = Watch::default();
    watch.cancel();
    assert_eq!(planned(&order, None).run(&watch), Went::Told(format!("cancelled: {} was not written", order.path)));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

//! The interface over a million frames: drawing each view, and the longest that a turn of the loop keeps a key waiting.

mod common;

use std::hint::black_box;
use std::sync::Arc;

use criterion::Criterion;
use npscope::store::snapshot::Snapshot;
use npscope::tui::command::{Action, View};
use npscope::tui::model::{Model, Origin, Setup};
use npscope::tui::update::{act, search};
use npscope::tui::view;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// Columns and rows of the terminal.
const SIZE: (u16, u16) = (120, 40);

fn main() {
    common::run(draw);
}

fn draw(criterion: &mut Criterion) {
    let snapshot = Arc::new(Snapshot { finished: true, ..common::million() });
    let mut group = criterion.benchmark_group("interface over a million frames");
    for view in View::ALL {
        let model = settled(&snapshot, view);
        let mut terminal = Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).expect("a terminal in memory");
        group.bench_function(format!("draw {}", view.title()), |bencher| {
            bencher.iter(|| terminal.draw(|frame| view::draw(frame, &model)).is_ok());
        });
    }
    let mut model = settled(&snapshot, View::Exchanges);
    group.bench_function("a key that moves the selection", |bencher| {
        bencher.iter(|| black_box(act(&mut model, Action::HalfDown)));
    });
    group.bench_function("the first turn after a key that sorts", |bencher| {
        bencher.iter(|| {
            act(&mut model, Action::Sort);
            black_box(search(&mut model, &mut |_| None))
        });
    });
    group.sample_size(10);
    group.bench_function("half a million exchanges sorted by latency, all turns", |bencher| {
        bencher.iter(|| {
            let mut model = settled(&snapshot, View::Exchanges);
            act(&mut model, Action::Sort);
            settle(&mut model);
            model
        });
    });
    group.finish();
}

/// A model whose every row was looked at.
fn settled(snapshot: &Arc<Snapshot>, view: View) -> Model {
    let setup = Setup {
        origin: Origin { title: "a million frames".to_owned(), ..Origin::default() },
        theme: "dark".to_owned(),
        view,
        ..Setup::default()
    };
    let mut model = Model::new(setup, SIZE, snapshot.clone());
    settle(&mut model);
    act(&mut model, Action::Last);
    settle(&mut model);
    model
}

fn settle(model: &mut Model) {
    while search(model, &mut |_| None).0 {}
}

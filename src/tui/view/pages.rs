//! Screens in the documentation are real ones: each says what was pressed at which size, and is drawn anew here.

use crate::tui::fixture::{demonstration, model, press_on};

use super::tests::{lines, screen};

/// Pages with screens.
const PAGES: [&str; 2] = ["README.md", "docs/tour.md"];
/// What stands in front of a screen: `<!-- screen: SAMPLE COLUMNSxROWS KEYS, rows FIRST-LAST -->`.
const BEGINS: &str = "<!-- screen: ";
const ENDS: &str = " -->";
const FENCE: &str = "```\n";

/// The rows of the screen that a mark asks for.
fn drawn(mark: &str) -> String {
    let (how, rows) = mark.split_once(", rows ").expect("the rows of a screen");
    let (first, last) = rows.split_once('-').expect("the first and the last row");
    let (first, last): (usize, usize) = (first.parse().unwrap(), last.parse().unwrap());
    let mut words = how.split(' ');
    let (name, size, keys) = (words.next().unwrap(), words.next().unwrap(), words.collect::<Vec<_>>().join(" "));
    let (width, height) = size.split_once('x').expect("columns and rows");
    let (snapshot, octets) = demonstration(name);
    let mut model = model(snapshot, width.parse().unwrap(), height.parse().unwrap());
    model.setup.origin.title = format!("{name}.pcapng");
    while model.world.look(usize::MAX).1 {}
    press_on(&mut model, &octets, &keys);
    let shown = lines(screen(&model).backend().buffer());
    let shown = shown.get(first - 1..last).expect("rows of the screen");
    shown.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// The page with every screen drawn anew.
fn fresh(page: &str) -> String {
    let mut parts = page.split(BEGINS);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (mark, rest) = part.split_once(ENDS).expect("the end of a mark");
        let (before, rest) = rest.split_once(FENCE).expect("a screen behind its mark");
        let (_, rest) = rest.split_once(FENCE).expect("the end of a screen");
        out.extend([BEGINS, mark, ENDS, before, FENCE, &drawn(mark), FENCE, rest]);
    }
    out
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test asks whether it shall write")]
fn screens_in_the_documentation_are_real() {
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    for name in PAGES {
        let path = format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
        let stored = std::fs::read_to_string(&path).unwrap();
        let page = fresh(&stored);
        assert!(page.contains(BEGINS), "{name} shows no screen");
        if update {
            std::fs::write(&path, &page).unwrap();
        }
        assert!(update || stored == page, "a screen in {name} is not what is drawn; UPDATE_DOCS=1 draws it");
    }
}

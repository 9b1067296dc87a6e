//! Pages that are made from declarations say what the declarations say.

/// Compares a page with what would be written now; `UPDATE_DOCS=1` writes it.
fn is_fresh(name: &str, page: &[u8]) {
    let path = format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"));
    #[expect(clippy::disallowed_methods, reason = "the test asks whether it shall write")]
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    if update {
        std::fs::write(&path, page).expect("the folder of pages can be written");
    }
    let stored = std::fs::read(&path).unwrap_or_default();
    assert!(stored == page, "docs/{name} differs from what is declared; UPDATE_DOCS=1 writes it");
}

#[test]
fn the_page_of_rules_is_what_the_rules_declare() {
    let mut page = Vec::new();
    npscope::report::catalogue::markdown(&mut page).expect("memory can be written");
    is_fresh("rules.md", &page);
}

#[test]
fn the_key_card_is_the_table_of_commands() {
    let mut page = Vec::new();
    npscope::tui::keymap::card(&mut page).expect("memory can be written");
    is_fresh("keys.md", &page);
}

#[test]
fn the_page_of_filters_is_what_the_fields_declare() {
    let mut page = Vec::new();
    npscope::store::query::markdown(&mut page).expect("memory can be written");
    is_fresh("filters.md", &page);
}

#[test]
fn the_default_configuration_is_what_the_program_prints() {
    let printed = crate::program::run(std::path::Path::new("."), &["--print-config"]);
    is_fresh("npscope.toml", printed.out.as_bytes());
}

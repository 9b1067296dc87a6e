use super::*;

fn read(text: &str) -> Result<Config, String> {
    let mut config = Config::default();
    config.take(text, Path::new("npscope.toml")).map(|()| config).map_err(|fault| {
        let (line, column) = fault.place(text);
        format!("{line}:{column}: {}", fault.message)
    })
}

#[track_caller]
fn refused(text: &str, wanted: &str) {
    let said = read(text).unwrap_err();
    assert!(said.starts_with(wanted), "{said}");
}

#[test]
fn the_working_directory_has_the_last_word() {
    let mut config = read("select = [\"bridge\"]\nmouse = false\ntheme = \"dark\"\n[filters]\na = \"seq > 1\"").unwrap();
    config.take("ignore = [\"stream\"]\ntheme = \"light\"\n[filters]\na = \"seq > 2\"", Path::new("npscope.toml")).unwrap();
    assert_eq!((config.select, config.ignore), (vec!["bridge".to_owned()], vec!["stream".to_owned()]));
    assert_eq!((config.interface.theme.as_deref(), config.interface.mouse), (Some("light"), Some(false)));
    assert_eq!(config.interface.filters, [("a".to_owned(), "seq > 2".to_owned())]);
}

#[test]
fn an_unknown_setting_is_refused_with_its_place_and_a_hint() {
    refused("mouse = true\nmoose = 1\n", "2:1: there is no setting moose (did you mean mouse?); known are select, ");
    refused("theme = \"darc\"", "1:9: there is no theme darc (did you mean dark?); known are ");
    refused("time = \"clok\"", "1:8: there is no time format clok (did you mean clock?)");
    refused("[severity]\n\"a/b\" = \"warnin\"", "2:9: there is no value warnin (did you mean warning?)");
}

#[test]
fn keys_are_checked_where_they_stand() {
    refused("[keys]\ndowm = [\"j\"]", "2:1: there is no command dowm (did you mean down?)");
    refused("[keys]\ndown = [\"j\", \"<nokey>\"]", "2:14: \"<nokey>\" is no key");
    refused("[keys]\n# twice\nquit = [\"j\"]", "3:9: j is the key of both down and quit");
    assert!(read("[keys]\nquit = [\"j\"]\ndown = [\"<down>\"]").is_ok());
}

#[test]
fn columns_filters_and_colours_are_checked_where_they_stand() {
    refused("[columns]\nframs = [\"time\"]", "2:1: there is no view frams (did you mean frames?)");
    refused("[columns]\nframes = [\"number\", \"tim\"]", "2:21: there is no column tim (did you mean time?)");
    refused("[columns]\nframes = []", "2:1: a view has at least one column");
    refused("[filters]\nslow = \"latency >\"", "2:8: the filter is wrong: ");
    refused("[filters]\n\"so slow\" = \"latency\"", "2:1: a filter's name has");
    refused("[[colors]]\nwhen = \"latency > 1s\"\nrole = \"warnin\"", "3:8: there is no role warnin (did you mean warning?)");
}

#[test]
fn the_printed_configuration_is_the_defaults() {
    let printed = defaults();
    let mut config = read(&printed).unwrap_or_else(|fault| panic!("{fault}\n{printed}"));
    assert_eq!(config.interface.mouse.take(), Some(true));
    assert_eq!(format!("{config:?}"), format!("{:?}", Config::default()));
    let uncommented: String = printed.split_inclusive('\n').map(|line| line.strip_prefix("#: ").unwrap_or(line)).collect();
    read(&uncommented).unwrap_or_else(|fault| panic!("{fault}\n{uncommented}"));
}

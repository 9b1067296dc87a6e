//! The interface in a real terminal: the program draws, takes keys, and gives the terminal back however it ends.

use std::io::{Read as _, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::scenario::{Scenario, sample};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;
use vt100::MouseProtocolMode;

/// The program in a terminal of its own.
struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    /// Everything the program wrote.
    wire: Arc<Mutex<Vec<u8>>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    folder: TempDir,
}

impl Terminal {
    /// Opens a sample at a size; with `extra` arguments and environment.
    fn open(name: &str, (columns, rows): (u16, u16), extra: &[&str], environment: &[(&str, &str)]) -> Self {
        let scenario = sample::find(name).unwrap().scenario();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.pcapng"), scenario.pcapng(false)).unwrap();
        std::fs::write(folder.path().join("a.keys"), scenario.keys()).unwrap();
        Self::launch(folder, (columns, rows), &[&["a.pcapng", "-k", "a.keys"], extra].concat(), environment)
    }

    /// Starts the program in a folder.
    fn launch(folder: TempDir, size: (u16, u16), arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        Self::spawn(env!("CARGO_BIN_EXE_npscope"), folder, size, arguments, environment)
    }

    /// Starts the program once more, in the folder where it was.
    fn again(self, arguments: &[&str]) -> Self {
        Self::launch(self.folder, (120, 40), arguments, &[])
    }

    /// Starts any program in a folder.
    fn spawn(program: &str, folder: TempDir, (columns, rows): (u16, u16), arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.cwd(folder.path());
        command.env_clear();
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env("LANG", "C.UTF-8");
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let parser = vt100::Parser::new(NonZeroU16::new(rows).unwrap(), NonZeroU16::new(columns).unwrap(), 0);
        let screen = Arc::new(Mutex::new(parser));
        let (mut reader, shown) = (pair.master.try_clone_reader().unwrap(), screen.clone());
        let wire = Arc::new(Mutex::new(Vec::new()));
        let written = Arc::clone(&wire);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                written.lock().unwrap().extend_from_slice(&buffer[..count]);
                shown.lock().unwrap().process(&buffer[..count]);
            }
        });
        Self { screen, wire, keys: pair.master.take_writer().unwrap(), child, master: pair.master, folder }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen is as `wanted`, for ten seconds at most.
    #[track_caller]
    fn wait(&self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        for _ in 0..500 {
            if wanted(self.screen.lock().unwrap().screen()) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("waited for {what}; the screen shows\n{}", self.text());
    }

    #[track_caller]
    fn wait_for(&self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    fn resize(&self, columns: u16, rows: u16) {
        let (wide, high) = (NonZeroU16::new(columns).unwrap(), NonZeroU16::new(rows).unwrap());
        self.screen.lock().unwrap().screen_mut().set_size(high, wide);
        self.master.resize(size(columns, rows)).unwrap();
    }

    fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    /// Waits for the end and checks that the terminal is as it was.
    #[track_caller]
    fn ends(&mut self) {
        self.child.wait().unwrap();
        self.wait("the terminal given back", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == MouseProtocolMode::None
        });
    }
}

const fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

#[test]
fn shows_exchanges_opens_the_detail_and_leaves_the_terminal_as_it_was() {
    let mut terminal = Terminal::open("mcp-session", (120, 40), &[], &[]);
    terminal.wait_for("verdict: clean");
    assert!(terminal.text().contains("initialize") && terminal.text().contains("all opened"));
    terminal.press("jjjjj\r");
    terminal.wait_for("payload, opened");
    terminal.wait_for("BridgeEnvelope");
    terminal.press("o");
    terminal.wait_for("[reply ");
    terminal.press("\x1b");
    terminal.wait("the list alone", |screen| !screen.contents().contains("BridgeEnvelope"));
    terminal.press("q");
    terminal.ends();
}

#[test]
fn filters_refuses_a_wrong_filter_and_starts_with_the_one_of_the_command_line() {
    let mut terminal = Terminal::open("mcp-session", (100, 30), &["-Y", "bridge.method == \"tools/call\""], &[]);
    terminal.wait_for("show all");
    terminal.wait("only the calls", |screen| screen.contents().contains("tools/call") && !screen.contents().contains("initialize"));
    terminal.press("/\x15seq >\r");
    terminal.wait_for("\u{25b2}");
    terminal.press("\x1b");
    terminal.wait_for("show all");
    terminal.press("/\x15\r");
    terminal.wait_for("initialize");
    terminal.press("q");
    terminal.ends();
}

#[test]
fn a_wrong_filter_shows_its_fault_and_a_right_one_its_count() {
    let mut terminal = Terminal::open("mcp-session", (110, 30), &[], &[]);
    terminal.wait_for("verdict: clean");
    terminal.press("/meth");
    terminal.wait_for("method of the exchange");
    terminal.press("\x15methd == \"tools/call\"\r");
    terminal.wait_for("there is no field methd (did you mean method");
    terminal.wait("the caret under the fault", |screen| {
        let lines: Vec<String> = screen.contents().lines().map(str::to_owned).collect();
        let at = |part: &str| lines.iter().find_map(|line| line.find(part).map(|at| line[..at].chars().count()));
        at("methd ==").is_some() && at("methd ==") == at("\u{25b2} there")
    });
    terminal.press("\x15method == \"tools/c\t\r");
    terminal.wait_for("method == \"tools/call\"");
    terminal.wait("the count", |screen| screen.contents().contains(" of ") && screen.contents().contains("show all"));
    terminal.press("v");
    terminal.wait_for("filter by this value");
    terminal.press("n");
    terminal.wait_for("0 of ");
    terminal.press("uu");
    terminal.wait_for("initialize");
    terminal.press("q");
    terminal.ends();
}

#[test]
fn every_signal_that_ends_the_program_gives_the_terminal_back() {
    for (signal, status) in [("-TERM", 143), ("-INT", 130), ("-HUP", 129), ("-QUIT", 131)] {
        let mut terminal = Terminal::open("violations", (80, 24), &[], &[]);
        terminal.wait_for("verdict: findings");
        terminal.signal(signal);
        assert_eq!(terminal.child.wait().unwrap().exit_code(), status, "{signal}");
        terminal.ends();
    }
}

#[test]
fn half_a_sequence_stops_neither_the_picture_nor_signals() {
    for half in ["\x1b[", "\x1bO", "\x1b[<", "\x1b[1;", "\x1b[200~abc", "\x1b[201~"] {
        let mut terminal = Terminal::open("mcp-session", (80, 24), &[], &[]);
        terminal.wait_for("verdict: clean");
        terminal.press(half);
        thread::sleep(Duration::from_millis(50));
        terminal.resize(40, 10);
        terminal.wait_for("1Exch");
        terminal.signal("-TERM");
        terminal.ends();
    }
}

#[test]
fn suspending_gives_the_terminal_back_until_the_shell_resumes() {
    let mut terminal = Terminal::open("violations", (80, 24), &[], &[]);
    terminal.wait_for("verdict: findings");
    terminal.press("\x1a");
    terminal.wait("the terminal given back", |screen| !screen.alternate_screen() && !screen.hide_cursor());
    terminal.signal("-CONT");
    terminal.wait("the interface again", |screen| screen.alternate_screen() && screen.contents().contains("verdict: findings"));
    terminal.press("j2");
    terminal.wait_for("CLIENT_HELLO");
    terminal.press("q");
    terminal.ends();
}

#[test]
fn a_stop_from_outside_is_got_over_although_the_modes_were_set_back_meanwhile() {
    let mut terminal = Terminal::open("violations", (80, 24), &[], &[]);
    terminal.wait_for("verdict: findings");
    terminal.signal("-STOP");
    // What a shell does when a job of it stops.
    let name = terminal.master.tty_name().unwrap();
    assert!(Command::new("stty").arg("-F").arg(name).arg("sane").status().unwrap().success());
    terminal.signal("-CONT");
    thread::sleep(Duration::from_millis(300));
    terminal.press("j2");
    terminal.wait_for("CLIENT_HELLO");
    terminal.press("q");
    terminal.ends();
}

#[test]
fn a_resize_is_followed_down_to_too_small_and_back() {
    let mut terminal = Terminal::open("violations", (120, 40), &[], &[]);
    terminal.wait_for("verdict: findings");
    terminal.resize(40, 10);
    terminal.wait_for("1Exch");
    terminal.resize(30, 5);
    terminal.wait_for("too small");
    terminal.resize(80, 24);
    terminal.wait_for("1 Exch");
    terminal.press("q");
    terminal.ends();
}

#[test]
fn copying_goes_through_the_terminal_and_is_told() {
    let mut terminal = Terminal::open("mcp-session", (120, 40), &[], &[]);
    terminal.wait_for("initialize");
    terminal.press("\r");
    terminal.wait_for("foreign message");
    terminal.press("ym");
    terminal.wait_for("sent the message, ");
    let sent = || String::from_utf8_lossy(&terminal.wire.lock().unwrap()).into_owned();
    // The base64 of {"jsonrpc":"2.0",
    assert!(sent().contains("\x1b]52;c;eyJqc29ucnBjIjoiMi4wIi"));
    terminal.press("q");
    terminal.ends();
}

#[test]
fn a_terminal_without_a_clipboard_gets_copies_as_files() {
    let mut terminal = Terminal::open("mcp-session", (120, 40), &[], &[("TERM", "linux")]);
    terminal.wait_for("initialize");
    terminal.press("yy");
    terminal.wait_for("this terminal has no clipboard: the row written to npscope-copy-1.txt");
    assert!(std::fs::read_to_string(terminal.folder.path().join("npscope-copy-1.txt")).unwrap().contains("initialize"));
    assert!(!terminal.wire.lock().unwrap().windows(5).any(|octets| octets == b"\x1b]52;"));
    terminal.press("q");
    terminal.ends();
}

/// What the program prints about a capture.
#[test]
fn rows_that_were_let_go_are_read_back_and_the_newest_come_back() {
    let mut s = Scenario::new();
    s.mcp_session();
    for id in 10..4000 {
        s.request(C2s, "ping", &id.to_string(), "").respond(S2c, &id.to_string(), "{}");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("long.pcapng"), s.close().pcapng(true)).unwrap();
    let mut terminal = Terminal::launch(folder, (100, 30), &["long.pcapng", "--max-memory", "1M"], &[]);
    terminal.wait_for("let go");
    terminal.press("g");
    terminal.wait_for("E reads them back");
    terminal.press("Jexchange 12\r");
    terminal.wait_for("Space shows the newest");
    terminal.wait_for("earlier +");
    terminal.wait("exchange 12 selected", |screen| selected(screen).as_deref() == Some("12"));
    terminal.press("\r");
    terminal.wait_for("BridgeEnvelope");
    terminal.press("\x1b");
    terminal.wait("the list", |screen| !screen.contents().contains("BridgeEnvelope"));
    terminal.press(" G");
    terminal.wait("the newest rows", |screen| !screen.contents().contains("earlier +"));
    terminal.press("q");
    terminal.ends();
}

fn printed(folder: &TempDir, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_npscope")).args(arguments).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn what_is_exported_is_what_the_commands_print_and_can_be_read_again() {
    let filter = "bridge.method == \"tools/call\"";
    let mut terminal = Terminal::open("mcp-session", (120, 40), &["-Y", filter], &[]);
    terminal.wait("only the calls", |screen| screen.contents().contains("tools/call") && !screen.contents().contains("initialize"));
    terminal.press("e\r");
    terminal.wait_for("written to npscope-exchanges.jsonl");
    let folder = &terminal.folder;
    let rows = std::fs::read_to_string(folder.path().join("npscope-exchanges.jsonl")).unwrap();
    assert_eq!(rows, printed(folder, &["exchanges", "a.pcapng", "-k", "a.keys", "--format", "jsonl", "-Y", filter]));
    terminal.press("e\r");
    terminal.wait_for("that file exists");
    terminal.press("\x1b");
    terminal.wait("the dialog gone", |screen| !screen.contents().contains("that file exists"));
    terminal.press("e\x1b[Z\x1b[C\r");
    terminal.wait_for("written to npscope-packets.pcapng");
    let folder = &terminal.folder;
    let again = printed(folder, &["exchanges", "npscope-packets.pcapng", "-k", "a.keys", "--format", "jsonl", "-Y", filter]);
    assert_eq!((again.lines().count(), again.contains("tools/call")), (rows.lines().count(), true));
    terminal.press("q");
    terminal.ends();
}

#[test]
fn the_mouse_can_be_turned_off() {
    let mut terminal = Terminal::open("mcp-session", (80, 24), &[], &[]);
    terminal.wait("mouse reports", |screen| screen.mouse_protocol_mode() != MouseProtocolMode::None);
    terminal.press("M");
    terminal.wait("no mouse reports", |screen| screen.mouse_protocol_mode() == MouseProtocolMode::None);
    terminal.press("q");
    terminal.ends();
}

#[test]
fn no_colour_reaches_a_terminal_that_wants_none() {
    let mut terminal = Terminal::open("violations", (80, 24), &[], &[("NO_COLOR", "1")]);
    terminal.wait_for("verdict: findings");
    terminal.wait("cells without colour", |screen| {
        let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
        cells.filter_map(|(row, column)| screen.cell(row, column)).all(|cell| cell.fgcolor() == vt100::Color::Default)
    });
    terminal.press("q");
    terminal.ends();
}

#[test]
fn keys_that_come_late_open_the_traffic_and_the_place_is_kept() {
    let scenario = sample::find("mcp-session").unwrap().scenario();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.pcapng"), scenario.pcapng(false)).unwrap();
    let mut terminal = Terminal::launch(folder, (120, 40), &["a.pcapng", "-k", "late.keys"], &[]);
    terminal.wait_for("opened 0 of");
    terminal.press("2");
    terminal.wait_for("CLIENT_HELLO");
    terminal.press("jjjjjjjm");
    let selected = |screen: &vt100::Screen| {
        let row = screen.contents().lines().find(|line| line.starts_with('\u{258c}')).map(str::to_owned);
        row.and_then(|row| {
            row.trim_start_matches('\u{258c}')
                .split_whitespace()
                .find(|word| word.bytes().all(|octet| octet.is_ascii_digit()))
                .map(str::to_owned)
        })
    };
    terminal.wait("the eighth frame", |screen| selected(screen).as_deref() == Some("8"));
    std::fs::write(terminal.folder.path().join("late.keys"), scenario.keys()).unwrap();
    terminal.wait_for("all opened");
    terminal.wait("the eighth frame still", |screen| selected(screen).as_deref() == Some("8"));
    terminal.press("1");
    terminal.wait_for("initialize");
    terminal.press("q");
    terminal.ends();
}

/// Lets a client and a server say on loopback what a conversation holds.
fn talk(server: &std::net::TcpListener, said: &[(bool, Vec<u8>)]) {
    let mut client = std::net::TcpStream::connect(server.local_addr().unwrap()).unwrap();
    let (mut other, _) = server.accept().unwrap();
    for (from_client, octets) in said {
        let (sender, receiver) = if *from_client { (&mut client, &mut other) } else { (&mut other, &mut client) };
        sender.write_all(octets).unwrap();
        receiver.read_exact(&mut vec![0; octets.len()]).unwrap();
    }
}

#[test]
fn traffic_of_an_interface_arrives_while_the_selection_stays() {
    let scenario = sample::find("mcp-session").unwrap().scenario();
    let folder = tempfile::tempdir().unwrap();
    let probe = crate::program::run(folder.path(), &["capture", "-i", "lo", "-w", "probe.pcapng", "--duration", "0.1"]);
    if probe.status != 0 {
        assert!(probe.err.contains("you may not capture here") || probe.err.contains("no such interface"), "{}", probe.err);
        eprintln!("skipped: not allowed to capture on lo");
        return;
    }
    std::fs::write(folder.path().join("a.keys"), scenario.keys()).unwrap();
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let filter = format!("tcp port {}", server.local_addr().unwrap().port());
    let mut terminal = Terminal::launch(folder, (120, 30), &["-i", "lo", "-f", &filter, "-k", "a.keys"], &[]);
    terminal.wait_for("No exchanges yet");
    let said = crate::relay::payloads(&scenario);
    talk(&server, &said);
    terminal.wait_for("1 association ");
    terminal.wait_for("all opened");
    terminal.press("ggjj");
    let selected = |screen: &vt100::Screen| {
        let row = screen.contents().lines().find(|line| line.starts_with('\u{258c}')).map(str::to_owned);
        row.and_then(|row| row.trim_start_matches('\u{258c}').split_whitespace().next().map(str::to_owned))
    };
    terminal.wait("the third exchange", |screen| selected(screen).as_deref() == Some("3"));
    talk(&server, &said);
    terminal.wait_for("2 associations");
    terminal.wait("the third exchange still", |screen| selected(screen).as_deref() == Some("3"));
    terminal.press("q");
    terminal.ends();
}

#[test]
fn the_relay_shows_what_passes_and_opens_it_when_its_keys_come() {
    use std::net::{TcpListener, TcpStream};
    let scenario = sample::find("mcp-session").unwrap().scenario();
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let upstream = server.local_addr().unwrap().to_string();
    let listen = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let arguments = ["tap", "--listen", &listen, "--upstream", &upstream, "-k", "late.keys"];
    let mut terminal = Terminal::launch(tempfile::tempdir().unwrap(), (120, 40), &arguments, &[]);
    terminal.wait_for("No exchanges yet");
    let mut client = TcpStream::connect(&listen).unwrap();
    let (mut other, _) = server.accept().unwrap();
    for (from_client, octets) in crate::relay::payloads(&scenario) {
        let (sender, receiver) = if from_client { (&mut client, &mut other) } else { (&mut other, &mut client) };
        sender.write_all(&octets).unwrap();
        receiver.read_exact(&mut vec![0; octets.len()]).unwrap();
    }
    terminal.wait_for("40 sealed");
    terminal.press("2");
    terminal.wait_for("BRIDGE_REQUEST");
    std::fs::write(terminal.folder.path().join("late.keys"), scenario.keys()).unwrap();
    terminal.wait_for("all opened");
    terminal.press("3\r");
    terminal.wait_for("1 handshake secret");
    terminal.press("q");
    terminal.ends();
}

#[test]
fn keys_of_the_configuration_are_in_force_and_shown() {
    let folder = sampled("mcp-session");
    let config = "theme = \"gruvbox\"\ntime = \"since-start\"\n[keys]\npause = [\"p\"]\nhelp = [\"<f5>\"]\n[columns]\nexchanges = [\"time\", \"name\"]\n";
    std::fs::write(folder.path().join("npscope.toml"), config).unwrap();
    let mut terminal = Terminal::launch(folder, (100, 30), &["a.pcapng", "-k", "a.keys"], &[]);
    terminal.wait_for("F5 help");
    terminal.wait("the columns named", |screen| !screen.contents().contains("outcome") && screen.contents().contains("initialize"));
    terminal.press("p");
    terminal.wait_for("paused: the picture is held, p shows the newest");
    terminal.press(" p\x1b[15~");
    terminal.wait_for("all keys");
    terminal.press("\x1b");
    thread::sleep(Duration::from_millis(200));
    terminal.press("q");
    terminal.ends();
}

#[test]
fn a_configuration_with_a_conflict_is_refused_before_the_terminal_is_taken() {
    let folder = sampled("mcp-session");
    std::fs::write(folder.path().join("npscope.toml"), "[keys]\nquit = [\"j\"]\n").unwrap();
    let mut terminal = Terminal::launch(folder, (100, 30), &["a.pcapng"], &[]);
    terminal.wait_for("npscope.toml:2:9: j is the key of both down and quit");
    terminal.ends();
}

#[test]
fn goes_to_frames_packets_and_times_and_takes_counts() {
    let mut terminal = Terminal::open("mcp-session", (100, 30), &[], &[]);
    terminal.wait_for("initialize");
    terminal.press("Jframe 12\r");
    terminal.wait("frame 12", |screen| selected(screen).as_deref() == Some("12"));
    terminal.press("03G");
    terminal.wait("frame 3", |screen| selected(screen).as_deref() == Some("3"));
    terminal.press("04j");
    terminal.wait("frame 7", |screen| selected(screen).as_deref() == Some("7"));
    terminal.press(":goto nowhere\r");
    terminal.wait_for("expected frame 9310");
    terminal.press("\x1b");
    thread::sleep(Duration::from_millis(200));
    terminal.press("q");
    terminal.ends();
}

#[test]
fn a_comment_is_kept_beside_the_capture_and_comes_back() {
    let mut terminal = Terminal::open("mcp-session", (120, 40), &[], &[]);
    terminal.wait_for("initialize");
    let folder = terminal.folder.path().to_owned();
    terminal.press("jjm");
    terminal.wait("the third exchange", |screen| selected(screen).is_some());
    terminal.press("q");
    terminal.ends();
    let sidecar = folder.join("a.pcapng.npscope.toml");
    assert!(!sidecar.exists(), "a mark alone writes nothing");
    let mut terminal = terminal.again(&["a.pcapng", "-k", "a.keys"]);
    terminal.wait_for("initialize");
    terminal.press("jjBlook at this\r");
    terminal.wait_for("kept in a.pcapng.npscope.toml");
    terminal.press("q");
    terminal.ends();
    assert!(std::fs::read_to_string(&sidecar).unwrap().contains("comment = \"look at this\""));
    let mut terminal = terminal.again(&["a.pcapng", "-k", "a.keys"]);
    terminal.wait_for("\u{270e}     3");
    terminal.press("\"");
    terminal.wait_for("marks and comments");
    terminal.wait_for("look at this");
    terminal.press("\r");
    terminal.wait("the third exchange", |screen| selected(screen).as_deref() == Some("3"));
    terminal.press("q");
    terminal.ends();
    std::fs::write(&sidecar, "no sidecar").unwrap();
    let mut terminal = terminal.again(&["a.pcapng", "-k", "a.keys"]);
    terminal.wait_for("cannot be read");
    terminal.press("q");
    terminal.ends();
    assert_eq!(std::fs::read_to_string(&sidecar).unwrap(), "no sidecar");
}

#[test]
fn themes_change_by_key_and_by_name() {
    let mut terminal = Terminal::open("mcp-session", (100, 30), &["--theme", "dark"], &[]);
    terminal.wait_for("verdict: clean");
    let ground = |screen: &vt100::Screen| screen.cell(10, 50).map(vt100::Cell::bgcolor);
    terminal.wait("the dark ground", |screen| ground(screen) == Some(vt100::Color::Rgb(0x10, 0x14, 0x18)));
    terminal.press("T");
    terminal.wait("the light ground", |screen| ground(screen) == Some(vt100::Color::Rgb(0xfb, 0xfa, 0xf7)));
    terminal.press(":theme solarized\r");
    terminal.wait("the ground of solarized", |screen| ground(screen) == Some(vt100::Color::Rgb(0x00, 0x2b, 0x36)));
    terminal.press("q");
    terminal.ends();
}

#[test]
fn a_bright_terminal_gets_the_light_theme_and_its_answer_is_no_key() {
    let mut terminal = Terminal::open("mcp-session", (100, 30), &[], &[]);
    terminal.press("\x1b]11;rgb:ffff/ffff/f0f0\x07");
    terminal.wait("the light ground", |screen| screen.cell(10, 50).map(vt100::Cell::bgcolor) == Some(vt100::Color::Rgb(0xfb, 0xfa, 0xf7)));
    terminal.wait_for("initialize");
    terminal.wait("no key taken", |screen| selected(screen).as_deref() == Some("1"));
    terminal.press("q");
    terminal.ends();
}

#[test]
fn ascii_alone_is_drawn_when_asked_for() {
    let mut terminal = Terminal::open("violations", (80, 24), &["--ascii"], &[]);
    terminal.wait_for("verdict: findings");
    assert!(terminal.text().is_ascii(), "{}", terminal.text());
    terminal.press("q");
    terminal.ends();
}

#[test]
fn a_panic_gives_the_terminal_back_before_it_is_printed() {
    let program = std::env::current_exe().unwrap();
    let arguments = ["--ignored", "--exact", "--nocapture", "tui_pty::panics_while_it_has_the_terminal"];
    let mut terminal = Terminal::spawn(program.to_str().unwrap(), tempfile::tempdir().unwrap(), (80, 24), &arguments, &[]);
    terminal.wait_for("the interface broke");
    terminal.ends();
}

#[test]
#[ignore = "run in a terminal of its own by the test above"]
fn panics_while_it_has_the_terminal() {
    let _screen = npscope::tui::terminal::Screen::enter(true).unwrap();
    panic!("the interface broke");
}

/// The first number in the line with the cursor.
fn selected(screen: &vt100::Screen) -> Option<String> {
    let contents = screen.contents();
    let row = contents.lines().find(|line| line.starts_with('\u{258c}'))?;
    let mut words = row.trim_start_matches(['\u{258c}', '\u{25c6}']).split_whitespace();
    words.find(|word| word.bytes().all(|octet| octet.is_ascii_digit())).map(str::to_owned)
}

/// A folder with a sample and its keys.
fn sampled(name: &str) -> TempDir {
    let scenario = sample::find(name).unwrap().scenario();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.pcapng"), scenario.pcapng(false)).unwrap();
    std::fs::write(folder.path().join("a.keys"), scenario.keys()).unwrap();
    folder
}

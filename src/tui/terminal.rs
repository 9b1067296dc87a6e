//! Takes the terminal over and gives it back as it was: on leaving, on a panic, on a signal, while suspended.

use std::fs::File;
use std::io::{self, Stdout, Write as _, stdout};
use std::os::unix::fs::OpenOptionsExt as _;
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::ResetColor;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::layout::Rect;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::stdio::dup2_stdin;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};

use super::patient::Patient;

/// Longest wait where input does not end it.
const BLIND: Duration = Duration::from_millis(33);

/// Signals as flags: the loop looks at them every turn.
#[derive(Debug)]
pub struct Signals {
    /// The process shall end.
    pub end: Arc<AtomicBool>,
    /// The signal that says so; 0 as long as none did.
    by: Arc<AtomicUsize>,
    /// The process shall stop until the shell resumes it.
    pub stop: Arc<AtomicBool>,
    /// The shell resumed it.
    pub resumed: Arc<AtomicBool>,
    ids: Vec<signal_hook::SigId>,
}

impl Signals {
    /// Begins to catch signals.
    pub fn catch() -> io::Result<Self> {
        let mut signals = Self { end: Arc::default(), by: Arc::default(), stop: Arc::default(), resumed: Arc::default(), ids: Vec::new() };
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
            let number = usize::try_from(signal).unwrap_or(0);
            signals.ids.push(signal_hook::flag::register_usize(signal, signals.by.clone(), number)?);
            // A second signal ends the process at once, should the loop ever hang.
            signals.ids.push(signal_hook::flag::register_conditional_shutdown(signal, 130, signals.end.clone())?);
            signals.ids.push(signal_hook::flag::register(signal, signals.end.clone())?);
        }
        signals.ids.push(signal_hook::flag::register(SIGTSTP, signals.stop.clone())?);
        signals.ids.push(signal_hook::flag::register(SIGCONT, signals.resumed.clone())?);
        Ok(signals)
    }

    /// The signal that ends the process, if one does.
    pub fn ended_by(&self) -> Option<u8> {
        u8::try_from(self.by.load(Ordering::SeqCst)).ok().filter(|signal| *signal > 0)
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        for id in self.ids.drain(..) {
            signal_hook::low_level::unregister(id);
        }
    }
}

/// The terminal while the interface has it.
pub struct Screen {
    /// Draws.
    pub terminal: Terminal<Patient<Stdout>>,
    mouse: bool,
    panicked: Arc<Mutex<Option<String>>>,
    /// The terminal's own file, to notice when it is gone.
    tty: Option<File>,
}

/// What waiting for the terminal ended with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waited {
    /// Input is there, or time is up.
    Ready,
    /// The terminal is gone: whoever held it has hung up.
    Gone,
}

impl Screen {
    /// Takes the terminal: alternate screen, raw mode, pasted text as such, and the mouse when wanted.
    pub fn enter(mouse: bool) -> io::Result<Self> {
        let panicked = restore_on_panic();
        never_wait_for_keys();
        take(mouse)?;
        let terminal = Terminal::new(Patient::new(stdout()));
        let terminal = terminal.inspect_err(|_| give_back())?;
        Ok(Self { terminal, mouse, panicked, tty: File::open("/dev/tty").ok() })
    }

    /// Waits for input, `most` long. The event library must not be asked while the terminal is gone: it would read the end of the
    /// file for ever.
    pub fn wait(&self, most: Duration) -> Waited {
        let Some(tty) = &self.tty else {
            thread::sleep(most.min(BLIND));
            return Waited::Ready;
        };
        let mut fds = [PollFd::new(tty, PollFlags::IN)];
        let most = Timespec { tv_sec: 0, tv_nsec: most.subsec_nanos().into() };
        let _ = poll(&mut fds, Some(&most));
        let [fd] = fds;
        let gone = fd.revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
        if gone { Waited::Gone } else { Waited::Ready }
    }

    /// Switches mouse reports on or off.
    pub fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        if on { execute!(stdout(), EnableMouseCapture) } else { execute!(stdout(), DisableMouseCapture) }
    }

    /// Stops the process; returns when the shell resumes it.
    pub fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
        self.resume()
    }

    /// Takes the terminal again, whatever happened to it in between.
    pub fn resume(&mut self) -> io::Result<()> {
        // A shell that stopped the program from outside has set the modes back behind its back: they must be set anew, not assumed.
        let _ = disable_raw_mode();
        take(self.mouse)?;
        self.redraw()
    }

    /// Has the next drawing send every cell. Asks the terminal nothing: not every one answers.
    pub fn redraw(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))
    }

    /// Sends a sequence past the screen.
    pub fn send(&self, sequence: &str) -> io::Result<()> {
        let mut out = stdout();
        out.write_all(sequence.as_bytes())?;
        out.flush()
    }

    /// What another thread said when it panicked.
    pub fn panicked(&self) -> Option<String> {
        self.panicked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
        if !thread::panicking() {
            drop(panic::take_hook());
        }
    }
}

/// Has keys read from the terminal through a descriptor that never blocks: the event library reads on until nothing is left, and half of
/// a sequence would stop everything until the rest of it comes. A descriptor of its own, since writing must go on to wait.
fn never_wait_for_keys() {
    let flags = i32::try_from(OFlags::NONBLOCK.bits()).unwrap_or(0);
    if let Ok(tty) = File::options().read(true).write(true).custom_flags(flags).open("/dev/tty") {
        let _ = dup2_stdin(tty);
    }
}

fn take(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste).inspect_err(|_| give_back())?;
    if mouse { execute!(stdout(), EnableMouseCapture) } else { Ok(()) }
}

/// Undoes everything; what fails cannot be helped, and the rest is still tried.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste, ResetColor, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// A panic of this thread restores the terminal before it is printed; one of another thread is kept for the loop to report.
fn restore_on_panic() -> Arc<Mutex<Option<String>>> {
    let told = Arc::new(Mutex::new(None));
    let (kept, here, restored) = (told.clone(), thread::current().id(), AtomicBool::new(false));
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == here {
            if !restored.swap(true, Ordering::SeqCst) {
                give_back();
            }
            before(info);
        } else {
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(info.to_string());
        }
    }));
    told
}

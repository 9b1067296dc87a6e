//! Every secret known so far, where it came from, and what came late.

use std::path::Path;
use std::sync::Arc;

use super::args::Judge;
use super::config::Environment;
use super::error::Error;
use super::output;
use crate::base::limits::Limits;
use crate::base::secret::Secret;
use crate::base::text::escape;
use crate::carrier::keylog::KeyLog;
use crate::source::KeyFiles;
use crate::store::keys::KeyIndex;

/// Lines named of one broken key log; further ones are counted.
const BROKEN_LINES: usize = 5;

/// The secrets, and the key logs that are watched.
pub(super) struct Keys {
    log: KeyLog,
    /// Key log texts that held something new, in the order in which they came.
    texts: Vec<Secret>,
    files: KeyFiles,
    index: Arc<KeyIndex>,
    /// The revision of the log that the index is of.
    indexed: u64,
    /// What is wrong with the key logs, as people read it.
    troubles: Vec<String>,
}

impl Keys {
    /// No key log; `texts` are known.
    pub(super) fn of(texts: Vec<Secret>) -> Self {
        let mut keys = Self {
            log: KeyLog::new(&Limits::default()),
            texts: Vec::new(),
            files: KeyFiles::new(),
            index: Arc::default(),
            indexed: 0,
            troubles: Vec::new(),
        };
        for text in texts {
            keys.take(&text);
        }
        keys
    }

    /// Reads every key log. One named by an option has to be there, unless keys may come `late`; one named by the environment may
    /// always come later.
    pub(super) fn read(judge: &Judge, environment: &Environment, late: bool) -> Result<Self, Error> {
        let mut keys = Self::of(Vec::new());
        for path in &judge.keylog {
            match keys.files.add(path) {
                Ok(text) => keys.check(path, &text),
                Err(error) if late && error.kind() == std::io::ErrorKind::NotFound => {
                    keys.note(&format!("{}: this key log is not there yet; it is watched for", path.display()));
                }
                Err(source) => return Err(Error::KeyLog { path: path.clone(), source }),
            }
        }
        for path in &environment.keylogs {
            match keys.files.add(path) {
                Ok(text) => keys.check(path, &text),
                Err(error) => keys.note(&format!("{}: this key log of the environment cannot be read ({error})", path.display())),
            }
        }
        Ok(keys)
    }

    /// Takes key log text. Answers whether it holds a secret that is new.
    pub(super) fn take(&mut self, text: &Secret) -> bool {
        let before = self.log.revision();
        self.log.push_text(text.expose());
        let is_new = self.log.revision() != before;
        if is_new {
            self.texts.push(text.clone());
        }
        is_new
    }

    /// Every text, in the order in which they came.
    pub(super) fn texts(&self) -> &[Secret] {
        &self.texts
    }

    /// Which secrets are known.
    pub(super) fn index(&mut self) -> Arc<KeyIndex> {
        if self.indexed != self.log.revision() {
            (self.index, self.indexed) = (Arc::new(KeyIndex::of(&self.log)), self.log.revision());
        }
        Arc::clone(&self.index)
    }

    /// What the key log files have to say now.
    pub(super) fn news(&mut self) -> Vec<Secret> {
        self.files.news()
    }

    /// What the key log files have to say at the end.
    pub(super) fn rest(&mut self) -> Vec<Secret> {
        self.files.rest()
    }

    /// What is wrong with the key logs, as people read it.
    pub(super) fn troubles(&self) -> &[String] {
        &self.troubles
    }

    /// Says what is wrong at once, and keeps it for an interface that hides what was said.
    fn note(&mut self, trouble: &str) {
        output::note(trouble);
        self.troubles.push(escape(trouble));
    }

    /// Names the lines that cannot be read, never what stands in them.
    fn check(&mut self, path: &Path, text: &Secret) {
        let report = KeyLog::new(&Limits::default()).push_text(text.expose());
        for (line, reason) in report.faults.iter().take(BROKEN_LINES) {
            self.note(&format!("{}: line {line} of this key log is left out: {reason}", path.display()));
        }
        if report.broken > BROKEN_LINES as u64 {
            self.note(&format!("{}: {} lines of this key log are left out", path.display(), report.broken));
        }
        self.take(text);
    }
}

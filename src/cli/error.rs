//! Why a command ends with status 2. Every message says what to do next.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::base::text::escape;
use crate::bridge::mapping::BindFault;
use crate::bridge::mapping::schema::MappingFault;
use crate::source;
use crate::store::query::QueryError;

/// A failure of the world around the program.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// An input cannot be read.
    #[error(transparent)]
    Input(#[from] source::Error),
    /// A key log cannot be read.
    #[error("{}: cannot read this key log ({source}); check the path", escape(&path.to_string_lossy()))]
    KeyLog {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A configuration cannot be read.
    #[error("{}: cannot read this configuration ({detail})", escape(&path.to_string_lossy()))]
    Config {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        detail: String,
    },
    /// A configuration that is wrong.
    #[error("{}:{line}:{column}: {}", escape(&path.to_string_lossy()), escape(message))]
    ConfigFault {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong, and what would be right.
        message: String,
    },
    /// A name that is neither a rule nor a layer.
    #[error("there is no rule or layer {}{hint}; npscope rules lists them", escape(name))]
    UnknownRule {
        /// The name.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// A name that is neither a sample nor a rule.
    #[error("there is no sample {}{hint}; npscope sample lists them", escape(name))]
    UnknownSample {
        /// The name.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// A theme that is none.
    #[error("there is no theme {}; known are {known}", escape(name))]
    Theme {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A severity override that cannot be read.
    #[error("--severity {}: write it as RULE=LEVEL, with the level error, warning or note", escape(given))]
    Severity {
        /// What was given.
        given: String,
    },
    /// A mapping file that cannot be read.
    #[error("{}: cannot read this mapping ({source}); check the path", escape(&path.to_string_lossy()))]
    MappingFile {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A mapping file that is wrong.
    #[error("{}: {fault}", escape(&path.to_string_lossy()))]
    Mapping {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        fault: MappingFault,
    },
    /// A mapping that cannot be added.
    #[error("{}: {fault}", escape(&path.to_string_lossy()))]
    MappingRefused {
        /// The file.
        path: PathBuf,
        /// Why.
        fault: BindFault,
    },
    /// An identifier that cannot be bound.
    #[error("{}: {detail}", escape(given))]
    Binding {
        /// What was given.
        given: String,
        /// Why, and what to write.
        detail: String,
    },
    /// A name that is no mapping.
    #[error("{0}")]
    UnknownMapping(BindFault),
    /// A display filter that cannot be read.
    #[error("the filter is wrong: {}\n  {}\n  {}", escape(&fault.message), escape(source_text), fault.carets(source_text))]
    Filter {
        /// The expression.
        source_text: String,
        /// What is wrong, and where.
        fault: QueryError,
    },
    /// Formats and output files that cannot be paired.
    #[error("{formats} formats and {outputs} output files: give each --format its own -o FILE")]
    Outputs {
        /// Formats given.
        formats: usize,
        /// Files given.
        outputs: usize,
    },
    /// Files and interfaces at once.
    #[error("captures and -i cannot be read at once; open the captures in a second npscope")]
    Mixed,
    /// A ring that never goes on to another file.
    #[error("a ring of files needs --ring-size or --ring-time (-b filesize:…, -b duration:…) to know when to go on to the next file")]
    Ring,
    /// The option needs the capture library.
    #[cfg(not(feature = "live"))]
    #[error(
        "this npscope was built without live capture (feature live); use a capture file, a pipe (tcpdump -w - | npscope -) or npscope tap"
    )]
    NotBuiltIn,
    /// No interface was named.
    #[error("no interface was named: give one with -i, npscope -D lists those there are")]
    NoInterface,
    /// No file to write to.
    #[error("no file was named to write to: give one with -w, - is standard output")]
    NoFile,
    /// The file to write is one of those that are read.
    #[error("{}: is being read; write to another file", escape(&path.to_string_lossy()))]
    Overwrites {
        /// The file.
        path: PathBuf,
    },
    /// The interface writes no selection of files.
    #[error("-w in the interface records what is captured (-i, tap); npscope frames FILE -Y EXPR -w OUT writes what a filter selects")]
    ViewWrites,
    /// The interface needs a terminal.
    #[error("the interface needs a terminal; npscope audit FILE writes a report without one")]
    NoTerminal,
    /// The terminal cannot be used.
    #[error("the terminal cannot be used ({0}); npscope audit FILE writes a report without one")]
    Terminal(io::Error),
    /// Output cannot be written.
    #[error("{}: cannot write ({source}); check the path and the space on the disk", escape(name))]
    Output {
        /// The file, or standard output.
        name: String,
        /// What the system said.
        source: io::Error,
    },
}

//! What may be typed.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args as Group, Parser, Subcommand, ValueEnum};

use crate::report::audit::FORMATS;
use crate::store::finding::Severity;

/// Interactive traffic analyzer for N-PAMP.
///
/// Without a command it opens the terminal interface on the captures named.
#[derive(Parser, Debug)]
#[command(name = "npscope", version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(
    after_help = "npscope FILE opens a capture; npscope audit FILE judges it without a terminal; npscope sample lists captures to try."
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) view: View,
}

#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Dissect, pair, check, and write a report
    Audit(Audit),
    /// List the frames, one a line
    Frames(List),
    /// List the exchanges, one a line: a request with its outcome
    Exchanges(List),
    /// List the associations, one a line
    Associations(List),
    /// List every rule: id, severity, certainty, clause, summary
    Rules(Table),
    /// Explain a rule: what it checks, why it matters, what to do
    Explain(Explain),
    /// List the carried protocols and the effect of every method known
    Mappings(MappingTable),
    /// Write a demonstration capture with its key log, or list them
    Sample(Sample),
}

/// The terminal interface.
#[derive(Group, Debug)]
pub(super) struct View {
    #[command(flatten)]
    pub(super) read: Read,
    #[command(flatten)]
    pub(super) filter: Filter,
}

#[derive(Group, Debug)]
pub(super) struct Audit {
    #[command(flatten)]
    pub(super) read: Read,
    /// Format of the report; repeatable, with one -o FILE each
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(super) format: Vec<String>,
    /// Write the report to FILE (- is standard output)
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Vec<PathBuf>,
    /// End with status 1 when there is a finding of this severity or a worse one
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = FailOn::Error)]
    pub(super) fail_on: FailOn,
    /// Include the octets that the frames at fault carry; without it a report shows lengths and digests
    #[arg(long)]
    pub(super) payloads: bool,
}

fn formats() -> PossibleValuesParser {
    PossibleValuesParser::new(FORMATS.iter().map(|format| format.name))
}

#[derive(Group, Debug)]
pub(super) struct List {
    #[command(flatten)]
    pub(super) read: Read,
    #[command(flatten)]
    pub(super) filter: Filter,
    /// Columns for people, or one JSON object a line
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub(super) format: ListFormat,
}

#[derive(Group, Debug)]
pub(super) struct Table {
    /// Columns for people, or one JSON document
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) color: Color,
}

#[derive(Group, Debug)]
pub(super) struct MappingTable {
    /// Only this one
    pub(super) name: Option<String>,
    #[command(flatten)]
    pub(super) maps: Maps,
    /// Configuration, instead of the user's and the one in the working directory
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    #[command(flatten)]
    pub(super) table: Table,
}

/// What identifiers of carried protocols mean.
#[derive(Group, Clone, Debug, Default)]
pub(super) struct Maps {
    /// Further mapping of a protocol (TOML); repeatable
    #[arg(long, value_name = "FILE")]
    pub(super) mapping: Vec<PathBuf>,
    /// Bind a protocol identifier, 0x05 to 0xFF, to a mapping: 0x21=toa; repeatable
    #[arg(long, value_name = "ID=NAME")]
    pub(super) map: Vec<String>,
}

#[derive(Group, Debug)]
pub(super) struct Explain {
    /// Id of the rule, as the reports show it
    pub(super) rule: String,
    /// Open the terminal interface on the example that fires it
    #[arg(long)]
    pub(super) open: bool,
    #[command(flatten)]
    pub(super) color: Color,
}

#[derive(Group, Debug)]
pub(super) struct Sample {
    /// A sample, or a rule that it fires; without it the samples are listed
    pub(super) name: Option<String>,
    /// Write the capture to FILE and its key log beside it, with the extension .keys
    #[arg(short, long, value_name = "FILE", requires = "name")]
    pub(super) output: Option<PathBuf>,
}

/// Options of every command that reads captures.
#[derive(Group, Debug)]
pub(super) struct Read {
    /// Captures: pcap or pcapng, gzip-compressed or not; - is standard input
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Same as FILE; repeatable
    #[arg(short = 'r', long = "read", value_name = "FILE")]
    pub(super) further: Vec<PathBuf>,
    /// Key log with N-PAMP and TLS secrets; repeatable
    #[arg(short, long, value_name = "FILE")]
    pub(super) keylog: Vec<PathBuf>,
    /// Stop after N packets
    #[arg(short, long, value_name = "N")]
    pub(super) count: Option<u64>,
    /// Crypto generation where it cannot be seen
    #[arg(long, value_enum, default_value_t = Generation::Auto)]
    pub(super) generation: Generation,
    #[command(flatten)]
    pub(super) maps: Maps,
    /// Run only this rule or layer; repeatable
    #[arg(long, value_name = "RULE")]
    pub(super) select: Vec<String>,
    /// Leave out this rule or layer; repeatable
    #[arg(long, value_name = "RULE")]
    pub(super) ignore: Vec<String>,
    /// Change the severity of a rule or layer; repeatable
    #[arg(long, value_name = "RULE=LEVEL")]
    pub(super) severity: Vec<String>,
    /// Configuration, instead of the user's and the one in the working directory
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    #[command(flatten)]
    pub(super) color: Color,
}

impl Read {
    /// Every capture named.
    pub(super) fn captures(&self) -> Vec<PathBuf> {
        self.further.iter().chain(&self.files).cloned().collect()
    }
}

#[derive(Group, Debug)]
pub(super) struct Filter {
    /// Display filter: 'bridge.method == "tools/call" && !safety'
    #[arg(short = 'Y', long = "filter", value_name = "EXPR")]
    pub(super) filter: Option<String>,
}

#[derive(Group, Clone, Copy, Debug)]
pub(super) struct Color {
    /// When to colour the output; `NO_COLOR` is honoured
    #[arg(long, value_enum, default_value_t = When::Auto)]
    pub(super) color: When,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// When standard output is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Generation {
    /// As the wire tells
    Auto,
    /// n-pamp/2
    #[value(name = "2")]
    Two,
    /// n-pamp/3
    #[value(name = "3")]
    Three,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ListFormat {
    /// Columns
    Text,
    /// One JSON object a line
    Jsonl,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TableFormat {
    /// Columns
    Text,
    /// One JSON document
    Json,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FailOn {
    /// An error
    Error,
    /// A warning or an error
    Warning,
    /// Any finding
    Note,
    /// Nothing
    Never,
}

impl FailOn {
    /// The mildest severity that fails; `None` for none.
    pub(super) const fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Never => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_declarations_are_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn a_file_without_a_command_opens_the_interface() {
        let args = Args::try_parse_from(["npscope", "a.pcap", "-r", "b.pcap"]).unwrap();
        assert!(args.command.is_none());
        assert_eq!(args.view.read.captures(), [PathBuf::from("b.pcap"), PathBuf::from("a.pcap")]);
    }
}

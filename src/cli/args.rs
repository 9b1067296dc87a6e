//! What may be typed.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args as Group, Parser, Subcommand, ValueEnum};

use crate::engine::Layer;
use crate::report::audit::FORMATS;
use crate::source::{Recording, Ring, Threads};
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
    /// Capture packets to a file, without a terminal
    Capture(Capture),
    /// Relay connections unchanged and watch them; no privileges needed
    Tap(Tap),
    /// Write the completions of a shell
    Completions(Completions),
    /// Write the manual page
    Man,
}

/// The terminal interface.
#[derive(Group, Debug)]
pub(super) struct View {
    #[command(flatten)]
    pub(super) read: Read,
    #[command(flatten)]
    pub(super) filter: Filter,
    #[command(flatten)]
    pub(super) look: Look,
    /// List the interfaces that can be captured on
    #[arg(short = 'D', long)]
    pub(super) list_interfaces: bool,
    /// Print the default configuration, every setting with a comment
    #[arg(long)]
    pub(super) print_config: bool,
}

/// How the interface looks.
#[derive(Group, Debug)]
#[command(next_help_heading = "Interface")]
pub(super) struct Look {
    /// Theme: dark, light, high-contrast or another; else the configuration's, else the terminal's background decides
    #[arg(long, value_name = "NAME")]
    pub(super) theme: Option<String>,
    /// Draw signs and lines with ASCII characters alone
    #[arg(long)]
    pub(super) ascii: bool,
}

#[derive(Group, Debug)]
pub(super) struct Audit {
    #[command(flatten)]
    pub(super) read: Read,
    #[command(flatten)]
    pub(super) report: Reports,
}

/// What reports are written, and what decides the exit status.
#[derive(Group, Debug)]
pub(super) struct Reports {
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
    /// Say of every association which keys were found, where the chain of keys breaks, and what to do
    #[arg(short, long)]
    pub(super) verbose: bool,
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
    /// Captures: pcap or pcapng, gzip-compressed or not, several are read by time; - is standard input
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Same as FILE; repeatable
    #[arg(short = 'r', long = "read", value_name = "FILE")]
    pub(super) further: Vec<PathBuf>,
    /// Read the last FILE on as it grows, then the next one of its ring
    #[arg(long)]
    pub(super) follow: bool,
    #[command(flatten)]
    pub(super) live: Live,
    #[command(flatten)]
    pub(super) until: Until,
    #[command(flatten)]
    pub(super) record: Record,
    #[command(flatten)]
    pub(super) secrets: SecretsOut,
    /// Threads: one reads and analyses, others unpack and hash; with 1 it does everything itself [default: those of the machine]
    #[arg(long, value_name = "N")]
    pub(super) threads: Option<std::num::NonZero<usize>>,
    #[command(flatten)]
    pub(super) judge: Judge,
}

/// Live interfaces.
#[derive(Group, Debug)]
#[command(next_help_heading = "Live capture")]
pub(super) struct Live {
    /// Capture on this interface; repeatable; any takes all
    #[arg(short, long, value_name = "IF")]
    pub(super) interface: Vec<String>,
    /// Capture filter (BPF): 'tcp port 7447'
    #[arg(short = 'f', long, value_name = "EXPR", requires = "interface")]
    pub(super) capture_filter: Option<String>,
    /// Octets of a packet that are captured
    #[arg(long, value_name = "OCTETS", default_value_t = 262_144, requires = "interface")]
    pub(super) snaplen: u32,
    /// Octets the kernel keeps while npscope is busy
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "32M", requires = "interface")]
    pub(super) buffer: u64,
    /// Take packets for others too
    #[arg(long, requires = "interface")]
    pub(super) promiscuous: bool,
}

/// When to stop.
#[derive(Group, Debug)]
pub(super) struct Until {
    /// Stop after N packets
    #[arg(short, long, value_name = "N")]
    pub(super) count: Option<u64>,
    /// Stop after this long: 30 (seconds), 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) duration: Option<Duration>,
}

/// Where packets are written.
#[derive(Group, Debug)]
#[command(next_help_heading = "Recording")]
pub(super) struct Record {
    /// Write what was captured, or the packets of what -Y selects, as pcapng
    #[arg(short, long, value_name = "FILE")]
    pub(super) write: Option<PathBuf>,
    /// Write a ring of files: filesize:KB, duration:SECONDS, files:N; repeatable
    #[arg(short = 'b', long = "ring", value_name = "KEY:VALUE", value_parser = ring)]
    pub(super) ring: Vec<RingKey>,
    /// Go on to the next file of the ring after this many octets: 100M
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) ring_size: Option<u64>,
    /// Go on to the next file of the ring after this long: 60 (seconds), 10m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) ring_time: Option<Duration>,
    /// Keep this many files of the ring
    #[arg(long, value_name = "N")]
    pub(super) ring_files: Option<usize>,
}

/// One setting of a ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RingKey {
    Octets(u64),
    Time(Duration),
    Files(usize),
}

impl Record {
    /// The recording that is asked for.
    pub(super) fn recording(&self) -> Recording {
        let mut ring = Ring { octets: self.ring_size, time: self.ring_time, files: self.ring_files };
        for key in &self.ring {
            match *key {
                RingKey::Octets(octets) => ring.octets = Some(octets),
                RingKey::Time(time) => ring.time = Some(time),
                RingKey::Files(files) => ring.files = Some(files),
            }
        }
        Recording { path: self.write.clone(), ring }
    }
}

/// Secrets in what is written.
#[derive(Group, Clone, Copy, Debug)]
#[command(next_help_heading = "Recording")]
pub(super) struct SecretsOut {
    /// Put the secrets that were used into FILE
    #[arg(long, requires = "write")]
    pub(super) with_secrets: bool,
    /// Leave the secrets of the captures out of FILE
    #[arg(long, requires = "write", conflicts_with = "with_secrets")]
    pub(super) strip_secrets: bool,
}

/// How traffic is opened and judged.
#[derive(Group, Debug)]
pub(super) struct Judge {
    /// Key log with N-PAMP and TLS secrets; repeatable
    #[arg(short, long, value_name = "FILE")]
    pub(super) keylog: Vec<PathBuf>,
    /// Crypto generation where it cannot be seen
    #[arg(long, value_enum, default_value_t = Generation::Auto)]
    pub(super) generation: Generation,
    /// Read the flows of a port as npamp, tls or quic, whatever they seem to be: 443=tls; repeatable
    #[arg(short, long, value_name = "PORT=LAYER", value_parser = decode_as)]
    pub(super) decode_as: Vec<(u16, Layer)>,
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
    /// Memory for rows and for streams with holes: 512M; the oldest rows go first
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) max_memory: Option<u64>,
    #[command(flatten)]
    pub(super) color: Color,
}

impl Read {
    /// The threads that prepare inputs.
    pub(super) fn threads(&self) -> Threads {
        self.threads.map_or_else(Threads::of_machine, |most| Threads::new(most.get()))
    }

    /// Every capture named.
    pub(super) fn captures(&self) -> Vec<PathBuf> {
        self.further.iter().chain(&self.files).cloned().collect()
    }
}

/// `capture`.
#[derive(Group, Debug)]
pub(super) struct Capture {
    #[command(flatten)]
    pub(super) live: Live,
    /// List the interfaces that can be captured on
    #[arg(short = 'D', long)]
    pub(super) list_interfaces: bool,
    #[command(flatten)]
    pub(super) until: Until,
    #[command(flatten)]
    pub(super) record: Record,
}

/// `tap`.
#[derive(Group, Debug)]
pub(super) struct Tap {
    /// Take connections here: HOST:PORT, \[V6\]:PORT or `unix:/PATH`
    #[arg(long, value_name = "ADDR")]
    pub(super) listen: String,
    /// Pass them on to there
    #[arg(long, value_name = "ADDR")]
    pub(super) upstream: String,
    #[command(flatten)]
    pub(super) until: Until,
    #[command(flatten)]
    pub(super) record: Record,
    #[command(flatten)]
    pub(super) judge: Judge,
    #[command(flatten)]
    pub(super) filter: Filter,
    #[command(flatten)]
    pub(super) look: Look,
    #[command(flatten)]
    pub(super) report: Reports,
}

#[derive(Group, Debug)]
pub(super) struct Completions {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}

/// A number of octets: 4096, 64k, 32M, 1G.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text.get(digits.len()..).unwrap_or_default().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err("write it as octets, or with k, M or G behind".to_owned()),
    };
    let number: u64 = digits.trim().parse().map_err(|_| "write it as octets, or with k, M or G behind".to_owned())?;
    number.checked_mul(1 << shift).filter(|octets| *octets > 0).ok_or_else(|| "that is too much or nothing".to_owned())
}

/// A time: 30, 30s, 5m, 2h.
fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text.get(digits.len()..).unwrap_or_default() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("write it as seconds, or with ms, s, m or h behind".to_owned()),
    };
    let number: f64 = digits.trim().parse().map_err(|_| "write it as seconds, or with ms, s, m or h behind".to_owned())?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| "that is no time to wait".to_owned())
}

/// A port and what carries its flows.
fn decode_as(text: &str) -> Result<(u16, Layer), String> {
    let wanted = "write it as PORT=LAYER with npamp, tls or quic: 443=tls";
    let (port, layer) = text.split_once('=').ok_or(wanted)?;
    let port = port.trim();
    let port = port.parse().ok().filter(|port| *port > 0).ok_or_else(|| format!("{port:?} is no port from 1 to 65535; {wanted}"))?;
    match layer.trim().to_ascii_lowercase().as_str() {
        "npamp" | "n-pamp" => Ok((port, Layer::Npamp)),
        "tls" => Ok((port, Layer::Tls)),
        "quic" => Ok((port, Layer::Quic)),
        "http" => Err("plain HTTP carries no frames of N-PAMP and is not read; use npamp, tls or quic".to_owned()),
        other => Err(format!("{other:?} is no layer known here; {wanted}")),
    }
}

/// A setting of a ring, as dumpcap spells them; a bare file size counts thousands of octets there.
fn ring(text: &str) -> Result<RingKey, String> {
    let known = "write it as filesize:KB, duration:SECONDS or files:N";
    let (key, value) = text.split_once(':').ok_or(known)?;
    match key {
        "filesize" => match value.parse::<u64>() {
            Ok(thousands @ 1..) => Ok(RingKey::Octets(thousands.saturating_mul(1000))),
            _ => size(value).map(RingKey::Octets),
        },
        "duration" => duration(value).map(RingKey::Time),
        "files" => value.parse().ok().filter(|files| *files > 0).map(RingKey::Files).ok_or_else(|| known.to_owned()),
        _ => Err(known.to_owned()),
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
    fn sizes_times_and_rings_are_understood() {
        assert_eq!((size("4096"), size("64k"), size("1G")), (Ok(4096), Ok(65_536), Ok(1 << 30)));
        assert!(size("12x").is_err() && size("0").is_err() && size("99999999999G").is_err());
        assert_eq!(
            (duration("30"), duration("5m"), duration("250ms")),
            (Ok(Duration::from_secs(30)), Ok(Duration::from_mins(5)), Ok(Duration::from_millis(250)))
        );
        assert!(duration("-1").is_err() && duration("1 fortnight").is_err());
        assert_eq!((ring("filesize:100"), ring("filesize:1M")), (Ok(RingKey::Octets(100_000)), Ok(RingKey::Octets(1 << 20))));
        assert_eq!((ring("files:3"), ring("duration:60")), (Ok(RingKey::Files(3)), Ok(RingKey::Time(Duration::from_mins(1)))));
        assert_eq!((decode_as("443=TLS"), decode_as("7447=npamp")), (Ok((443, Layer::Tls)), Ok((7447, Layer::Npamp))));
        assert!(decode_as("http").is_err() && decode_as("0=tls").is_err() && decode_as("70000=tls").is_err());
        assert!(ring("files:0").is_err() && ring("packets:3").is_err() && ring("filesize").is_err());
    }

    #[test]
    fn a_file_without_a_command_opens_the_interface() {
        let args = Args::try_parse_from(["npscope", "a.pcap", "-r", "b.pcap"]).unwrap();
        assert!(args.command.is_none());
        assert_eq!(args.view.read.captures(), [PathBuf::from("b.pcap"), PathBuf::from("a.pcap")]);
    }
}

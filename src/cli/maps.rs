//! Mappings of the user: files, and what identifiers mean.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::args::Maps;
use super::config::Config;
use super::error::Error;
use crate::base::limits::Limits;
use crate::bridge::mapping::{Mappings, RESERVED, schema};
use crate::spec::protocol::Protocol;

/// The mappings in force: ours, those of the configuration, those of the options. An option has the last word about an identifier.
pub(super) fn mappings(maps: &Maps, config: &Config) -> Result<Mappings, Error> {
    let limits = Limits::default();
    let mut mappings = Mappings::default();
    for path in config.mappings.files.iter().chain(&maps.mapping) {
        let mapping = schema::parse(&read(path, &limits)?, &limits).map_err(|fault| Error::Mapping { path: path.clone(), fault })?;
        mappings.add(mapping, &limits).map_err(|fault| Error::MappingRefused { path: path.clone(), fault })?;
    }
    let options: Vec<(Protocol, &str, String)> = maps.map.iter().map(|given| option(given)).collect::<Result<_, _>>()?;
    for (id, name) in &config.mappings.bind {
        let given = format!("\"{id}\" = \"{name}\" of [mappings] bind");
        let protocol = identifier(id).map_err(|detail| Error::Binding { given: given.clone(), detail })?;
        if options.iter().all(|(other, _, _)| *other != protocol) {
            bind(&mut mappings, protocol, name, given)?;
        }
    }
    for (protocol, name, given) in options {
        bind(&mut mappings, protocol, name, given)?;
    }
    Ok(mappings)
}

/// The text of a mapping file, and not much more of a file that is none.
fn read(path: &Path, limits: &Limits) -> Result<String, Error> {
    let mut text = String::new();
    let most = u64::try_from(limits.mapping_octets).unwrap_or(u64::MAX).saturating_add(1);
    let read = File::open(path).and_then(|file| file.take(most).read_to_string(&mut text));
    read.map_err(|source| Error::MappingFile { path: path.to_owned(), source })?;
    Ok(text)
}

fn bind(mappings: &mut Mappings, protocol: Protocol, name: &str, given: String) -> Result<(), Error> {
    mappings.bind(protocol, name).map_err(|fault| Error::Binding { given, detail: fault.to_string() })
}

/// `ID=NAME`.
fn option(given: &str) -> Result<(Protocol, &str, String), Error> {
    let shown = format!("--map {given}");
    let wrong = |detail: String| Error::Binding { given: shown.clone(), detail };
    let parts = given.split_once('=').filter(|(_, name)| !name.trim().is_empty());
    let (id, name) = parts.ok_or_else(|| wrong("write it as ID=NAME, as in 0x21=toa".to_owned()))?;
    Ok((identifier(id).map_err(wrong)?, name.trim(), shown))
}

/// An identifier in decimal, or in hexadecimal behind 0x.
fn identifier(given: &str) -> Result<Protocol, String> {
    let given = given.trim();
    let hex = given.strip_prefix("0x").or_else(|| given.strip_prefix("0X"));
    let octet = hex.map_or_else(|| given.parse(), |digits| u8::from_str_radix(digits, 16)).ok();
    let octet = octet.filter(|octet| !RESERVED.contains(octet)).map(Protocol);
    octet.ok_or_else(|| "a protocol identifier that can be bound is a number from 0x05 to 0xFF".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(given: &[&str]) -> Result<Mappings, Error> {
        let maps = Maps { mapping: Vec::new(), map: given.iter().map(ToString::to_string).collect() };
        mappings(&maps, &Config::default())
    }

    #[test]
    fn an_identifier_is_decimal_or_hexadecimal() {
        let mappings = bound(&["33=toa", "0X22=MemoFS"]).unwrap();
        assert_eq!((&*mappings.name_of(Protocol(0x21)), &*mappings.name_of(Protocol(0x22))), ("Toa", "MemoFS"));
    }

    #[test]
    fn what_cannot_be_bound_is_refused_with_the_reason() {
        let wrong = |given: &str| bound(&[given]).unwrap_err().to_string();
        assert_eq!(wrong("toa"), "--map toa: write it as ID=NAME, as in 0x21=toa");
        assert!(wrong("0x04=toa").contains("from 0x05 to 0xFF") && wrong("256=toa").contains("from 0x05 to 0xFF"));
        assert!(wrong("0x21=tox").contains("(did you mean Toa?)"), "{}", wrong("0x21=tox"));
        assert!(bound(&["0x21=toa", "33=memofs"]).unwrap_err().to_string().contains("cannot be both Toa and memofs"));
    }

    #[test]
    fn an_option_has_the_last_word() {
        let bound = toml::from_str("[bind]\n\"0x21\" = \"toa\"\n\"0x22\" = \"toa\"").unwrap();
        let mut config = Config::default();
        config.mappings = bound;
        let maps = Maps { mapping: Vec::new(), map: vec!["0x21=memofs".to_owned()] };
        let mappings = mappings(&maps, &config).unwrap();
        assert_eq!((&*mappings.name_of(Protocol(0x21)), &*mappings.name_of(Protocol(0x22))), ("MemoFS", "Toa"));
    }
}

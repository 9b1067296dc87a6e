//! What both sides say in the clear, before their records are sealed.

use crate::carrier::facts::{Choice, Closed, Early};
use crate::carrier::hello::{self, TLS13};
use crate::carrier::suite::CipherSuite;

use super::head::HEADER;
use super::keys::Phase;
use super::messages::{Message, message};
use super::record::Record;
use super::{Env, Stage, Tls};

impl Tls {
    /// Takes a handshake record in the clear. Once a `ServerHello` was taken, there are none: what looks like one is left alone.
    pub(super) fn clear_messages(&mut self, side: usize, record: &Record, env: &mut Env<'_>) {
        if self.settled {
            return;
        }
        let mut octets = record.octets.get(HEADER..).unwrap_or_default();
        while let Some(Message { kind, body }) = self.side(side).messages.next(&mut octets) {
            match kind {
                message::CLIENT_HELLO => self.client_hello(side, &body, env),
                message::SERVER_HELLO => self.server_hello(side, &body, env),
                _ => {}
            }
        }
    }

    fn client_hello(&mut self, side: usize, body: &[u8], env: &Env<'_>) {
        let Some(hello) = hello::client_hello(body) else { return };
        self.changed();
        self.client = Some(side);
        let first = self.random.is_none();
        self.random.get_or_insert_with(|| hello.random.into());
        self.facts.random.clone_from(&self.random);
        self.facts.hello = true;
        self.facts.alpn_offered = hello.alpn.into_iter().map(Vec::into_boxed_slice).collect();
        if first && !self.insisted && !self.facts.offers_npamp() && env.keys.tls(&hello.random).is_empty() {
            self.stage = Stage::Foreign;
            return;
        }
        if first && hello.early_data {
            self.facts.early = Early::Offered;
            self.side(side).expect = Some(Phase::Early);
        } else if first {
            self.side(side).expect = Some(Phase::Handshake);
        }
    }

    fn server_hello(&mut self, side: usize, body: &[u8], env: &Env<'_>) {
        let Some(hello) = hello::server_hello(body) else { return };
        self.changed();
        self.client = self.client.or_else(|| 1_usize.checked_sub(side));
        if self.random.is_none() && !self.insisted && env.keys.tls_connections().next().is_none() {
            self.stage = Stage::Foreign;
            return;
        }
        self.facts.version = Some(hello.version);
        let suite = CipherSuite(hello.cipher_suite);
        self.facts.suite = Some(suite);
        self.facts.resumed = hello.resumed;
        if hello.version < TLS13 {
            self.facts.alpn = hello.alpn.map_or(Choice::Nothing, |name| Choice::Protocol(name.into()));
        }
        if hello.version != TLS13 || suite.cipher().is_none() {
            self.stage = Stage::Counted;
            self.settled = true;
            self.facts.closed = [Some(Closed::SuiteUnknown); 2];
            self.sides.0.records.pass(true);
            self.sides.1.records.pass(true);
            return;
        }
        if hello.retry {
            self.settle_early(false);
            return;
        }
        self.settled = true;
        self.side(side).expect = Some(Phase::Handshake);
    }

    /// Takes an alert; a fatal one is kept.
    pub(super) fn alert(&mut self, side: usize, body: &[u8]) {
        let &[2, description] = body else { return };
        let role = self.role(side);
        if let Some(slot) = self.facts.alerts.get_mut(role) {
            slot.get_or_insert(description);
        }
    }
}

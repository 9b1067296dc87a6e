# One verb a target. Each target installs what it needs and is missing.

CARGO ?= cargo
SUDO  := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: run build test lint doc docs bench samples fuzz-replay system

run: system           ## open the UI on a bundled sample
	$(CARGO) run --release --locked -- samples/violations.pcapng --keylog samples/violations.keys

build: system         ## build the release binary
	$(CARGO) build --release --locked

test: system          ## every test
	$(CARGO) test --locked
	$(CARGO) build --locked --no-default-features

lint: system          ## formatting, lints, documentation
	$(CARGO) fmt --check
	$(CARGO) clippy --locked --all-targets -- -D warnings
	$(CARGO) clippy --locked --all-targets --no-default-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --no-deps

fuzz-replay: system   ## replay the fuzz seeds on the stable toolchain
	$(CARGO) test --locked --manifest-path fuzz/Cargo.toml

bench: system         ## criterion benches
	$(CARGO) bench --locked

samples: system       ## write samples/ anew from the scenario builder
	UPDATE_SAMPLES=1 $(CARGO) test --locked --lib samples_are_fresh

docs: system          ## write the pages that are made from declarations
	UPDATE_DOCS=1 $(CARGO) test --locked --test it docs::

# The C compiler builds the cryptography; libpcap's headers serve live capture.
system:
	@command -v cc >/dev/null || { $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq build-essential; }
	@[ -e /usr/include/pcap/pcap.h ] || { $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq libpcap-dev; }

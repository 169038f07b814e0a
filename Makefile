# `make help` lists what there is.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

VERSION := $(shell scripts/version)
ARCH := $(patsubst x86_64,amd64,$(shell uname -m))
NATIVE := target/native/io/evenkeel/native/linux/$(ARCH)/libevenkeel.so
JAR := java/target/evenkeel-$(VERSION).jar
PUMA := examples/puma/target/evenkeel-puma-$(VERSION).jar
FORMAT := com.spotify.fmt:fmt-maven-plugin
MVN_FLAGS := -Drevision=$(VERSION) -DskipTests
CLUSTER := target/release/evenkeel-cluster
BENCH := target/release/evenkeel-bench

.PHONY: help build native jar puma examples check doc test test-full fuzz fuzz-java memcheck soak demo cluster cluster-stop \
  bench bench-jmh bench-cluster bench-groups bench-unnamed paper dist fmt clean

help: ## This list
	@echo "Evenkeel $(VERSION)"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

build: jar puma ## Build everything: planner, native library, plug-in jar, PUMA jobs, cluster in a box
	cargo build --release --quiet --workspace --bins

# GLIBC=2.17 builds for machines with a C library as old as that, with cargo-zigbuild (pip install cargo-zigbuild).
LIBRARY := $(if $(GLIBC),target/$(shell uname -m)-unknown-linux-gnu/release,target/release)/libevenkeel.so
CARGO_NATIVE := $(if $(GLIBC),cargo zigbuild --target $(shell uname -m)-unknown-linux-gnu.$(GLIBC),cargo build)

native: ## Build the native library for the jar (GLIBC=2.17 for older machines)
	$(CARGO_NATIVE) --release --quiet -p evenkeel --lib --no-default-features --features jni
	mkdir -p $(dir $(NATIVE))
	strip --strip-debug -o $(NATIVE).new $(LIBRARY)
	cmp --silent $(NATIVE).new $(NATIVE) || cp $(NATIVE).new $(NATIVE)
	rm $(NATIVE).new

jar: native ## Build the plug-in's jar, native library inside
	scripts/mvn java package $(MVN_FLAGS)

puma: ## Build the PUMA jobs
	scripts/mvn examples/puma package $(MVN_FLAGS)

examples: jar ## Build the example jobs (examples/README.md)
	scripts/mvn examples/jobs package $(MVN_FLAGS)

check: native ## The fast loop: format, lints, unit tests of both languages; under two minutes once built
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	cargo test --quiet -p evenkeel --lib --bins
	cargo test --quiet -p evenkeel --test map --test messages --test supply_chain --test vectors
	scripts/mvn java $(FORMAT):check package -Drevision=$(VERSION) -Dorg.slf4j.simpleLogger.defaultLogLevel=warn \
	  -Devenkeel.fuzz=2000 -Devenkeel.jni.calls=6000

doc: ## rustdoc and javadoc, in which a warning is an error
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps
	scripts/mvn java javadoc:javadoc -Drevision=$(VERSION)

test: ## All checks and tests, on a real cluster too; ends with "N passed, N failed"
	@scripts/test

test-full: ## The same with the long tests
	@scripts/test full

fuzz: ## Fuzz every Rust decoder for a minute each (SECONDS=60); make test does it for a moment
	@scripts/fuzz $(or $(SECONDS),60)

fuzz-java: native ## The same for the Java decoders, the calls into the native core and the daemons' endpoints
	scripts/mvn java test -Drevision=$(VERSION) -Dtest='*FuzzTest,NativeAbuseTest,*StrangersTest' \
	  -Devenkeel.fuzz=2000000 -Devenkeel.jni.calls=10000000 -Devenkeel.strangers=50000

memcheck: ## The native core's tests under valgrind, the address sanitizer and Miri, where they are installed
	scripts/memcheck

soak: jar ## Random faults against random jobs on a real cluster, outputs compared (SECONDS=600 SEED=1)
	cargo build --release --quiet -p evenkeel-cluster
	target/release/evenkeel-soak --seconds $(or $(SECONDS),600) --seed $(or $(SEED),1)

demo: build ## A skewed job on a real cluster, stock and balanced, side by side (about 2 minutes)
	@$(CLUSTER) demo --plugin $(JAR) --puma $(PUMA)

cluster: build ## Start a cluster with the plug-in and leave it running
	@$(CLUSTER) up --plugin $(JAR)

cluster-stop: ## Stop the cluster that `make cluster` started
	@$(CLUSTER) down

bench: ## Measure the scheduler
	cargo bench

bench-jmh: jar ## Measure the Partitioner, the sort of a map and a reduce task's decisions (ARGS: a pattern of names)
	scripts/mvn benches/jmh process-classes -Drevision=$(VERSION)
	$$(scripts/jdk)/bin/java -cp "benches/jmh/target/classes:$(JAR):benches/jmh/target/lib/*" org.openjdk.jmh.Main $(ARGS)

bench-cluster: build ## Measure PUMA's jobs on a real cluster, stock and balanced (ARGS adds options)
	$(BENCH) run --plugin $(JAR) --jar $(PUMA) $(ARGS)

bench-groups: build ## Measure what the number of groups costs maps (ARGS adds options)
	$(BENCH) groups --plugin $(JAR) --jar $(PUMA) --trackers 2 --quota 0 --reduces 3 $(ARGS)

bench-unnamed: build ## Measure what the plug-in costs jobs that do not name it (ARGS adds options)
	$(BENCH) unnamed --plugin $(JAR) --jar $(PUMA) --trackers 4 --quota 0 --reduces 6 --repeat 10 $(ARGS)

paper: build ## Repeat the paper's evaluation, its printed values beside ours (ARGS="--scale 0.05" for more data)
	$(BENCH) paper --plugin $(JAR) --jar $(PUMA) $(ARGS)

dist: jar ## The jar and a tarball for an installation, in dist/ (GLIBC=2.17 for older machines)
	scripts/dist $(VERSION) $(JAR)

fmt: ## Format the sources of both languages
	cargo fmt --all
	scripts/mvn java $(FORMAT):format -Drevision=$(VERSION)

clean: ## Remove what was built
	cargo clean --quiet
	rm -rf java/target examples/puma/target examples/jobs/target benches/jmh/target tests/cluster/java/target dist

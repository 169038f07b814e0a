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
MVN_FLAGS := -Drevision=$(VERSION) -DskipTests
CLUSTER := target/release/evenkeel-cluster
BENCH := target/release/evenkeel-bench

.PHONY: help build native jar puma check test test-full demo cluster cluster-stop bench bench-cluster paper dist fmt clean

help: ## This list
	@echo "Evenkeel $(VERSION)"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

build: jar puma ## Build everything: planner, native library, plug-in jar, PUMA jobs, cluster in a box
	cargo build --release --quiet --workspace --bins

native: ## Build the native library and put it where the jar takes it from
	cargo build --release --quiet -p evenkeel --lib --no-default-features --features jni
	mkdir -p $(dir $(NATIVE))
	strip --strip-debug -o $(NATIVE).new target/release/libevenkeel.so
	cmp --silent $(NATIVE).new $(NATIVE) || cp $(NATIVE).new $(NATIVE)
	rm $(NATIVE).new

jar: native ## Build the plug-in's jar, native library inside
	scripts/mvn java package $(MVN_FLAGS)

puma: ## Build the PUMA jobs
	scripts/mvn examples/puma package $(MVN_FLAGS)

check: ## Format and lints, no tests
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings

test: ## All checks and tests, on a real cluster too; ends with "N passed, N failed"
	@scripts/test

test-full: ## The same with the long tests
	@scripts/test full

demo: build ## A skewed job on a real cluster, stock and balanced, side by side (about 4 minutes)
	@$(CLUSTER) demo --plugin $(JAR) --puma $(PUMA) --generator target/release/evenkeel

cluster: build ## Start a cluster with the plug-in and leave it running
	@$(CLUSTER) up --plugin $(JAR)

cluster-stop: ## Stop the cluster that `make cluster` started
	@$(CLUSTER) down

bench: ## Measure the scheduler
	cargo bench

bench-cluster: build ## Measure PUMA's jobs on a real cluster: stock, mixed hash, the paper's mode, Evenkeel (ARGS adds options)
	$(BENCH) run --plugin $(JAR) --jar $(PUMA) --modes stock,mixed,paper,evenkeel $(ARGS)

paper: build ## Repeat the paper's evaluation, its printed values beside ours (ARGS="--scale 0.05" for more data)
	$(BENCH) paper --plugin $(JAR) --jar $(PUMA) $(ARGS)

dist: jar ## The jar and a tarball with all that an installation needs, in dist/
	scripts/dist $(VERSION) $(JAR)

fmt: ## Format the sources
	cargo fmt --all

clean: ## Remove what was built
	cargo clean --quiet
	rm -rf java/target examples/puma/target tests/cluster/java/target dist

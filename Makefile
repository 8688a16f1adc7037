# The few commands to know. Each installs what is missing (scripts/setup), then
# drives a CMake preset; build folders are build/<preset>.
.DEFAULT_GOAL := help
SHELL := /bin/bash
JOBS ?= $(shell nproc)
CONFIGURE = cmake --preset
BUILD = cmake --build --parallel $(JOBS) --preset

.PHONY: help setup build demo test ci bench bench-peers format lint clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1 \t/p' Makefile | expand -t 20

setup: ## install and fetch whatever is missing
	@scripts/setup --check || scripts/setup

build: setup ## build everything (preset release)
	@$(CONFIGURE) release
	@$(BUILD) release

demo: build ## run the example: a script over a database of invoices
	@if [[ -x build/release/modebox_demo ]]; then build/release/modebox_demo; \
	 else echo "make demo: there is no examples/billing to run" >&2; exit 1; fi

test: build ## build and run the tests
	@ctest --preset release --parallel $(JOBS)

ci: setup ## sanitizers, plain guest, fuzzers, lint, installation (after make test)
	@scripts/ci

bench: build ## measure; prints a table and writes build/bench.json
	@bench/run

bench-peers: build ## measure beside other sandboxes; writes build/bench-peers.json
	@scripts/setup
	@bench/run-peers

format: setup ## format our sources in place
	@scripts/lint --fix-format

lint: build ## check the format, and clang-tidy
	@scripts/lint

clean: ## remove the build folders, not the cache
	rm -rf build

# The few commands to know. Each installs what is missing (scripts/setup), then
# drives a CMake preset; build folders are build/<preset>.
.DEFAULT_GOAL := help
SHELL := /bin/bash
JOBS ?= $(shell nproc)
CONFIGURE = cmake --preset
BUILD = cmake --build --parallel $(JOBS) --preset

.PHONY: need-build need-test need-ci help setup build demo test ci bench bench-peers declarations-mcp conformance test-agents format lint clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1 \t/p' Makefile | expand -t 20

setup: ## install and fetch everything, for the peer benchmark too
	@scripts/setup

# What building needs, unless it is there.
need-build:
	@scripts/setup build

# The same, and the servers that tests start.
need-test:
	@scripts/setup test

# The same, and what fuzzers and lint need.
need-ci:
	@scripts/setup ci

build: need-build ## build everything (preset release)
	@$(CONFIGURE) release
	@$(BUILD) release

demo: need-build ## build what it needs, and play an agent that works through modebox mcp
	@$(CONFIGURE) release
	@$(BUILD) release --target modebox_cli
	@python3 -B examples/mcp/demo.py build/release/modebox tests/bridge

test: need-test build ## build and run the tests
	@ctest --preset release --parallel $(JOBS)

ci: need-ci ## what takes longer: lint, sanitizers, plain guest, installation, fuzzers
	@scripts/ci

declarations-mcp: need-test build ## compile declarations of four MCP servers from npm
	@MODEBOX_CLI=$(CURDIR)/build/release/modebox python3 -B tests/declarations/mcp_servers.py

test-agents: build ## drive Claude Code, Codex and opencode against the MCP server (fetches them: 1.2 GB)
	@scripts/setup agents
	@tests/agents/run

conformance: need-test build ## run the official conformance suite against the MCP server
	@python3 -B tests/conformance/run

bench: build ## measure; prints a table and writes build/bench.json
	@bench/run

bench-peers: setup build ## measure beside other sandboxes; writes build/bench-peers.json
	@bench/run-peers

format: need-ci ## format our sources in place
	@scripts/lint --fix-format

lint: need-ci build ## check the format, and clang-tidy
	@scripts/lint

clean: ## remove the build folders, not the cache
	rm -rf build

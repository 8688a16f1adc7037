// The source that a test file runs: its own text, or for `generated: yes` what
// its text returns (a string, or a Uint8Array for bytes that are no UTF-8).
#pragma once

#include <string>

#include "modebox/engine.h"
#include "tests/runner/case_file.h"

namespace modebox::tests {

/// Throws std::runtime_error if the generator fails.
std::string source_text(const Engine& engine, const CaseFile& file);

}  // namespace modebox::tests

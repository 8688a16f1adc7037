// Running scripts whose result is known. A benchmark of something that went
// wrong would be a lie: every function here ends the program then.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modebox/engine.h"

namespace modebox::bench {

[[noreturn]] void give_up(const std::string& why);

Engine make_engine(EngineOptions options = {});

/// Runs `source`, which has to complete with a number; gives that.
double run_number(const Engine& engine, std::string_view source, const Toolbox& tools = {},
                  const RunOptions& options = {});
/// The same, when it has to be `expected`.
void expect_number(double expected, const Engine& engine, std::string_view source,
                   const Toolbox& tools = {}, const RunOptions& options = {});

std::string read_file(const std::string& path);

/// A program of bench/programs: one expression whose value is a checksum.
struct Program {
  std::string name;
  std::string source;
  double checksum;
};
/// Those that `folder`/checksums.txt lists.
std::vector<Program> read_programs(const std::string& folder);

/// Computing takes longer than an agent's script should.
RunOptions patient();

}  // namespace modebox::bench

#include "bench/scripts.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace modebox::bench {

void give_up(const std::string& why) {
  std::fprintf(stderr, "modebox_bench: %s\n", why.c_str());
  std::exit(1);
}

Engine make_engine(EngineOptions options) {
  Result<Engine> engine = Engine::create(options);
  if (!engine) give_up(engine.error().message);
  return std::move(*engine);
}

double run_number(const Engine& engine, std::string_view source, const Toolbox& tools,
                  const RunOptions& options) {
  const RunResult result = engine.run(source, tools, options);
  if (const RunError* error = result.error())
    give_up("a script failed: " + std::string(to_string(error->kind)) + ": " + error->message);
  if (!result.value()->is_number()) give_up("a script did not give a number");
  return result.value()->as_number();
}

void expect_number(double expected, const Engine& engine, std::string_view source,
                   const Toolbox& tools, const RunOptions& options) {
  const double value = run_number(engine, source, tools, options);
  if (value != expected)
    give_up("a script gave " + std::to_string(value) + " where " + std::to_string(expected) +
            " is right");
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) give_up("can not read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Program> read_programs(const std::string& folder) {
  std::vector<Program> programs;
  std::istringstream list(read_file(folder + "/checksums.txt"));
  std::string name;
  double checksum = 0;
  while (list >> name >> checksum)
    programs.push_back({name, read_file(folder + "/" + name + ".js"), checksum});
  if (programs.empty()) give_up("no programs in " + folder);
  return programs;
}

RunOptions patient() {
  RunOptions options;
  options.limits.timeout = std::chrono::minutes(2);
  return options;
}

}  // namespace modebox::bench

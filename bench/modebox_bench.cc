// The benchmark program: measures, prints a table, writes the numbers as JSON.
//
//   modebox_bench [--json FILE] [--programs FOLDER] [--cli FILE] [--only NAME]...
//   modebox_bench --serve          answers bench/run-peers
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "bench/measures.h"
#include "bench/scripts.h"

namespace modebox::bench {
namespace {

struct Options {
  std::string json;
  std::string programs = "bench/programs";
  std::string pauses = "bench/pause_reference.js";
  std::string strip = "bench/strip/script.ts";
  std::string urls = "bench/urls.js";
  std::string cli =
      (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "modebox").string();
  std::string servers = "tests/bridge/node_modules/.bin";
  std::set<std::string> only;
  bool serve = false;
  bool serve_mcp = false;
};

Options parse(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (name == "--serve") {
      options.serve = true;
      continue;
    }
    if (name == "--serve-mcp") {
      options.serve_mcp = true;
      continue;
    }
    if (++i == count) give_up(name + " wants a value");
    const std::string value = arguments[i];
    if (name == "--json") {
      options.json = value;
    } else if (name == "--programs") {
      options.programs = value;
    } else if (name == "--cli") {
      options.cli = value;
    } else if (name == "--only") {
      options.only.insert(value);
    } else {
      give_up("unknown option " + name);
    }
  }
  return options;
}

void measure_all(Report& report, const Options& options) {
  const auto wanted = [&](const char* name) {
    return options.only.empty() || options.only.contains(name);
  };
  if (wanted("parked")) measure_parked(report);
  if (wanted("waiting")) measure_waiting(report);
  if (wanted("inline")) measure_inline(report);
  if (wanted("server")) measure_server(report);
  const Engine engine = make_engine();
  if (wanted("start")) measure_start(report, engine);
  if (wanted("calls")) measure_host_calls(report, engine);
  if (wanted("throughput")) measure_throughput(report, engine);
  if (wanted("memory")) measure_flat_memory(report, engine);
  if (wanted("pauses")) measure_pauses(report, engine, options.pauses);
  if (wanted("strip")) measure_stripping(report, options.strip);
  if (wanted("url")) measure_urls(report, engine, options.urls);
  if (wanted("cli")) measure_cli(report, options.cli);
  if (wanted("mcp")) measure_mcp(report, options.cli);
  if (wanted("bridge")) measure_bridge(report, options.cli, options.servers);
  if (wanted("compute")) measure_compute(report, engine, options.programs);
  if (wanted("stop")) measure_stops(report, engine);
}

/// Numbers from a machine that has something else to do mean little.
void warn_if_busy() {
  double load = 0;
  if (getloadavg(&load, 1) == 1 && load > 0.7)
    std::printf("The machine is busy (load %.1f): these numbers are worse than they should be.\n",
                load);
}

int main(int count, char** arguments) {
  const Options options = parse(count, arguments);
  if (options.serve) {
    serve(make_engine());
    return 0;
  }
  if (options.serve_mcp) {
    serve_nothing();
    return 0;
  }
  warn_if_busy();
  Report report;
  measure_all(report, options);
  if (!options.json.empty() && !report.write(options.json))
    give_up("can not write " + options.json);
  return 0;
}

}  // namespace
}  // namespace modebox::bench

int main(int count, char** arguments) { return modebox::bench::main(count, arguments); }

// What is measured. Each function adds its keys to the report; bench/README.md
// says what they mean.
#pragma once

#include <string>
#include <vector>

#include "bench/report.h"
#include "modebox/engine.h"

namespace modebox::bench {

/// start_us_p50, start_us_p99: a fresh sandbox, `1+1`, reset, on one thread; image_mib.
void measure_start(Report& report, const Engine& engine);
/// host_call_us: an awaited call of a C++ function.
void measure_host_calls(Report& report, const Engine& engine);
/// throughput_runs_per_s: two threads, trivial script.
void measure_throughput(Report& report, const Engine& engine);
/// memory_growth_kib: resident memory after many runs, against some runs.
void measure_flat_memory(Report& report, const Engine& engine);
/// parked_run_kib, parked_run_pss_kib: 2,000 runs that wait for a host call.
void measure_parked(Report& report);
/// waiting_run_kib: 20,000 runs that wait so long that they give their sandbox back.
void measure_waiting(Report& report);
/// caller_held_ms_*: how long inline slices hold an event loop.
void measure_inline(Report& report);
/// token_bytes_*, seal_us_p50, resume_us_p50, resume_leak_kib; `file` is the reference script.
void measure_pauses(Report& report, const Engine& engine, const std::string& file);
/// stop_late_*: from deadline or cancel to outcome, over hostile programs.
void measure_stops(Report& report, const Engine& engine);
/// compute_<name>_ms for each program of the folder.
void measure_compute(Report& report, const Engine& engine, const std::string& folder);
/// strip_1kb_us_p50, strip_mb_per_s: taking the types out of `file`.
void measure_stripping(Report& report, const std::string& file);
/// url_parse_us: the URLs of `file`, parsed in a script.
void measure_urls(Report& report, const Engine& engine, const std::string& file);
/// net_idle_stream_kib, net_request_us_p50: the HTTP server.
void measure_server(Report& report);
/// cli_ms_p50: the whole process `modebox run -e 1+1`.
void measure_cli(Report& report, const std::string& cli);
/// mcp_*: `modebox mcp` over pipes and HTTP.
void measure_mcp(Report& report, const std::string& cli);

/// bridge_*, agent_tokens_ratio: MCP servers behind `modebox mcp`; `servers` is the folder of those
/// from npm.
void measure_bridge(Report& report, const std::string& cli, const std::string& servers);
/// A server with one tool that does nothing, on standard input and output, until its end.
void serve_nothing();

// The parts that bench/run-peers asks for, too.

/// Microseconds per run, median of `count` runs of `1+1`.
double start_us(const Engine& engine, int count, double percent = 50);
/// From a run to its token and on to its result; median of `count`.
struct PausedTime {
  double us = 0;
  double result = 0;
};
PausedTime pause_resume(const Engine& engine, const std::string& source, int count);
/// Microseconds per awaited call, `count` calls in one run.
double host_call_us(const Engine& engine, int count);
/// Milliseconds until the process `arguments` (a path first) has ended.
double spawn_ms(const std::vector<std::string>& arguments);

/// Microseconds to strip the text, median of `count`, and the length of what is left.
struct StripTime {
  double us = 0;
  double length = 0;
};
StripTime strip_time(const std::string& source, int count);
/// The text twenty times over, each in a block of its own.
std::string twenty_of(const std::string& source);

/// Microseconds for one of the URLs that `source` (bench/urls.js) parses, the whole run counted;
/// median of `count` runs. And what it gives, the sum of their lengths.
struct UrlTime {
  double us = 0;
  double sum = 0;
};
UrlTime url_parse_time(const Engine& engine, const std::string& source, int count);

/// Answers requests on standard input, one a line, until it ends: what
/// bench/run-peers drives. `compute PATH`, `pauses PATH`, `strip PATH`, `urls PATH`, `start COUNT`,
/// `calls COUNT` and `spawn COUNT ARGUMENT...` are answered by `TIME RESULT`.
void serve(const Engine& engine);

}  // namespace modebox::bench

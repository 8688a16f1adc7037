// Pausing and going on: how large a token is, and how long it takes to seal a run
// and to have it running again.

#include "bench/measures.h"
#include "bench/memory.h"
#include "bench/scripts.h"
#include "bench/timing.h"

namespace modebox::bench {
namespace {

constexpr std::string_view trivial = "await pay.refund('c1', 1)";

/// Before this, a script is marked as running again after its pause.
constexpr std::string_view end_of_reference = "return total()";

std::string marked(std::string source) {
  const std::size_t at = source.find(end_of_reference);
  if (at == std::string::npos) give_up("the reference script does not end as expected");
  return source.insert(at, "mark.here();\n");
}

/// When it was decided that a run waits, and when its script ran again.
struct Marks {
  Clock::time_point waits;
  Clock::time_point runs;
};

Toolbox make_tools(Marks& marks) {
  Toolbox tools;
  Tool refund("pay.refund", [](const HostCall& call) -> ToolResult { return call.argument(1); });
  refund.approval(Approval::when([&marks](const HostCall&) {
    marks.waits = Clock::now();
    return true;
  }));
  Tool mark("mark.here", [&marks](const HostCall&) -> ToolResult {
    marks.runs = Clock::now();
    return Value();
  });
  mark.synchronous();
  for (Tool& tool : std::vector<Tool>{refund, mark}) {
    if (Status added = tools.add(std::move(tool)); !added) give_up(added.error().message);
  }
  return tools;
}

struct Cycle {
  double seal_us = 0;
  double resume_us = 0;
};

Cycle cycle(const Engine& engine, std::string_view source, const Toolbox& tools, Marks& marks) {
  const RunResult first = engine.run(source, tools);
  const auto sealed = Clock::now();
  const Interrupted* paused = first.interrupted();
  if (paused == nullptr) give_up("the run did not pause");
  const RunResult second =
      engine.resume(paused->continuation, {approve(paused->interruptions[0].id)}, tools);
  if (second.value() == nullptr) give_up("a resume failed: " + second.error()->message);
  return {microseconds(sealed - marks.waits), microseconds(marks.runs - sealed)};
}

double token_bytes(const Engine& engine, std::string_view source) {
  Toolbox tools;
  Tool refund("pay.refund", [](const HostCall& call) -> ToolResult { return call.argument(1); });
  if (Status added = tools.add(refund.approval(Approval::always())); !added) {
    give_up(added.error().message);
  }
  const RunResult result = engine.run(source, tools);
  if (result.interrupted() == nullptr) give_up("the run did not pause");
  return static_cast<double>(result.interrupted()->continuation.size());
}

}  // namespace

PausedTime pause_resume(const Engine& engine, const std::string& source, int count) {
  Toolbox tools;
  Tool refund("pay.refund", [](const HostCall& call) -> ToolResult { return call.argument(1); });
  if (Status added = tools.add(refund.approval(Approval::always())); !added) {
    give_up(added.error().message);
  }
  PausedTime time;
  std::vector<double> samples;
  for (int i = 0; i < count; ++i) {
    const auto began = Clock::now();
    const RunResult first = engine.run(source, tools);
    const Interrupted* paused = first.interrupted();
    if (paused == nullptr) give_up("the run did not pause");
    const RunResult second =
        engine.resume(paused->continuation, {approve(paused->interruptions[0].id)}, tools);
    samples.push_back(microseconds(Clock::now() - began));
    if (second.value() == nullptr) give_up("a resume failed: " + second.error()->message);
    time.result = second.value()->as_number();
  }
  time.us = median(samples);
  return time;
}

void measure_pauses(Report& report, const Engine& engine, const std::string& file) {
  const std::string reference = read_file(file);
  const std::string timed = marked(reference);
  Marks marks;
  const Toolbox tools = make_tools(marks);
  std::vector<double> seals;
  std::vector<double> resumes;
  for (int i = 0; i < 2'000; ++i) {
    const Cycle last = cycle(engine, timed, tools, marks);
    if (i < 200) continue;
    seals.push_back(last.seal_us);
    resumes.push_back(last.resume_us);
  }
  report.add("token_bytes_reference", token_bytes(engine, reference),
             "200 objects, a Map, closures", Report::Goal::at_most, 6'500);
  report.add("token_bytes_trivial", token_bytes(engine, trivial), "one awaited call",
             Report::Goal::at_most, 2'000);
  report.add("seal_us_p50", median(seals), "nothing can move, to token", Report::Goal::at_most,
             400);
  report.add("resume_us_p50", median(resumes), "token, to script running", Report::Goal::at_most,
             250);
  const double before = resident_kib();
  for (int i = 0; i < 20'000; ++i) cycle(engine, timed, tools, marks);
  report.add("resume_leak_kib", resident_kib() - before, "resident, after 20,000 cycles",
             Report::Goal::at_most, 1'024);
}

}  // namespace modebox::bench

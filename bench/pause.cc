// Pausing and going on: how large a token is, and how long it takes to seal a run
// and to have it running again.

#include "bench/measures.h"
#include "bench/memory.h"
#include "bench/scripts.h"
#include "bench/timing.h"

namespace modebox::bench {
namespace {

/// A script as an agent writes it, in the middle of its work: some 200 small
/// objects, a Map, a few closures, and one approval inside a loop.
constexpr std::string_view reference = R"(
const invoices = [];
for (let i = 0; i < 200; i++) {
  invoices.push({ id: i, cents: (i * 37) % 1000, paid: i % 3 === 0 });
}
const byCents = new Map(invoices.slice(0, 10).map((invoice) => [invoice.cents, invoice]));
const isOpen = (invoice) => !invoice.paid;
const total = () => invoices.filter(isOpen).reduce((sum, invoice) => sum + invoice.cents, 0);
let refunded = 0;
for (const invoice of byCents.values()) {
  if (invoice.id === 3) refunded += await pay.refund(invoice.id, invoice.cents);
}
mark.here();
total() + refunded;
)";

constexpr std::string_view trivial = "await pay.refund('c1', 1)";

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
  double whole_us = 0;
};

Cycle cycle(const Engine& engine, std::string_view source, const Toolbox& tools, Marks& marks) {
  const auto began = Clock::now();
  const RunResult first = engine.run(source, tools);
  const auto sealed = Clock::now();
  const Interrupted* paused = first.interrupted();
  if (paused == nullptr) give_up("the run did not pause");
  const RunResult second =
      engine.resume(paused->continuation, {approve(paused->interruptions[0].id)}, tools);
  if (second.value() == nullptr) give_up("a resume failed: " + second.error()->message);
  const auto ended = Clock::now();
  return {microseconds(sealed - marks.waits), microseconds(marks.runs - sealed),
          microseconds(ended - began)};
}

/// Without the call that only takes the time.
double token_bytes(const Engine& engine, std::string source) {
  constexpr std::string_view mark = "mark.here();\n";
  if (const std::size_t at = source.find(mark); at != std::string::npos) {
    source.erase(at, mark.size());
  }
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

double pause_resume_us(const Engine& engine, int count) {
  Marks marks;
  const Toolbox tools = make_tools(marks);
  std::vector<double> samples;
  for (int i = 0; i < count; ++i)
    samples.push_back(cycle(engine, reference, tools, marks).whole_us);
  return median(samples);
}

void measure_pauses(Report& report, const Engine& engine) {
  Marks marks;
  const Toolbox tools = make_tools(marks);
  std::vector<double> seals;
  std::vector<double> resumes;
  for (int i = 0; i < 2'000; ++i) {
    const Cycle last = cycle(engine, reference, tools, marks);
    if (i < 200) continue;
    seals.push_back(last.seal_us);
    resumes.push_back(last.resume_us);
  }
  report.add("token_bytes_reference", token_bytes(engine, std::string(reference)),
             "200 objects, a Map, closures", Report::Goal::at_most, 6'500);
  report.add("token_bytes_trivial", token_bytes(engine, std::string(trivial)), "one awaited call",
             Report::Goal::at_most, 2'000);
  report.add("seal_us_p50", median(seals), "nothing can move, to token", Report::Goal::at_most,
             400);
  report.add("resume_us_p50", median(resumes), "token, to script running", Report::Goal::at_most,
             250);
  const double before = resident_kib();
  for (int i = 0; i < 20'000; ++i) cycle(engine, reference, tools, marks);
  report.add("resume_leak_kib", resident_kib() - before, "resident, after 20,000 cycles",
             Report::Goal::at_most, 1'024);
}

}  // namespace modebox::bench

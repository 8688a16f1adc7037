#include "tests/pause_property/segment.h"

#include <string>
#include <vector>

#include "modebox/engine.h"
#include "modebox/json.h"

namespace modebox::tests {
namespace {

using nlohmann::json;

/// Lets everything pass: what is tested here is not single use.
class TrustingStore final : public ContinuationStore {
 public:
  Result<std::string> id() override { return std::string(32, '0'); }
  Result<ClaimOutcome> claim(const ContinuationClaim&, double) override {
    return ClaimOutcome::claimed;
  }
  Result<bool> start(const ContinuationClaim&) override { return true; }
  Status complete(const ContinuationClaim&) override { return done(); }
  Status release(const ContinuationClaim&) override { return done(); }
};

std::string text_of(const HostCall& call) {
  std::string text = call.name;
  for (const Value& argument : call.arguments) text += ' ' + describe(argument);
  return text;
}

Toolbox make_tools(int pause, std::vector<std::string>& calls) {
  const Approval policy = Approval::when([pause](const HostCall& call) {
    return pause == at_every_call || call.id == static_cast<std::uint64_t>(pause);
  });
  std::vector<Tool> all = {
      Tool("t.num",
           [&calls](const HostCall& call) -> ToolResult {
             calls.push_back(text_of(call));
             return Value(call.argument(0).as_number() * 7 + call.argument(1).as_number());
           }),
      Tool("t.boom",
           [&calls](const HostCall& call) -> ToolResult {
             calls.push_back(text_of(call));
             return ToolError{"boom " + describe(call.argument(0)), "RangeError", "E_BOOM"};
           }),
      Tool("t.echo",
           [&calls](const HostCall& call) -> ToolResult {
             calls.push_back(text_of(call));
             return call.argument(0);
           }),
  };
  Toolbox tools;
  for (Tool& tool : all) {
    if (!tools.add(std::move(tool.approval(policy)))) std::abort();
  }
  return tools;
}

}  // namespace

json run_segment(const json& request) {
  EngineOptions engine_options;
  engine_options.secrets = {std::string(32, 's')};
  engine_options.store = std::make_shared<TrustingStore>();
  engine_options.workers = 1;
  const Engine engine = Engine::create(engine_options).value();
  std::vector<std::string> calls;
  const Toolbox tools = make_tools(request.at("pause"), calls);
  RunOptions options;
  options.seed = 7;
  options.virtual_clock = 1'000;
  RunResult result;
  if (request.contains("source")) {
    result = engine.run(request.at("source").get<std::string>(), tools, options);
  } else {
    std::vector<Resolution> resolutions;
    for (const json& id : request.at("ids")) resolutions.push_back(approve(id));
    result = engine.resume(request.at("token").get<std::string>(), resolutions, tools, options);
  }
  json answer = {{"calls", calls}, {"lines", json::array()}};
  for (const LogEntry& log : result.logs) answer["lines"].push_back(log.text);
  if (const Interrupted* paused = result.interrupted()) {
    answer["token"] = paused->continuation;
    for (const Interruption& one : paused->interruptions) answer["ids"].push_back(one.id);
  } else if (const RunError* error = result.error()) {
    answer["end"] = "error: " + error->code + " " + error->message + " " + error->stack;
  } else {
    answer["end"] = describe(*result.value());
  }
  return answer;
}

}  // namespace modebox::tests

// The suite's tools once more, by the way that an agent's scripts take: a server each of whose
// tools runs a script, which calls the tool of that name of another MCP server, over the bridge.
//
//   modebox_mcp_bridged URL    of that server; prints its port, and serves until its input ends
#include <sodium.h>

#include <future>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "modebox/engine.h"
#include "modebox/json.h"
#include "src/bridge/bridge.h"
#include "src/mcp/execute.h"
#include "src/mcp/http.h"
#include "src/mcp/server.h"

using namespace modebox;

namespace {

/// A call of `execute` with a script of ours, for a call of something else.
class ScriptCall final : public mcp::ToolCall {
 public:
  ScriptCall(std::shared_ptr<mcp::ToolCall> call, const std::string& code)
      : call_(std::move(call)), arguments_(Value::object({{"code", code}})) {}

  const Value& arguments() const override { return arguments_; }
  const mcp::Sender& sender() const override { return call_->sender(); }
  const Value& input_responses() const override { return call_->input_responses(); }
  const std::string* state() const override { return call_->state(); }
  const Cancel& cancel() const override { return call_->cancel(); }
  void progress(std::string message) override { call_->progress(std::move(message)); }
  void log(mcp::Severity severity, const Value& data) override { call_->log(severity, data); }
  void notify(std::string_view method, const Value& params) override {
    call_->notify(method, params);
  }
  void ask(std::string_view method, const Value& params, Answered answered) override {
    call_->ask(method, params, std::move(answered));
  }
  void answer(mcp::ToolAnswer answer) override { call_->answer(std::move(answer)); }

 private:
  const std::shared_ptr<mcp::ToolCall> call_;
  const Value arguments_;
};

/// Several blocks come with strings for texts; a value of nothing but blocks is content.
std::string script_for(const std::string& function, const Value& arguments) {
  return "const result = await " + function + "(" + to_json(arguments).value() +
         ");\n"
         "return Array.isArray(result)\n"
         "  ? result.map((block) => (typeof block === 'string' ? { type: 'text', text: block } : "
         "block))\n"
         "  : result;\n";
}

std::vector<mcp::ServerTool> tools_of(const bridge::ServerReport& report,
                                      const std::vector<Tool>& functions,
                                      const mcp::ServerTool& execute) {
  std::vector<mcp::ServerTool> tools;
  for (const bridge::RemoteTool& remote : report.tools->tools) {
    for (const Tool& function : functions) {
      if (function.original_name() != report.name + "." + remote.name) continue;
      const Value schema = remote.input_schema.is_object() ? remote.input_schema
                                                           : Value::object({{"type", "object"}});
      tools.push_back(
          {Value::object({{"name", remote.name},
                          {"description", remote.description},
                          {"inputSchema", schema}}),
           [name = function.name(), execute](const std::shared_ptr<mcp::ToolCall>& call) {
             execute.call(std::make_shared<ScriptCall>(call, script_for(name, call->arguments())));
           }});
    }
  }
  return tools;
}

int serve(const std::string& url) {
  bridge::BridgeOptions options;
  options.servers.push_back({.name = "suite", .server = bridge::HttpServer{url, {}}});
  const std::shared_ptr<bridge::Bridge> bridge =
      bridge::Bridge::create(Toolbox(), std::move(options)).value();
  EngineOptions engine_options;
  engine_options.secrets = {std::string(32, 'k')};
  const Engine engine = Engine::create(std::move(engine_options)).value();
  const std::shared_ptr<mcp::Execute> execute =
      mcp::Execute::make([&engine]() -> Result<const Engine*> { return &engine; }, bridge, {});

  std::promise<std::vector<bridge::ServerReport>> reported;
  bridge->report(
      [&](std::vector<bridge::ServerReport> all) { reported.set_value(std::move(all)); });
  const bridge::ServerReport report = reported.get_future().get().at(0);
  if (report.tools == nullptr) {
    std::cerr << report.problem << '\n';
    return 1;
  }
  std::promise<std::shared_ptr<const mcp::Tools>> given;
  bridge->all([&](std::shared_ptr<const mcp::Tools> tools) { given.set_value(std::move(tools)); });
  const auto tools = given.get_future().get();
  mcp::Server server({.name = "modebox-bridged", .version = "1"},
                     tools_of(report, tools->toolbox.tools(), execute->tools().at(0)));
  const Result<std::unique_ptr<mcp::HttpTransport>> transport =
      mcp::HttpTransport::serve(server, {});
  if (!transport) {
    std::cerr << transport.error().message << '\n';
    return 1;
  }
  std::cout << (*transport)->port() << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
  }
  (*transport)->close();
  execute->close();
  bridge->close();
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: modebox_mcp_bridged URL\n";
    return 2;
  }
  return sodium_init() < 0 ? 1 : serve(arguments[1]);
}

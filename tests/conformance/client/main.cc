// What the official suite drives for clients: connects to the server whose URL is the last
// argument, lists its tools, calls each with arguments that fit its schema, and accepts what it is
// asked with the defaults. The suite may give the calls: MCP_CONFORMANCE_CONTEXT, {toolCalls:
// [{name, arguments}]}.
#include <cstdlib>
#include <future>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "modebox/json.h"
#include "src/bridge/downstream.h"
#include "src/mcp/elicitation.h"

namespace {

using modebox::Cancel;
using modebox::Entry;
using modebox::from_json;
using modebox::Result;
using modebox::to_json;
using modebox::Value;
using modebox::bridge::CallEnd;
using modebox::bridge::CallFailure;
using modebox::bridge::Downstream;
using modebox::bridge::DownstreamOptions;
using modebox::bridge::HttpServer;
using modebox::bridge::InputNeeded;
using modebox::bridge::RemoteTool;
using modebox::bridge::RemoteTools;

struct Call {
  std::string tool;
  Value arguments;
};

Value fitting(const Value& schema) {
  const Value& type = schema["type"];
  if (type == Value("number") || type == Value("integer")) return 5;
  if (type == Value("boolean")) return true;
  if (type == Value("array")) return Value::array();
  if (type == Value("object")) return Value::object();
  return "text";
}

Call usual_call(const RemoteTool& tool) {
  Value arguments = Value::object();
  const Value& properties = tool.input_schema["properties"];
  if (properties.is_object()) {
    for (const Entry& property : properties.entries()) {
      arguments.set(property.key.as_string(), fitting(property.value));
    }
  }
  return {tool.name, arguments};
}

std::vector<Call> calls_for(const RemoteTools& remote) {
  std::vector<Call> calls;
  const char* const context = std::getenv("MCP_CONFORMANCE_CONTEXT");
  const Result<Value> given = from_json(context != nullptr ? context : "{}");
  if (given && (*given)["toolCalls"].is_array()) {
    const Value& listed = (*given)["toolCalls"];
    for (std::size_t i = 0; i < listed.size(); ++i) {
      calls.push_back({std::string(listed[i]["name"].as_string()), listed[i]["arguments"]});
    }
    return calls;
  }
  for (const RemoteTool& tool : remote.tools) {
    Call usual = usual_call(tool);
    // One scenario wants to see what was understood of another tool's schema.
    if (usual.arguments["schema"].is_object() && &tool != &remote.tools.front()) {
      usual.arguments.set("schema", remote.tools.front().input_schema);
    }
    calls.push_back(std::move(usual));
  }
  return calls;
}

template <typename T, typename Ask>
T awaited(const Ask& ask) {
  const auto given = std::make_shared<std::promise<T>>();
  ask([given](T value) { given->set_value(std::move(value)); });
  return given->get_future().get();
}

CallEnd call(Downstream& server, const Call& one) {
  CallEnd end = awaited<CallEnd>(
      [&](auto ended) { server.call(one.tool, one.arguments, Cancel(), std::move(ended)); });
  while (const InputNeeded* needed = std::get_if<InputNeeded>(&end)) {
    const Value answers = modebox::mcp::plain_answers(needed->requests, true);
    const Value handle = needed->handle;
    end = awaited<CallEnd>(
        [&](auto ended) { server.go_on(handle, answers, Cancel(), std::move(ended)); });
  }
  return end;
}

int run(const std::string& url) {
  DownstreamOptions options;
  options.name = "suite";
  options.server = HttpServer{url, {}};
  const std::shared_ptr<Downstream> server = Downstream::create(std::move(options));
  using Listed = Result<std::shared_ptr<const RemoteTools>>;
  const Listed listed = awaited<Listed>([&](auto done) { server->list(std::move(done)); });
  if (!listed) {
    std::cerr << listed.error().message << '\n';
    return 1;
  }
  for (const std::string& note : (*listed)->notes) std::cerr << "note: " << note << '\n';
  for (const Call& one : calls_for(**listed)) {
    const CallEnd end = call(*server, one);
    if (const CallFailure* failure = std::get_if<CallFailure>(&end)) {
      std::cout << one.tool << ": " << failure->code << ' ' << failure->message << '\n';
    } else {
      std::cout << one.tool << ": " << to_json(std::get<Value>(end)).value() << '\n';
    }
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::cerr << "usage: modebox_mcp_client URL\n";
    return 2;
  }
  return run(arguments[count - 1]);
}

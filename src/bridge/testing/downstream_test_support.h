// For tests of Downstream: fake servers, and waiting for what comes of calls. Included by tests
// only.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "modebox/json.h"
#include "src/bridge/downstream.h"

namespace modebox::bridge {

/// Far beyond what anything here takes, on however busy a machine.
inline constexpr std::chrono::seconds patience{120};

/// A file beside this one.
inline std::string testing_file(const std::string& name) {
  const char* const root = std::getenv("MODEBOX_SOURCE_DIR");
  return (root != nullptr ? std::string(root) + "/" : std::string()) + "src/bridge/testing/" + name;
}

inline DownstreamOptions program_options(std::vector<std::string> words) {
  DownstreamOptions options;
  options.name = "fake";
  options.server = StdioServer{.words = std::move(words), .folder = "/"};
  options.call_timeout = patience;
  return options;
}

inline DownstreamOptions fake(const std::string& mode) {
  const char* const root = std::getenv("MODEBOX_SOURCE_DIR");
  DownstreamOptions options =
      program_options({"python3", "-B", "src/bridge/testing/fake_server.py", mode});
  std::get<StdioServer>(options.server).folder =
      root != nullptr ? root : std::string(std::getenv("PWD"));
  return options;
}

template <typename T>
T wait_for(std::future<T> future) {
  if (future.wait_for(patience) != std::future_status::ready) {
    ADD_FAILURE() << "No answer.";
    std::abort();  // what waits can not be taken back
  }
  return future.get();
}

using Listed = Result<std::shared_ptr<const RemoteTools>>;

inline std::future<Listed> start_list(Downstream& server) {
  const auto promise = std::make_shared<std::promise<Listed>>();
  server.list([promise](Listed listed) { promise->set_value(std::move(listed)); });
  return promise->get_future();
}

inline Listed list(Downstream& server) { return wait_for(start_list(server)); }

inline std::vector<std::string> names_of(const Listed& listed) {
  if (!listed) return {"error: " + listed.error().message};
  std::vector<std::string> names;
  for (const RemoteTool& tool : (*listed)->tools) names.push_back(tool.name);
  return names;
}

inline std::future<CallEnd> start_call(Downstream& server, const std::string& tool,
                                       const Value& arguments = Value::object(),
                                       const Cancel& cancel = {}) {
  const auto promise = std::make_shared<std::promise<CallEnd>>();
  server.call(tool, arguments, cancel,
              [promise](CallEnd end) { promise->set_value(std::move(end)); });
  return promise->get_future();
}

inline CallEnd call(Downstream& server, const std::string& tool,
                    const Value& arguments = Value::object()) {
  return wait_for(start_call(server, tool, arguments));
}

inline CallEnd go_on(Downstream& server, const Value& handle, const Value& responses) {
  const auto promise = std::make_shared<std::promise<CallEnd>>();
  server.go_on(handle, responses, {},
               [promise](CallEnd end) { promise->set_value(std::move(end)); });
  return wait_for(promise->get_future());
}

/// The first text of a result; of anything else, what it is.
inline std::string text_of(const CallEnd& end) {
  if (const auto* const failure = std::get_if<CallFailure>(&end)) {
    return failure->code + ": " + failure->message;
  }
  if (std::holds_alternative<InputNeeded>(end)) return "needs input";
  const Value& text = std::get<Value>(end)["content"][0]["text"];
  return text.is_string() ? std::string(text.as_string()) : describe(std::get<Value>(end));
}

inline CallFailure failure_of(const CallEnd& end) {
  const auto* const failure = std::get_if<CallFailure>(&end);
  return failure != nullptr ? *failure : CallFailure{"no failure: " + text_of(end), "", {}};
}

inline InputNeeded question_of(const CallEnd& end) {
  const auto* const question = std::get_if<InputNeeded>(&end);
  if (question != nullptr) return *question;
  ADD_FAILURE() << "No question: " << text_of(end);
  return {};
}

}  // namespace modebox::bridge

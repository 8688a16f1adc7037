// A tool that asks by itself, and what lets a paused run go on in another process:
// a secret, and a file that remembers which continuations were used.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "modebox/engine.h"

// begin engine
modebox::Engine make_engine(const std::string& store) {
  modebox::EngineOptions options;
  options.secrets = {"0123456789abcdef0123456789abcdef"};  // yours comes from a safe place
  options.store = modebox::open_sqlite_continuation_store(store).value();
  return modebox::Engine::create(options).value();
}
// end engine

// begin tool
modebox::ToolResult book(const modebox::HostCall& call) {
  if (!call.resume) call.interrupt(modebox::Value::object({{"question", "window or aisle?"}}));
  return modebox::Value("a seat at the " + std::string(call.resume->resolution.as_string()));
}
// end tool

int main() {
  const std::filesystem::path store =
      std::filesystem::temp_directory_path() / ("modebox-example-" + std::to_string(std::rand()));
  modebox::Toolbox tools;
  tools.add(modebox::Tool("seats.book", book)).value();

  // begin processes
  // One process pauses.
  const modebox::RunResult first = make_engine(store).run("await seats.book()", tools);
  const modebox::Interruption asked = first.interrupted()->interruptions.at(0);
  std::cout << (*asked.payload)["question"].as_string() << '\n';

  // Another one, later, with the same tools, goes on.
  const modebox::RunResult second = make_engine(store).resume(
      first.interrupted()->continuation, {modebox::resume_with(asked.id, "window")}, tools);
  std::cout << second.value()->as_string() << '\n';
  // end processes
  std::filesystem::remove(store);
}

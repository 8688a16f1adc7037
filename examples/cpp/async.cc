// A tool that answers later, from another thread.
#include <chrono>
#include <iostream>
#include <thread>
#include <vector>

#include "modebox/engine.h"

using namespace std::chrono_literals;
using modebox::HostCall;
using modebox::Reply;
using modebox::ToolError;
using modebox::Value;

namespace {

constexpr auto script = R"(
  const pages = await Promise.all(["a", "b", "c", "d"].map((name) => page.fetch(name)));
  pages.join("; ")
)";

}  // namespace

int main() {
  const modebox::Engine engine = modebox::Engine::create().value();
  std::vector<std::jthread> threads;

  // begin async
  const auto fetch = [&threads](const HostCall& call, Reply reply) {
    const auto name = modebox::from_value<std::string>(call.argument(0), "the page's name");
    if (!name) return reply(ToolError{name.error().message, "TypeError"});
    threads.emplace_back([reply, name = *name] {
      std::this_thread::sleep_for(50ms);  // some slow work
      reply(Value("text of " + name));
    });
  };
  modebox::Toolbox tools;
  tools.add(modebox::Tool::async("page.fetch", fetch)).value();
  // end async

  const auto begin = std::chrono::steady_clock::now();
  const modebox::RunResult result = engine.run(script, tools);
  const bool together = std::chrono::steady_clock::now() - begin < 190ms;
  std::cout << *result.value() << '\n'
            << (together ? "the calls ran at the same time" : "one after the other?") << '\n';
}

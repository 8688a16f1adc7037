// What happens to scripts that want too much.
#include <chrono>
#include <iostream>

#include "modebox/engine.h"

using namespace std::chrono_literals;

int main() {
  const modebox::Engine engine = modebox::Engine::create().value();

  // begin limits
  modebox::RunOptions options;
  options.limits.timeout = 10s;
  options.limits.cpu_timeout = 200ms;
  options.limits.memory_limit = 4 << 20;
  options.limits.max_host_calls = 10;
  // end limits

  modebox::Toolbox tools;
  tools.add(modebox::Tool::of("counter.next", [n = 0]() mutable { return ++n; })).value();
  for (const char* script : {
           "for (;;) {}",
           "try { for (const kept = [];;) kept.push(new ArrayBuffer(1 << 16)) } catch { 'caught' }",
           "while (true) await counter.next()",
           "(function deeper() { return 1 + deeper() })()",
           "await new Promise(() => {})",
       }) {
    const modebox::RunResult result = engine.run(script, tools, options);
    const modebox::RunError& error = *result.error();
    std::cout << to_string(error.kind) << " (" << error.code << "): " << error.message << '\n';
  }
}

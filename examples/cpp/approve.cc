// A call that needs a person's consent: the run is frozen into a token, and goes on
// from it. Engine, process and machine may be others by then.
#include <iostream>

#include "modebox/engine.h"

int main() {
  modebox::Toolbox tools;
  modebox::Tool refund = modebox::Tool::of("payments.refund", [](double cents) { return cents; });
  tools.add(refund.approval(modebox::Approval::always())).value();

  modebox::EngineOptions options;
  options.secrets = {"0123456789abcdef0123456789abcdef"};  // yours comes from a safe place
  options.store = modebox::make_memory_continuation_store();
  const modebox::Engine engine = modebox::Engine::create(options).value();

  // begin pause
  const char* script = R"(
    let sum = 0;
    for (const cents of [250, 900]) {
      try { sum += await payments.refund(cents) } catch (error) { console.log(error.message) }
    }
    sum
  )";
  modebox::RunResult result = engine.run(script, tools);
  while (const modebox::Interrupted* paused = result.interrupted()) {
    const modebox::Interruption& asked = paused->interruptions.front();
    const bool small = asked.arguments.at(0).as_number() < 500;
    std::cout << asked.tool << ' ' << asked.arguments.at(0).as_number() << "? "
              << (small ? "yes" : "no") << '\n';
    result = engine.resume(
        paused->continuation,
        {small ? modebox::approve(asked.id) : modebox::deny(asked.id, "too much")}, tools);
    for (const modebox::LogEntry& log : result.logs) std::cout << "log: " << log.text << '\n';
  }
  std::cout << "refunded: " << result.value()->as_number() << '\n';
  // end pause
}

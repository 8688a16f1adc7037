// Ending a run from another thread, and hearing of it inside a tool.
#include <iostream>
#include <latch>
#include <thread>
#include <vector>

#include "modebox/engine.h"

using modebox::Cancel;
using modebox::HostCall;
using modebox::Reply;

int main() {
  const modebox::Engine engine = modebox::Engine::create().value();

  // begin tool
  // The end of the run reaches the work that a tool has started.
  std::latch started(1);
  Cancel::Registration registration;
  std::vector<Reply> unanswered;
  const auto start_job = [&](const HostCall& call, Reply reply) {
    registration = call.cancel.on_cancel([] { std::cout << "the job is told to stop\n"; });
    unanswered.push_back(std::move(reply));
    started.count_down();
  };
  // end tool
  modebox::Toolbox tools;
  tools.add(modebox::Tool::async("job.start", start_job)).value();

  // begin cancel
  const Cancel cancel;
  const std::jthread user([cancel, &started] {
    started.wait();
    cancel.cancel();
  });
  modebox::RunOptions options;
  options.cancel = cancel;
  const modebox::RunResult result = engine.run("await job.start()", tools, options);
  std::cout << to_string(result.error()->kind) << ": " << result.error()->message << '\n';
  // end cancel
}

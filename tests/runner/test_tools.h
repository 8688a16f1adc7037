// The host functions that test scripts may call, in the group `t`. What each
// does is listed in tests/README.md.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "modebox/engine.h"
#include "modebox/toolbox.h"
#include "modebox/value.h"
#include "tests/runner/alarm.h"

namespace modebox::tests {

/// Thread-safe. Outlives the runs that use its tools.
class TestTools {
 public:
  /// `engine` runs what `t.nested` is given; it outlives this object.
  explicit TestTools(const Engine& engine);

  /// The directive `fetch` adds the web's fetch, with answers of its own.
  const Toolbox& toolbox(bool with_fetch = false) const {
    return with_fetch ? with_fetch_ : toolbox_;
  }
  /// Arguments of the calls of `t.rec`, in order.
  std::vector<Value> records() const;
  /// Forgets records, counters and the calls that hang. Between runs only.
  void reset();

 private:
  void add(Tool tool);
  void add_answering_tools();
  void add_failing_tools();
  void add_waiting_tools();
  void add_synchronous_tools();
  void add_fetch();
  void answer_fetch(const HostCall& call, const Reply& reply);
  ToolResult record(const HostCall& call);
  ToolResult nested(const HostCall& call);
  void wait_beside_others(std::chrono::milliseconds delay, Reply reply);

  const Engine& engine_;
  mutable std::mutex mutex_;
  std::vector<Value> records_;
  std::vector<Reply> hanging_;
  int count_ = 0;
  int in_flight_ = 0;
  int most_in_flight_ = 0;
  std::atomic<int> depth_{0};
  Toolbox toolbox_;
  Toolbox with_fetch_;
  // Last, so that its thread is gone before what it uses.
  Alarm alarm_;
};

}  // namespace modebox::tests

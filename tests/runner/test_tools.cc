#include "tests/runner/test_tools.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "tests/runner/value_text.h"

namespace modebox::tests {
namespace {

std::string text_argument(const HostCall& call, std::size_t index) {
  const Value value = call.argument(index);
  return value.is_string() ? std::string(value.as_string()) : std::string();
}

std::chrono::milliseconds delay_argument(const HostCall& call, std::size_t index) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(call.argument(index).as_number()));
}

ToolError error_of(const HostCall& call, std::size_t first) {
  return ToolError{text_argument(call, first + 1), text_argument(call, first),
                   text_argument(call, first + 2), call.argument(first + 3)};
}

Value deep(int levels) {
  Value value = Value::array();
  for (int i = 1; i < levels; ++i) value = Value::array({value});
  return value;
}

Value doubling(int levels) {
  Value value = Value::array();
  for (int i = 1; i < levels; ++i) value = Value::array({value, value});
  return value;
}

std::vector<std::byte> counting_bytes(std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i);
  return bytes;
}

}  // namespace

TestTools::TestTools(const Engine& engine) : engine_(engine) {
  add_answering_tools();
  add_failing_tools();
  add_waiting_tools();
  add_synchronous_tools();
  add_fetch();
}

void TestTools::add(Tool tool) {
  const Status status = toolbox_.add(std::move(tool));
  if (!status.ok()) throw std::runtime_error(status.error().message);
}

void TestTools::answer_fetch(const HostCall& call, const Reply& reply) {
  const Value request = call.argument(0);
  const std::string_view url = request["url"].as_string();
  if (url.ends_with("/hang")) {
    const std::lock_guard lock(mutex_);
    hanging_.push_back(reply);
  } else if (url.ends_with("/refused")) {
    reply(ToolError{"fetch failed: the host is not allowed", "TypeError",
                    "E_FETCH_HOST_NOT_ALLOWED"});
  } else {
    const std::string text = value_text(request);
    reply(Value::object({{"url", url},
                         {"status", url.ends_with("/missing") ? 404 : 200},
                         {"headers", Value::array({Value::array({"Content-Type", "text/plain"})})},
                         {"body", text}}));
  }
}

void TestTools::add_fetch() {
  with_fetch_ = toolbox_;
  Tool fetch = Tool::async(
      "fetch", [this](const HostCall& call, const Reply& reply) { answer_fetch(call, reply); });
  const Status status = with_fetch_.add(fetch.web_fetch());
  if (!status.ok()) throw std::runtime_error(status.error().message);
}

std::vector<Value> TestTools::records() const {
  const std::lock_guard lock(mutex_);
  return records_;
}

void TestTools::reset() {
  std::vector<Reply> dropped;
  const std::lock_guard lock(mutex_);
  dropped.swap(hanging_);
  records_.clear();
  count_ = in_flight_ = most_in_flight_ = 0;
}

ToolResult TestTools::record(const HostCall& call) {
  const std::lock_guard lock(mutex_);
  records_.push_back(call.argument(0));
  return Value(static_cast<double>(records_.size()));
}

ToolResult TestTools::nested(const HostCall& call) {
  if (depth_ >= 3) return ToolError{"nested too deep", "RangeError", "E_NESTED"};
  ++depth_;
  RunOptions options;
  options.limits.timeout = std::chrono::milliseconds(20000);
  RunResult result = engine_.run(text_argument(call, 0), toolbox_, options);
  --depth_;
  if (const RunError* error = result.error()) {
    return ToolError{error->message, std::string(to_string(error->kind)), error->code};
  }
  return *result.value();
}

void TestTools::add_answering_tools() {
  add(Tool("t.echo", [](const HostCall& call) -> ToolResult { return call.argument(0); }));
  add(Tool("t.rec", [this](const HostCall& call) { return record(call); }));
  add(Tool("t.args",
           [](const HostCall& call) -> ToolResult { return Value::array(call.arguments); }));
  add(Tool("t.text",
           [](const HostCall& call) -> ToolResult { return Value(value_text(call.argument(0))); }));
  add(Tool::of("t.add", [](double a, double b) { return a + b; }));
  add(Tool("t.bytes", [](const HostCall& call) -> ToolResult {
    return Value::array_buffer(
        counting_bytes(static_cast<std::size_t>(call.argument(0).as_number())));
  }));
  add(Tool("t.deep", [](const HostCall& call) -> ToolResult {
    return deep(static_cast<int>(call.argument(0).as_number()));
  }));
  add(Tool("t.doubling", [](const HostCall& call) -> ToolResult {
    return doubling(static_cast<int>(call.argument(0).as_number()));
  }));
  add(Tool("t.nested", [this](const HostCall& call) { return nested(call); }));
  add(Tool("t.count", [this](const HostCall&) -> ToolResult {
    const std::lock_guard lock(mutex_);
    return Value(++count_);
  }));
  Tool order("t.order", [](const HostCall& call) -> ToolResult { return call.argument(0); });
  order.input_schema(R"({"type": "object", "required": ["items"], "properties": {"items": {
      "type": "array", "items": {"type": "object", "properties": {"to": {"type": "string"}}}}}})");
  add(order.output_schema(R"({"properties": {"items": {"maxItems": 2}}})"));
  Tool move("t.move",
            [](const HostCall& call) -> ToolResult { return Value::array(call.arguments); });
  add(move.input_schema(R"({"type": "array", "minItems": 1, "items": false,
      "prefixItems": [{"type": "string"}, {"type": "integer"}]})"));
  add(Tool("t.id",
           [](const HostCall& call) -> ToolResult { return Value(static_cast<double>(call.id)); }));
}

void TestTools::add_failing_tools() {
  add(Tool::async("t.boom", [](HostCall, Reply reply) {
    reply(ToolError{"boom", "Error", "E_BOOM"});
  }));
  add(Tool("t.fail", [](const HostCall& call) -> ToolResult { return error_of(call, 0); }));
  add(Tool("t.throws", [](const HostCall&) -> ToolResult {
    throw std::runtime_error("cannot open the ledger");
  }));
  Tool hidden("t.hidden", [](const HostCall&) -> ToolResult {
    throw std::runtime_error("db password=hunter2");
  });
  add(hidden.hide_errors());
  add(Tool::async("t.drop", [](HostCall, Reply) {}));
  add(Tool::async("t.async_throws",
                  [](HostCall, Reply) { throw std::runtime_error("not today"); }));
}

void TestTools::wait_beside_others(std::chrono::milliseconds delay, Reply reply) {
  const std::lock_guard lock(mutex_);
  most_in_flight_ = std::max(most_in_flight_, ++in_flight_);
  alarm_.after(delay, [this, reply = std::make_shared<Reply>(std::move(reply))] {
    int most = 0;
    {
      const std::lock_guard inner(mutex_);
      --in_flight_;
      most = most_in_flight_;
    }
    (*reply)(Value(most));
  });
}

void TestTools::add_waiting_tools() {
  const auto answer_after = [this](std::chrono::milliseconds delay, Reply reply,
                                   ToolResult answer) {
    alarm_.after(delay, [reply = std::make_shared<Reply>(std::move(reply)),
                         answer = std::move(answer)] { (*reply)(answer); });
  };
  add(Tool::async("t.slow", [answer_after](HostCall call, Reply reply) {
    const Value value = call.arguments.empty() ? Value("slow") : call.argument(0);
    answer_after(std::chrono::milliseconds(300), std::move(reply), value);
  }));
  add(Tool::async("t.later", [answer_after](HostCall call, Reply reply) {
    answer_after(delay_argument(call, 0), std::move(reply), call.argument(1));
  }));
  add(Tool::async("t.fail_later", [answer_after](HostCall call, Reply reply) {
    answer_after(delay_argument(call, 0), std::move(reply), error_of(call, 1));
  }));
  add(Tool::async("t.beside", [this](HostCall call, Reply reply) {
    wait_beside_others(delay_argument(call, 0), std::move(reply));
  }));
  add(Tool::async("t.hang", [this](HostCall, Reply reply) {
    const std::lock_guard lock(mutex_);
    hanging_.push_back(std::move(reply));
  }));
}

void TestTools::add_synchronous_tools() {
  const auto add_synchronous = [this](std::string name, Tool::Function function) {
    Tool tool(std::move(name), std::move(function));
    add(tool.synchronous());
  };
  add_synchronous("t.sync.echo",
                  [](const HostCall& call) -> ToolResult { return call.argument(0); });
  add_synchronous("t.sync.rec", [this](const HostCall& call) { return record(call); });
  add_synchronous("t.sync.text", [](const HostCall& call) -> ToolResult {
    return Value(value_text(call.argument(0)));
  });
  add_synchronous("t.sync.boom", [](const HostCall&) -> ToolResult {
    return ToolError{"boom", "Error", "E_BOOM"};
  });
  add_synchronous("t.sync.fail",
                  [](const HostCall& call) -> ToolResult { return error_of(call, 0); });
  add_synchronous("t.sync.throws", [](const HostCall&) -> ToolResult {
    throw std::runtime_error("cannot open the ledger");
  });
  add_synchronous("t.sync.bytes", [](const HostCall& call) -> ToolResult {
    return Value::array_buffer(
        counting_bytes(static_cast<std::size_t>(call.argument(0).as_number())));
  });
  add_synchronous("t.sync.nested", [this](const HostCall& call) { return nested(call); });
}

}  // namespace modebox::tests

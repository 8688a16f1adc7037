// What a tool's function may take and give.
#include <iostream>
#include <optional>
#include <stdexcept>
#include <vector>

#include "modebox/engine.h"

using modebox::HostCall;
using modebox::Tool;
using modebox::ToolError;
using modebox::ToolResult;
using modebox::Value;

namespace {

// begin typed
// Plain types in, plain types out. An optional parameter may be left out.
std::string join(const std::vector<std::string>& words, std::optional<std::string> glue) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += glue.value_or(", ");
    text += word;
  }
  return text;
}
// end typed

// begin errors
// A ToolError is one that scripts can tell apart by its code.
ToolResult take(const std::string& item, int count) {
  const int left = item == "lamp" ? 2 : 0;
  if (count > left) {
    return ToolError{"Only " + std::to_string(left) + " left.", "RangeError", "E_STOCK"};
  }
  return Value(left - count);
}

// An exception becomes an error too; hide_errors() keeps its text with the host.
int audit() { throw std::runtime_error("no route to db-7.internal"); }
// end errors

// begin raw
// The arguments as they are, however many there are.
ToolResult kinds(const HostCall& call) {
  Value result = Value::array();
  for (const Value& argument : call.arguments) result.push(to_string(argument.kind()));
  return result;
}
// end raw

modebox::Toolbox make_tools() {
  modebox::Toolbox tools;
  // begin add
  tools.add(Tool::of("list.join", join)).value();
  tools.add(Tool::of("stock.take", take)).value();
  tools.add(Tool::of("stock.audit", audit).hide_errors()).value();
  tools.add(Tool("debug.kinds", kinds)).value();
  // The script gets the number itself, not a promise.
  tools.add(Tool::of("stock.capacity", [] { return 40; }).synchronous()).value();
  // end add
  return tools;
}

// begin script
constexpr auto script = R"(
  console.log(await list.join(["a", "b"]), "|", await list.join(["a", "b"], " + "));
  try {
    await stock.take("lamp", 5);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
  await stock.audit().catch((error) => console.log(error.message));
  await list.join("a, b").catch((error) => console.log(error.message));
  console.log(stock.capacity() / 2);
  (await debug.kinds(1n, new Date(0), [,], "x")).join(", ")
)";
// end script

}  // namespace

int main() {
  const modebox::Engine engine = modebox::Engine::create().value();
  const modebox::RunResult result = engine.run(script, make_tools());
  for (const modebox::LogEntry& log : result.logs) std::cout << log.text << '\n';
  std::cout << result.value()->as_string() << '\n';
}

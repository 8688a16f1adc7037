// A hostile schema and a hostile value, as two JSON texts with a NUL between them: the
// schema is refused with a place, or declared and checked, in bounded time and size.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "modebox/json.h"
#include "modebox/toolbox.h"
#include "src/tools/tool_schemas.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

/// Comments and strings of the text are closed, and no line end but \n is in it.
void require_plain(std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    require(byte == '\n' || (byte >= 0x20 && byte != 0x7f));
  }
  for (const char* hidden : {"\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xae", "\xef\xbb\xbf"}) {
    require(text.find(hidden) == text.npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace modebox;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t nul = text.find('\0');
  const Result<Value> schema = from_json(text.substr(0, nul), {.max_memory = 16 << 20});
  if (!schema) return 0;
  Tool tool("a.b", [](const HostCall&) -> ToolResult { return Value(); });
  tool.input_schema(*schema).output_schema(*schema);
  Toolbox tools;
  if (const Status added = tools.add(tool); !added) {
    require(!added.error().message.empty());
    return 0;
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::string declarations = tools.declarations();
  require(declarations.size() < 4'000'000);
  require_plain(declarations);
  if (nul != text.npos) {
    const Result<Value> value = from_json(text.substr(nul + 1), {.max_memory = 16 << 20});
    std::vector<Value> arguments{value ? *value : Value()};
    schema::Budget budget;
    const auto refusal = check_arguments(tool, arguments, budget);
    require(!refusal || refusal->code == "E_INVALID_ARGUMENTS");
    require(std::holds_alternative<ToolError>(checked_result(tool, arguments[0])) ||
            !arguments.empty());
  }
  require(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
  return 0;
}

// A foreign modebox.json: a configuration that holds what was promised of it, or an
// error that says where, in lines without control characters.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "src/base/limit_fields.h"
#include "src/config/config.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void require_readable(std::string_view message) {
  constexpr std::string_view name = "modebox.json:";
  constexpr std::size_t most_lines = 21, most_bytes_of_a_line = 4096;
  require(message.starts_with(name));
  require(message.size() <= most_lines * most_bytes_of_a_line);
  require(std::count(message.begin(), message.end(), '\n') < std::ptrdiff_t{most_lines});
  require(std::none_of(message.begin(), message.end(),
                       [](unsigned char c) { return (c < 0x20 && c != '\n') || c == 0x7f; }));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace modebox;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parsed = config::parse_config(text, "modebox.json", "/project");
  if (!parsed) {
    require_readable(parsed.error().message);
    return 0;
  }
  require(check(parsed->limits).ok());
  for (const config::CommandToolConfig& tool : parsed->tools) {
    const config::Command& command = tool.command;
    require(!command.words.empty() && !command.words[0].empty());
    require(command.folder.starts_with('/'));
    require(is_limit(command.timeout.count()));
    require(command.environment.count("MODEBOX_SECRET") == 0);
    require(command.environment.count(parsed->secret_env) == 0);
    require(!command.withheld.empty());
  }
  return 0;
}

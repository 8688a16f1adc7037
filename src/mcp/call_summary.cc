#include "src/mcp/call_summary.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "modebox/text.h"

namespace modebox::mcp {
namespace {

constexpr std::size_t most_names = 40;
constexpr std::size_t most_name_bytes = 128;

struct Line {
  CallState state;
  std::string_view label;
};

constexpr auto lines = std::to_array<Line>({
    {CallState::completed, "Completed, do not repeat"},
    {CallState::failed, "Failed"},
    {CallState::running, "Still open, may have taken effect"},
    {CallState::cancelled, "Given up, may have taken effect"},
    {CallState::interrupted, "Not made, consent is missing"},
    {CallState::refused, "Not made, refused or declined"},
    {CallState::queued, "Not begun"},
});

/// Names with how often each occurs, in the order of their first occurrence.
std::vector<std::pair<std::string_view, std::size_t>> counted(const std::vector<CallRecord>& calls,
                                                              CallState state) {
  std::vector<std::pair<std::string_view, std::size_t>> names;
  std::unordered_map<std::string_view, std::size_t> places;
  for (const CallRecord& call : calls) {
    if (call.state != state || call.name.starts_with("tools.")) continue;
    const auto [place, is_new] = places.try_emplace(call.name, names.size());
    if (is_new) names.emplace_back(call.name, 0);
    ++names[place->second].second;
  }
  return names;
}

}  // namespace

std::string call_summary(const std::vector<CallRecord>& calls) {
  std::string text;
  for (const Line& line : lines) {
    const auto names = counted(calls, line.state);
    if (names.empty()) continue;
    text.append(line.label).append(": ");
    for (std::size_t i = 0; i < std::min(names.size(), most_names); ++i) {
      const auto& [name, count] = names[i];
      if (i > 0) text += ", ";
      text += to_utf8_lossy(name.substr(0, most_name_bytes));
      if (count > 1) text += " \u00d7" + std::to_string(count);
    }
    if (names.size() > most_names) {
      text += " and " + std::to_string(names.size() - most_names) + " other functions";
    }
    text += "\n";
  }
  return text;
}

}  // namespace modebox::mcp

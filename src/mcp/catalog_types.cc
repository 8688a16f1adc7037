// The text of the tool `types`.
#include <algorithm>
#include <map>
#include <utility>

#include "modebox/text.h"
#include "src/mcp/catalog.h"
#include "src/mcp/catalog_state.h"
#include "src/tools/consent_note.h"
#include "src/tools/declare_text.h"

namespace modebox::mcp {
namespace {

/// Without a question, declarations of all tools are given up to this size: more would fill a
/// model's context with what it does not need.
constexpr std::size_t most_unasked = std::size_t{6} << 10;
/// A declaration takes no less than this.
constexpr std::size_t least_declaration = 60;
constexpr std::size_t most_brief = 100;
/// Of groups, where nothing was found.
constexpr std::size_t most_unfound = 1500;
/// Room that is kept for the lines which say what was left out.
constexpr std::size_t closing = 200;
constexpr std::size_t least_bytes = 1000;
constexpr std::size_t most_echoed = 64;

std::string quoted(std::string_view text) {
  return declare::string_literal(to_utf8_lossy(text.substr(0, most_echoed)));
}

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c;
  return lower;
}

}  // namespace

class TypesText {
 public:
  TypesText(const Catalog::State& state, std::size_t max_bytes)
      : state_(state), max_(std::max(max_bytes, least_bytes) - closing) {}

  std::string overview() {
    if (state_.list().empty()) return "There are no functions.\n";
    if (declare_all()) return text_;
    text_ = std::to_string(state_.list().size()) +
            " functions. For declarations ask types again, with {query: \"words\"}, "
            "{query: \"a.name\"} or {server: \"first part of names\"}.\n\n";
    if (list_all(most_brief) || list_all(most_brief / 2)) return text_;
    list_groups(max_);
    return text_;
  }

  std::string answer(std::string_view query, std::string_view server) {
    std::vector<std::size_t> found = state_.find(query);
    if (!server.empty()) {
      const std::string wanted = lower_ascii(server.substr(0, max_));
      const auto is_elsewhere = [&](std::size_t i) {
        return lower_ascii(group_of(state_.list()[i])) != wanted;
      };
      std::erase_if(found, is_elsewhere);
    }
    if (found.empty()) {
      text_ = "No function fits" + (query.empty() ? "" : " " + quoted(query)) +
              (server.empty() ? "" : " in " + quoted(server)) + ".\n\n";
      list_groups(most_unfound);
      return text_;
    }
    list_found(found);
    return text_;
  }

 private:
  std::size_t left() const { return max_ - std::min(max_, text_.size()); }

  std::string line_of(std::size_t index, std::size_t most) const {
    const Tool& tool = state_.list()[index];
    const std::string brief = brief_of(tool, most);
    const bool asks = !consent_note(tool, state_.approve).empty();
    return tool.name() + (brief.empty() ? "" : ": " + brief) + (asks ? " [needs consent]\n" : "\n");
  }

  bool declare_all() {
    const std::size_t most = std::min(most_unasked, max_);
    if (state_.list().size() > most / least_declaration) return false;
    std::string text =
        state_.tools.declarations({.only = {}, .approve = state_.approve, .max_tool_bytes = most});
    if (text.size() > most) return false;
    text_ = std::move(text);
    return true;
  }

  bool list_all(std::size_t brief) {
    std::string lines;
    for (std::size_t i = 0; i < state_.list().size(); ++i) {
      lines += line_of(i, brief);
      if (lines.size() > left()) return false;
    }
    text_ += lines;
    return true;
  }

  /// Each group with its size and as many names as there is room for, shared evenly.
  void list_groups(std::size_t most) {
    const std::size_t end = std::min(max_, text_.size() + most);
    const auto room = [&] { return end - std::min(end, text_.size()); };
    std::map<std::string_view, std::size_t> places;
    std::vector<std::pair<std::string_view, std::vector<std::string_view>>> groups;
    for (const Tool& tool : state_.list()) {
      const std::string_view group = group_of(tool);
      const auto [place, is_new] = places.try_emplace(group, groups.size());
      if (is_new) groups.emplace_back(group, std::vector<std::string_view>());
      groups[place->second].second.push_back(
          std::string_view(tool.name()).substr(group.empty() ? 0 : group.size() + 1));
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const std::string line =
          group_line(groups[i].first, groups[i].second, room() / (groups.size() - i));
      if (line.size() > room()) {
        text_ += "and " + std::to_string(groups.size() - i) + " other groups.\n";
        return;
      }
      text_ += line;
    }
  }

  static std::string group_line(std::string_view group, const std::vector<std::string_view>& names,
                                std::size_t most) {
    const std::string count = std::to_string(names.size());
    std::string line = group.empty() ? "without a group (" : std::string(group) + ".* (";
    line += count + ")";
    const std::size_t room_for_more = 20;
    std::size_t shown = 0;
    for (; shown < names.size(); ++shown) {
      if (line.size() + names[shown].size() + room_for_more > most) break;
      line.append(shown == 0 ? ": " : ", ").append(names[shown]);
    }
    if (shown > 0 && shown < names.size()) {
      line += ", and " + std::to_string(names.size() - shown) + " more";
    }
    return line + "\n";
  }

  /// Declarations first; a line for each of the others has to have room, too.
  void list_found(const std::vector<std::size_t>& found) {
    const std::size_t for_lines = std::min(left() / 3, (found.size() - 1) * (most_brief / 2));
    Catalog::State::Declarations declared =
        state_.declare(found, left() - std::min(left(), for_lines));
    text_ += declared.text;
    list_others({found.begin() + static_cast<std::ptrdiff_t>(declared.count), found.end()});
  }

  void list_others(const std::vector<std::size_t>& others) {
    if (others.empty()) return;
    text_ +=
        text_.empty()
            ? "// Too long to be declared here; in a script, tools.describe(\"name\") has it all:\n"
            : "\n// Others that fit; types {query: \"name\"} declares one:\n";
    for (std::size_t i = 0; i < others.size(); ++i) {
      const std::string line = "// " + line_of(others[i], most_brief);
      if (line.size() > left()) {
        text_ += "// and " + std::to_string(others.size() - i) + " more: ask with more words.\n";
        return;
      }
      text_ += line;
    }
  }

  const Catalog::State& state_;
  /// Bytes, but for the last line.
  std::size_t max_;
  std::string text_;
};

std::string Catalog::types(std::string_view query, std::string_view server,
                           std::size_t max_bytes) const {
  TypesText text(*state_, max_bytes);
  const bool is_asked = query.find_first_not_of(" \t\r\n") != query.npos || !server.empty();
  return is_asked ? text.answer(query, server) : text.overview();
}

}  // namespace modebox::mcp

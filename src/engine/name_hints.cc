#include "src/engine/name_hints.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "src/base/nearest.h"
#include "src/engine/source_names.h"
#include "src/tools/identifier.h"
#include "src/typescript/place.h"

namespace modebox::engine {
namespace {

constexpr std::size_t most_listed = 10;
constexpr std::size_t most_elsewhere = 3;
/// Bytes of a name of the script, and of one of the names that are told.
constexpr std::size_t longest_name = 200;

struct ForeignName {
  std::string_view name;
  std::string_view hint;
};

constexpr std::string_view no_modules =
    "There are no modules to load: a script has the language and the functions that it was given.";
constexpr std::string_view no_process =
    "A script has no process, environment or arguments: it has the functions that it was given, "
    "and its value is what it returns.";
constexpr std::string_view no_page = "There is no browser and no page around a script.";
constexpr std::string_view no_fetch =
    "Scripts can use fetch only where whoever runs them lists the hosts.";
constexpr std::string_view no_network =
    "Scripts have no network but fetch, and that only where whoever runs them lists the hosts.";

// What scripts use that were written with another runtime in mind.
constexpr auto foreign_names = std::to_array<ForeignName>({
    {"Blob", "Use an ArrayBuffer or a Uint8Array."},
    {"Buffer", "Use Uint8Array, with TextEncoder, TextDecoder, atob and btoa for text."},
    {"Bun", no_process},
    {"Deno", no_process},
    {"Headers", no_fetch},
    {"Intl", "There are no locales here."},
    {"Request", no_fetch},
    {"Response", no_fetch},
    {"WebSocket", no_network},
    {"XMLHttpRequest", no_network},
    {"__dirname", no_modules},
    {"__filename", no_modules},
    {"alert", "Use console.log."},
    {"clearImmediate", "Use setTimeout and clearTimeout."},
    {"document", no_page},
    {"exports", "A script exports nothing: its value is what it returns."},
    {"fetch", no_fetch},
    {"global", "Use globalThis."},
    {"localStorage", no_page},
    {"module", "A script exports nothing: its value is what it returns."},
    {"navigator", no_page},
    {"print", "Use console.log."},
    {"process", no_process},
    {"require", no_modules},
    {"self", "Use globalThis."},
    {"sessionStorage", no_page},
    {"setImmediate", "Use setTimeout or queueMicrotask."},
    {"window", "Use globalThis."},
});

std::string_view hint_for_foreign(std::string_view name) {
  const auto found = std::find_if(foreign_names.begin(), foreign_names.end(),
                                  [&](const ForeignName& foreign) { return foreign.name == name; });
  return found == foreign_names.end() ? std::string_view() : found->hint;
}

/// `a.b` of `a.b.c`; empty of `a`.
std::string_view group_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? std::string_view() : name.substr(0, dot);
}
std::string_view last_of(std::string_view name) {
  return name.substr(name.find_last_of('.') + 1);  // npos + 1 is 0
}

/// The names that a run's tools give its scripts.
class Names {
 public:
  explicit Names(const std::vector<Tool>& tools) : tools_(tools) {}

  /// The names directly in a group, or at the top if it is empty, in the order of the tools.
  std::vector<std::string_view> in(std::string_view group) const {
    std::vector<std::string_view> found;
    std::set<std::string_view> known;
    const std::size_t skipped = group.empty() ? 0 : group.size() + 1;
    for (const Tool& tool : tools_) {
      if (!group.empty() && !lies_in(tool.name(), group)) continue;
      std::string_view name = tool.name();
      name.remove_prefix(skipped);
      name = name.substr(0, name.find('.'));
      if (known.insert(name).second) found.push_back(name);
    }
    return found;
  }
  bool has_group(std::string_view name) const {
    return std::any_of(tools_.begin(), tools_.end(),
                       [&](const Tool& tool) { return lies_in(tool.name(), name); });
  }
  bool has_tool(std::string_view name) const {
    return std::any_of(tools_.begin(), tools_.end(),
                       [&](const Tool& tool) { return tool.name() == name; });
  }
  /// The first tools in whichever group that end with this name.
  std::vector<std::string_view> ending_with(std::string_view last) const {
    std::vector<std::string_view> found;
    for (const Tool& tool : tools_) {
      if (last_of(tool.name()) == last && found.size() < most_elsewhere)
        found.push_back(tool.name());
    }
    return found;
  }

 private:
  static bool lies_in(std::string_view name, std::string_view group) {
    return name.size() > group.size() && name.starts_with(group) && name[group.size()] == '.';
  }

  const std::vector<Tool>& tools_;
};

/// ` Did you mean stock.count?` for a name that is in no group, or not in its own; empty if
/// there is nothing like it.
std::string question_for(std::string_view name, const Names& names) {
  const std::string_view group = group_of(name);
  const std::vector<std::string_view> known = names.in(group);
  const std::string_view near = nearest(last_of(name), known);
  if (near == last_of(name)) return {};
  if (!near.empty()) {
    return " Did you mean " + std::string(group) + (group.empty() ? "" : ".") + std::string(near) +
           "?";
  }
  std::string question;
  for (const std::string_view other : names.ending_with(last_of(name))) {
    question += (question.empty() ? " Did you mean " : " or ") + std::string(other);
  }
  return question.empty() ? question : question + "?";
}

/// ` stock has count, list.`
std::string list_of(std::string_view group, const Names& names) {
  std::string list;
  const std::vector<std::string_view> known = names.in(group);
  std::size_t listed = 0;
  for (; listed < std::min(known.size(), most_listed); ++listed) {
    list += (listed == 0 ? " has " : ", ") + std::string(known[listed].substr(0, longest_name));
  }
  if (listed < known.size()) list += " and " + std::to_string(known.size() - listed) + " more";
  return " " + std::string(group) + list + ".";
}

/// What there is instead of a member of a group, or of a tool, that has no such member.
std::string hint_for_member(std::string_view name, const Names& names) {
  const std::string_view owner = group_of(name);
  if (names.has_tool(owner)) return " Did you mean " + std::string(owner) + "?";
  std::string question = question_for(name, names);
  return question.empty() ? list_of(owner, names) : question;
}

/// The text between the two, if it is that.
std::optional<std::string_view> between(std::string_view text, std::string_view before,
                                        std::string_view after) {
  if (text.size() < before.size() + after.size() || !text.starts_with(before) ||
      !text.ends_with(after)) {
    return std::nullopt;
  }
  text.remove_prefix(before.size());
  text.remove_suffix(after.size());
  return text;
}

/// The dotted name at the error's place, if it is one of the run's tools that it begins with, and
/// not a variable of the script.
std::string tool_name_at(std::size_t at, std::string_view text, const Names& names) {
  std::string name = dotted_name_at(text, at);
  const std::string root = name.substr(0, name.find('.'));
  const bool is_known = names.has_group(root) || names.has_tool(root);
  return is_known && !may_declare(text, root) ? name : std::string();
}

std::string explain_undefined_variable(std::string_view name, const std::string& message,
                                       const Names& names) {
  if (name.size() > longest_name || !is_identifier_name(name)) return message;
  const std::string_view foreign = hint_for_foreign(name);
  const std::string hint =
      (foreign.empty() ? "" : " " + std::string(foreign)) + question_for(name, names);
  return hint.empty() ? message : message + "." + hint;
}

/// For `X is not initialized` and `redeclaration of 'X'`.
std::string explain_taken_name(std::string_view name, const std::string& message,
                               const Names& names) {
  const bool is_group = names.has_group(name);
  if (!is_group && !names.has_tool(name)) return message;
  return message + ". " + std::string(name) +
         (is_group ? " is a group of functions" : " is a function") +
         " that the script was given: choose another name for the variable.";
}

std::string explain_call(std::string_view name, const std::string& message, const Names& names) {
  if (name.empty() || names.has_tool(name)) return message;
  const std::string told = std::string(name) + " is not a function.";
  if (names.has_group(name)) return told + list_of(name, names);
  const std::string_view owner = group_of(name);
  const bool owner_is_there = names.has_group(owner) || names.has_tool(owner);
  return owner_is_there ? told + hint_for_member(name, names) : message;
}

/// `name` is what was read, such as `stock.cont.x`; what is undefined comes before it.
std::string explain_read(std::string_view name, const std::string& message, const Names& names) {
  const std::string_view missing = group_of(name);
  if (missing.empty() || names.has_group(missing) || names.has_tool(missing)) return message;
  if (!names.has_group(group_of(missing))) return message;
  return message + ". There is no " + std::string(missing) + "." + hint_for_member(missing, names);
}

}  // namespace

RunError explain_name_error(RunError error, std::string_view text, const std::vector<Tool>& tools) {
  const Names names(tools);
  if (error.name == "ReferenceError") {
    if (const auto undefined = between(error.message, "", " is not defined")) {
      error.message = explain_undefined_variable(*undefined, error.message, names);
    } else if (const auto hidden = between(error.message, "", " is not initialized")) {
      error.message = explain_taken_name(*hidden, error.message, names);
    }
    return error;
  }
  if (error.name == "SyntaxError") {
    if (const auto taken = between(error.message, "redeclaration of '", "'")) {
      error.message = explain_taken_name(*taken, error.message, names);
    }
    return error;
  }
  if (error.name != "TypeError" || error.line <= 0 || text.empty() || tools.empty()) return error;
  const std::size_t at = typescript::offset_of(text, {error.line, error.column});
  if (error.message == "not a function") {
    if (is_called_at(text, at)) {
      error.message = explain_call(tool_name_at(at, text, names), error.message, names);
    }
  } else if (const auto read = between(error.message, "cannot read property '", "' of undefined")) {
    const std::string name = tool_name_at(at, text, names);
    if (last_of(name) == *read) error.message = explain_read(name, error.message, names);
  }
  return error;
}

}  // namespace modebox::engine

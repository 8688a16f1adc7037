#include "src/config/server_entry.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "src/value/path.h"

namespace modebox::config {
namespace {

struct Draft {
  McpServerConfig server;
  const Surroundings& around;
  std::string type;
  std::string program;
  std::vector<std::string> arguments;
};

/// A text with variables; left as it was if something is wrong with it.
bool read_text(const Item& item, const Draft& draft, std::string& out) {
  std::string text;
  if (!item.read(text)) return false;
  Result<std::string> whole = expanded(text, draft.around.withheld);
  if (!whole) return item.must(whole.error().message);
  out = *std::move(whole);
  return true;
}

void read_type(const Item& item, Draft& draft) {
  if (!item.read(draft.type)) return;
  static constexpr std::string_view known_types[] = {"stdio",          "http",  "streamable-http",
                                                     "streamableHttp", "local", "remote"};
  if (draft.type == "sse") {
    item.must(
        "be \"http\": the older transport with a stream of its own is not supported; many servers "
        "have Streamable HTTP, too, at another path");
  } else if (std::find(std::begin(known_types), std::end(known_types), draft.type) ==
             std::end(known_types)) {
    item.must("be \"stdio\" or \"http\"");
  }
}

void read_arguments(const Item& item, Draft& draft) {
  for (const Item& element : item.elements()) {
    read_text(element, draft, draft.arguments.emplace_back());
  }
}

void read_environment(const Item& item, Draft& draft) {
  Command& command = draft.server.command;
  read_env(item, draft.around, command);
  for (auto& [name, value] : command.environment) {
    Result<std::string> whole = expanded(value, draft.around.withheld);
    if (whole) {
      value = *std::move(whole);
    } else {
      item.must("in " + name + " " + whole.error().message);
    }
  }
}

void read_folder(const Item& item, Draft& draft) {
  read_cwd(item, draft.around, draft.server.command);
  std::string whole;
  if (!item.is(PlacedJson::Kind::string) || item.value().text.find('$') == std::string::npos ||
      !read_text(item, draft, whole)) {
    return;
  }
  draft.server.command.folder = whole.starts_with('/') ? whole : draft.around.folder + "/" + whole;
}

void read_url(const Item& item, Draft& draft) {
  std::string& url = draft.server.url;
  if (!read_text(item, draft, url)) return;
  if (!url.starts_with("http://") && !url.starts_with("https://")) {
    item.must("be a URL that begins with https:// or http://");
  }
}

bool is_field_name(std::string_view name) {
  static constexpr std::string_view signs = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           signs.find(c) != std::string_view::npos;
  });
}

void read_headers(const Item& item, Draft& draft) {
  for (const auto& [key, member] : item.members()) {
    std::string value;
    if (!is_field_name(key->text)) {
      member.note(key->at, "must have the name of a header.");
    } else if (read_text(member, draft, value)) {
      if (value.find_first_of("\r\n") != std::string::npos) {
        member.must("be one line");
      } else {
        draft.server.headers.emplace_back(key->text, std::move(value));
      }
    }
  }
}

void read_timeout(const Item& item, Draft& draft) {
  if (const auto ms = item.positive_integer())
    draft.server.timeout = std::chrono::milliseconds(*ms);
}

void read_start_timeout(const Item& item, Draft& draft) {
  if (const auto ms = item.positive_integer()) {
    draft.server.start_timeout = std::chrono::milliseconds(*ms);
  }
}

/// What agents keep in the same place for themselves.
void ignore(const Item&, Draft&) {}

constexpr KnownKey<Draft> known[] = {
    {"type", read_type},
    {"command", [](const Item& item, Draft& draft) { read_text(item, draft, draft.program); }},
    {"args", read_arguments},
    {"env", read_environment},
    {"cwd", read_folder},
    {"url", read_url},
    {"headers", read_headers},
    {"timeoutMs", read_timeout},
    {"timeout", read_timeout},
    {"startTimeoutMs", read_start_timeout},
    {"disabled", [](const Item& item, Draft& draft) { item.read(draft.server.disabled); }},
    {"description", ignore},
    {"alwaysAllow", ignore},
    {"autoApprove", ignore},
    {"disabledTools", ignore},
};

}  // namespace

Result<std::string> expanded(std::string_view text, const std::vector<std::string>& withheld) {
  std::string out;
  for (;;) {
    const std::size_t begin = text.find("${");
    out += text.substr(0, begin);
    if (begin == text.npos) return out;
    const std::size_t end = text.find('}', begin);
    if (end == text.npos) return Error{"close its \"${\" with \"}\""};
    std::string_view name = text.substr(begin + 2, end - begin - 2);
    text.remove_prefix(end + 1);
    std::optional<std::string_view> otherwise;
    if (const std::size_t sign = name.find(":-"); sign != name.npos) {
      otherwise = name.substr(sign + 2);
      name = name.substr(0, sign);
    }
    if (name.starts_with("env:")) name.remove_prefix(4);
    const std::string variable(name);
    const bool is_withheld =
        std::find(withheld.begin(), withheld.end(), variable) != withheld.end();
    const char* const found = is_withheld || variable.empty() ? nullptr : getenv(variable.c_str());
    if (found == nullptr && !otherwise) {
      return Error{"name variables that are set: there is no " + value::quoted(name, 80) +
                   " in the environment (${NAME:-text} has a text for that case)"};
    }
    out += found != nullptr ? std::string_view(found) : *otherwise;
  }
}

McpServerConfig read_server(const Item& item, std::string name, const Surroundings& around) {
  Draft draft{.server = {}, .around = around, .type = {}, .program = {}, .arguments = {}};
  draft.server.name = std::move(name);
  draft.server.command = command_in(around);
  read_object(item, known, draft);
  if (!item.is(PlacedJson::Kind::object)) return std::move(draft.server);
  const bool has_program = !draft.program.empty();
  if (has_program == !draft.server.url.empty()) {
    item.must("have either a \"command\", the program to start, or a \"url\"");
  }
  if (has_program) {
    draft.server.command.words.push_back(draft.program);
    for (std::string& word : draft.arguments) {
      draft.server.command.words.push_back(std::move(word));
    }
  }
  return std::move(draft.server);
}

std::vector<std::string_view> server_keys() { return names_of(known); }

}  // namespace modebox::config

#include "src/config/fetch_entry.h"

#include <algorithm>
#include <array>
#include <utility>

#include "src/fetch/fetch_tool.h"
#include "src/net/host_rules.h"
#include "src/value/path.h"

namespace modebox::config {
namespace {

constexpr int most_redirects = 20;

struct Draft {
  FetchConfig fetch;
  bool has_hosts = false;
};

/// Reads strings, each of which has to pass. `check` gives a sentence if one does not.
template <typename Check>
void read_strings(const Item& item, std::vector<std::string>& out, Check check) {
  if (item.is(PlacedJson::Kind::array) && item.value().items.empty()) {
    item.must("not be empty");
    return;
  }
  if (!item.read(out)) return;
  for (const Item& element : item.elements()) {
    const Status fine = check(element.value().text);
    if (!fine) element.note(element.value().at, "can not be used. " + fine.error().message);
  }
}

void read_hosts(const Item& item, Draft& draft) {
  draft.has_hosts = true;
  read_strings(item, draft.fetch.options.hosts, [](const std::string& rule) -> Status {
    const auto rules = net::HostRules::parse(std::array{rule});
    return rules ? done() : Status(rules.error());
  });
}

void read_methods(const Item& item, Draft& draft) {
  read_strings(item, draft.fetch.options.methods, fetch::check_method);
}

void read_approve(const Item& item, Draft& draft) {
  if (item.is(PlacedJson::Kind::boolean)) {
    item.read(draft.fetch.approve);
    return;
  }
  if (!item.is(PlacedJson::Kind::array)) {
    item.must("be true, false or an array of methods");
    return;
  }
  const std::vector<std::string>& methods = draft.fetch.options.methods;
  read_strings(item, draft.fetch.approve_methods, [&](const std::string& method) -> Status {
    if (std::find(methods.begin(), methods.end(), method) != methods.end()) return done();
    return Error{value::quoted(method, 60) + " is not among the methods that fetch may use."};
  });
}

void read_size(const Item& item, std::int64_t& out) {
  if (const auto bytes = item.positive_integer()) out = *bytes;
}

void read_redirects(const Item& item, Draft& draft) {
  const double number = item.value().number;
  if (!item.is(PlacedJson::Kind::number) || !(number >= 0 && number <= most_redirects) ||
      number != static_cast<int>(number)) {
    item.must("be an integer from 0 to 20");
    return;
  }
  draft.fetch.options.max_redirects = static_cast<int>(number);
}

void read_ca_file(const Item& item, Draft& draft) {
  if (item.read(draft.fetch.ca_file) && draft.fetch.ca_file.empty()) {
    item.must("be the name of a file");
  }
}

void read_timeout(const Item& item, Draft& draft) {
  if (const auto ms = item.positive_integer()) {
    draft.fetch.options.timeout = std::chrono::milliseconds(*ms);
  }
}

// They are read in this order: what needs consent are methods that may be used.
constexpr KnownKey<Draft> known[] = {
    {"hosts", read_hosts},
    {"methods", read_methods},
    {"approve", read_approve},
    {"source", [](const Item& item, Draft& draft) { item.read(draft.fetch.source); }},
    {"sink", [](const Item& item, Draft& draft) { item.read(draft.fetch.sink); }},
    {"timeoutMs", read_timeout},
    {"maxResponseBytes",
     [](const Item& item, Draft& draft) {
       read_size(item, draft.fetch.options.max_response_bytes);
     }},
    {"maxRequestBytes",
     [](const Item& item, Draft& draft) {
       read_size(item, draft.fetch.options.max_request_bytes);
     }},
    {"maxRedirects", read_redirects},
    {"proxy", [](const Item& item, Draft& draft) { item.read(draft.fetch.options.proxy); }},
    {"proxyFromEnvironment",
     [](const Item& item, Draft& draft) { item.read(draft.fetch.options.proxy_from_environment); }},
    {"caFile", read_ca_file},
};

}  // namespace

FetchConfig read_fetch(const Item& item) {
  Draft draft;
  read_object(item, known, draft);
  if (item.is(PlacedJson::Kind::object) && !draft.has_hosts) {
    item.must("have \"hosts\": the hosts that scripts may reach");
  }
  return std::move(draft.fetch);
}

std::vector<std::string_view> fetch_keys() { return names_of(known); }

}  // namespace modebox::config

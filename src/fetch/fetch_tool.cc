#include "src/fetch/fetch_tool.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "src/fetch/fetch_answer.h"
#include "src/fetch/fetch_request.h"
#include "src/net/http_client.h"

namespace modebox {
namespace fetch {
namespace {

constexpr int most_redirects = 20;

/// What calls of the tool share, and copies of it.
struct Fetch {
  Rules rules;
  net::HttpClient client;
};

bool is_token(std::string_view text) {
  static constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  const auto fits = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           others.find(c) != std::string_view::npos;
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), fits);
}

Status check(const FetchOptions& options) {
  if (options.hosts.empty()) {
    return Error{"fetch needs at least one host that it may reach (FetchOptions::hosts)."};
  }
  if (options.methods.empty()) {
    return Error{"fetch needs at least one method that it may use (FetchOptions::methods)."};
  }
  for (const std::string& method : options.methods) {
    if (Status fine = check_method(method); !fine) return fine;
  }
  if (options.timeout.count() < 1 || options.max_response_bytes < 1 ||
      options.max_request_bytes < 1) {
    return Error{"The limits of fetch must be positive."};
  }
  if (options.max_redirects < 0 || options.max_redirects > most_redirects) {
    return Error{"FetchOptions::max_redirects must be from 0 to 20."};
  }
  return done();
}

Rules rules_of(const FetchOptions& options, net::HostRules hosts) {
  Rules rules;
  rules.hosts = std::move(hosts);
  rules.methods = options.methods;
  rules.limits.timeout = options.timeout;
  rules.limits.connect_timeout = std::min(rules.limits.connect_timeout, options.timeout);
  rules.limits.max_body_bytes = static_cast<std::uint64_t>(options.max_response_bytes);
  rules.limits.max_encoded_bytes = rules.limits.max_body_bytes;
  rules.limits.max_request_bytes = static_cast<std::uint64_t>(options.max_request_bytes);
  rules.limits.max_redirects = options.max_redirects;
  return rules;
}

net::HttpClientOptions client_options(FetchOptions options, net::HostRules hosts,
                                      std::shared_ptr<net::Resolver> resolver) {
  net::HttpClientOptions out;
  out.rules = std::move(hosts);
  out.proxy = std::move(options.proxy);
  out.proxy_authorization = std::move(options.proxy_authorization);
  out.proxy_from_environment = options.proxy_from_environment;
  out.extra_ca_pem = std::move(options.extra_ca_pem);
  out.user_agent = std::move(options.user_agent);
  out.resolver = std::move(resolver);
  out.log = std::move(options.log);
  return out;
}

void start(const Fetch& fetch, const HostCall& call, const Reply& reply) {
  auto read = read_request(call.arguments, fetch.rules);
  if (const ToolError* wrong = std::get_if<ToolError>(&read)) return reply(*wrong);
  auto& request = std::get<net::HttpRequest>(read);
  request.cancel = call.cancel;
  const std::string method = request.method;
  fetch.client.start(std::move(request),
                     [reply, method](const Result<net::HttpResponse>& response) {
                       if (response) {
                         reply(answer(*response, method));
                       } else {
                         reply(failure(response.error()));
                       }
                     });
}

void add_list(std::string& text, std::string_view title, const std::vector<std::string>& words) {
  text += title;
  for (std::size_t i = 0; i < words.size(); ++i) text += (i == 0 ? " " : ", ") + words[i];
  text += '.';
}

std::string description_of(const FetchOptions& options) {
  std::string text = "HTTP requests, as on the web.";
  add_list(text, " Allowed hosts:", options.hosts);
  add_list(text, " Allowed methods:", options.methods);
  return text;
}

}  // namespace

Status check_method(const std::string& method) {
  if (method == "*") {
    return Error{
        "\"*\" does not stand for all methods: list those that scripts may use, such as GET, "
        "HEAD, POST."};
  }
  if (!is_token(method)) return Error{"\"" + method + "\" is not an HTTP method."};
  constexpr auto usual =
      std::to_array<std::string_view>({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"});
  std::string upper = method;
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 0x20) : c; });
  if (upper == "CONNECT" || upper == "TRACE" || upper == "TRACK") {
    return Error{"The method " + upper + " can not be allowed to scripts."};
  }
  if (upper != method && std::find(usual.begin(), usual.end(), upper) != usual.end()) {
    return Error{"Methods are upper case: \"" + upper + "\", not \"" + method + "\"."};
  }
  return done();
}

Result<Tool> make_tool(FetchOptions options, std::shared_ptr<net::Resolver> resolver) {
  if (Status fine = check(options); !fine) return fine.error();
  Result<net::HostRules> hosts = net::HostRules::parse(options.hosts);
  if (!hosts) return hosts.error();
  Rules rules = rules_of(options, *hosts);
  std::string description = description_of(options);
  Result<net::HttpClient> client = net::HttpClient::create(
      client_options(std::move(options), *std::move(hosts), std::move(resolver)));
  if (!client) return client.error();
  auto shared = std::make_shared<const Fetch>(Fetch{std::move(rules), *std::move(client)});
  Tool tool = Tool::async(
      "fetch", [shared](const HostCall& call, const Reply& reply) { start(*shared, call, reply); });
  tool.web_fetch();
  tool.description(std::move(description));
  tool.check([shared](const std::vector<Value>& arguments) -> std::optional<ToolError> {
    auto read = read_request(arguments, shared->rules);
    if (ToolError* wrong = std::get_if<ToolError>(&read)) return std::move(*wrong);
    return std::nullopt;
  });
  return tool;
}

}  // namespace fetch

Result<Tool> fetch_tool(FetchOptions options) {
  return fetch::make_tool(std::move(options), nullptr);
}

}  // namespace modebox

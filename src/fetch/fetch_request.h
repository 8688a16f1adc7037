// A script's request, read from the one argument of its call. A hostile script may have taken over
// what wrote it, so nothing of it is believed; and only what was shown to a person is sent.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "modebox/fetch.h"
#include "modebox/tool.h"
#include "src/net/host_rules.h"
#include "src/net/http_message.h"

namespace modebox::fetch {

/// What requests are judged by. A value type.
struct Rules {
  net::HostRules hosts;
  std::vector<std::string> methods;
  net::HttpLimits limits;
};

/// The request, or why it is not sent. Names are not looked up here: net judges addresses.
std::variant<net::HttpRequest, ToolError> read_request(const std::vector<Value>& arguments,
                                                       const Rules& rules);

}  // namespace modebox::fetch

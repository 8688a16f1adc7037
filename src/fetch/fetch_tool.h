// What fetch_tool is made of, with the seam to name lookup that tests replace.
#pragma once

#include <memory>

#include "modebox/fetch.h"
#include "src/net/resolver.h"

namespace modebox::fetch {

/// Whether a method can be allowed to scripts; the error is a sentence.
Status check_method(const std::string& method);

/// `resolver`: null for the system's.
Result<Tool> make_tool(FetchOptions options, std::shared_ptr<net::Resolver> resolver);

}  // namespace modebox::fetch

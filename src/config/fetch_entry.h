// The key `fetch` of `modebox.json`.
#pragma once

#include <string_view>
#include <vector>

#include "src/config/config.h"
#include "src/config/reader.h"

namespace modebox::config {

/// Reads it; its mistakes are noted with the item.
FetchConfig read_fetch(const Item& item);

/// The keys that the reader takes, for the test of docs/modebox.schema.json.
std::vector<std::string_view> fetch_keys();

}  // namespace modebox::config

// One entry of `tools`, and the keys that a file and its objects may have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/config/command_entry.h"
#include "src/config/config.h"
#include "src/config/reader.h"

namespace modebox::config {

/// Reads the tool of that name; its mistakes are noted with the item.
CommandToolConfig read_tool(const Item& item, std::string name, const Surroundings& around);

/// The keys that the reader takes, for the test of docs/modebox.schema.json.
std::vector<std::string_view> tool_keys();
std::vector<std::string_view> root_keys();

}  // namespace modebox::config

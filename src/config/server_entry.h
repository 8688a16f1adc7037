// One entry of `mcpServers`, as coding agents have it in their own files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/config/command_entry.h"
#include "src/config/config.h"
#include "src/config/reader.h"

namespace modebox::config {

/// Reads the server of that name; its mistakes are noted with the item. `${NAME}`, `${NAME:-other}`
/// and `${env:NAME}` in its texts are replaced by variables of this process's environment.
McpServerConfig read_server(const Item& item, std::string name, const Surroundings& around);

/// The keys that the reader takes, for the test of docs/modebox.schema.json.
std::vector<std::string_view> server_keys();

/// The text with its variables replaced; an error is the end of a sentence that begins with the
/// text's name. A variable that is withheld counts as one that is not set.
Result<std::string> expanded(std::string_view text, const std::vector<std::string>& withheld);

}  // namespace modebox::config

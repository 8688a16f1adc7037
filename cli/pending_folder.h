// Runs of the MCP server that wait for the tool `approve`, as files in the state folder.
#pragma once

#include <memory>

#include "src/mcp/pending_runs.h"

namespace modebox::cli {

/// Its folder is made when something is to be kept. Files that are older than continuations last
/// go when another one comes.
std::shared_ptr<mcp::PendingStore> make_pending_folder();

}  // namespace modebox::cli

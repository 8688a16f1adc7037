// A run's result as MCP content, for a model to read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/outcome.h"
#include "src/mcp/content.h"
#include "src/mcp/output_store.h"

namespace modebox::mcp {

struct RenderOptions {
  /// UTF-16 code units of all text together, roughly. What is longer is cut, and a line says how
  /// much is missing. What says why a run failed comes first and is itself bounded (about 8,000).
  std::size_t max_text = 40'000;
  ContentLimits content;
  /// Borrowed. Keeps what is cut, so that the line can say how to get it; null: nothing is kept.
  OutputStore* outputs = nullptr;
  /// Of the script that ran: for the line that an error points to.
  std::string_view source;
  std::string_view source_name = "script.ts";
};

/// What goes into a tool's result.
struct Rendering {
  /// At least one block; none of them has an empty text.
  std::vector<ContentBlock> content;
  bool is_error = false;
};

/// The value (as content where it is content, strings as they are, else JSON, or text for people of
/// what JSON can not hold) and what was logged. Of a run that failed: why, where, and how far its
/// host calls came, so that a model knows what not to do again; calls of `tools.*` are left out. Of
/// a run that waits: for what; not its continuation.
Rendering render(const RunResult& result, const RenderOptions& options = {});

}  // namespace modebox::mcp

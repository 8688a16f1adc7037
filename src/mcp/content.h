// Values of scripts that are MCP content themselves. A script is hostile: what goes on to a client
// and its model is made anew from the fields that the specification (revision 2026-07-28,
// ContentBlock) knows, each checked, and nothing else of the value.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/value.h"

namespace modebox::mcp {

/// One content block, ready for a result's `content`: a plain object that JSON can hold, in valid
/// UTF-8.
using ContentBlock = Value;

ContentBlock text_block(std::string_view text);
/// A tool's result that is one text.
Value text_result(std::string_view text, bool is_error);
/// The text of a text block, empty for others.
std::string_view text_of(const ContentBlock& block);

struct ContentLimits {
  std::size_t max_blocks = 64;
  /// Bytes of all images, sounds and binary resources together, before they are base64.
  std::size_t max_data_bytes = std::size_t{4} << 20;
};

/// What a value is as content.
struct Content {
  /// Empty where the value is an ordinary one.
  std::vector<ContentBlock> blocks;
  /// Of a tool's result: `isError` was true.
  bool is_error = false;
  /// Why a value that looks like content is none, as a sentence; else empty.
  std::string problem;
};

/// Content are: an object {type: "text" | "image" | "audio" | "resource" | "resource_link", ...},
/// an array of such objects only, and a tool's result {content: [...]} that has besides it at most
/// `isError`, `structuredContent` and `_meta`. Binary data may be base64 (RFC 4648, section 4, with
/// padding), a Uint8Array or an ArrayBuffer. One block that does not fit makes the whole value an
/// ordinary one. PNG, JPEG, GIF and WebP must begin as such files do: what models take fails as a
/// whole, and again on every turn, when an image in it is none.
Content content_of(const Value& value, const ContentLimits& limits = {});

}  // namespace modebox::mcp

// The two eras of the Model Context Protocol that are spoken: with an `initialize` handshake
// (revisions up to 2025-11-25), and with every request telling about its sender in `_meta`
// (2026-07-28). https://modelcontextprotocol.io/specification
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "modebox/value.h"
#include "src/mcp/message.h"

namespace modebox::mcp {

enum class Era { legacy, modern };

constexpr std::string_view modern_version = "2026-07-28";
/// With a handshake; the newest first.
constexpr std::array<std::string_view, 4> legacy_versions = {"2025-11-25", "2025-06-18",
                                                             "2025-03-26", "2024-11-05"};

// Keys of `_meta`.
constexpr std::string_view meta_version = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view meta_capabilities = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view meta_log_level = "io.modelcontextprotocol/logLevel";
constexpr std::string_view meta_server_info = "io.modelcontextprotocol/serverInfo";
constexpr std::string_view meta_subscription = "io.modelcontextprotocol/subscriptionId";

/// The answer to a request of the version `requested`, which is not spoken here: tells which one
/// is, without a handshake.
ProtocolError unsupported_version(const Value& requested);

/// Of a tool's declaration, for Claude Code: the model is shown the tool from the start, not only
/// after a search.
constexpr std::string_view meta_always_load = "anthropic/alwaysLoad";

/// How much a log message matters, as in RFC 5424; the least first.
enum class Severity { debug, info, notice, warning, error, critical, alert, emergency };

std::string_view name_of(Severity severity);
/// Nothing if this is no name of one.
std::optional<Severity> severity_named(const Value& name);

/// Whether a client with these capabilities can put a form in front of its user. Before 2025-11-25
/// the capability is `{}`; later it names the modes, and `{}` still means forms.
bool shows_forms(const Value& capabilities);

}  // namespace modebox::mcp

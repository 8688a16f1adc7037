// One MCP server that this process is a client of: started, or connected to, when it is used
// first, and again after it was lost. What it says is hostile input.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "modebox/cancel.h"
#include "modebox/result.h"
#include "modebox/value.h"
#include "src/config/command_tool.h"

namespace modebox::bridge {

/// A server that speaks over its standard input and output. `timeout` and `max_output` of the
/// command are not looked at.
using StdioServer = config::Command;

/// A server that speaks Streamable HTTP.
struct HttpServer {
  std::string url;
  /// Sent with every request, to this server's origin only; they may be secrets.
  std::vector<std::pair<std::string, std::string>> headers;
};

/// A value type.
struct DownstreamOptions {
  /// As the configuration calls it.
  std::string name;
  std::variant<StdioServer, HttpServer> server;
  /// From starting it to its list of tools.
  std::chrono::milliseconds start_timeout{30'000};
  /// Of a call, without the time in which its user is asked.
  std::chrono::milliseconds call_timeout{60'000};
  /// A call whose user does not answer for so long is given up.
  std::chrono::milliseconds question_timeout{std::chrono::minutes(10)};
  /// Bytes of one message.
  std::size_t max_message = std::size_t{8} << 20;
  /// All pages together.
  std::size_t max_tools = 5'000;
  /// Told when the server says that its tools have changed. On any thread; must not block.
  std::function<void()> on_tools_changed;
};

/// A tool as its server describes it, checked for shape only. A value type.
struct RemoteTool {
  /// Goes over the wire as it is; any text.
  std::string name;
  std::string description;
  /// Undefined where there is none, or none that could be a schema.
  Value input_schema;
  Value output_schema;
  /// Hints of the server, not to be trusted.
  bool read_only = false;
};

/// What a server said when it was connected.
struct RemoteTools {
  std::vector<RemoteTool> tools;
  /// `2025-11-25`.
  std::string protocol_version;
  std::string server_name;
  std::string server_version;
  /// What was left out, and why; one sentence each.
  std::vector<std::string> notes;
};

/// The server asks its user something before it goes on.
struct InputNeeded {
  /// By keys of the server's: `{method: "elicitation/create", params}` each.
  Value requests;
  /// What go_on needs; JSON. For a server that keeps nothing itself, good in any process.
  Value handle;
};

/// Why a call has no result. A value type.
struct CallFailure {
  /// One sentence that names the server, what happened and, of one that ended, its exit code and
  /// the last of its standard error.
  std::string message;
  /// `E_MCP_START` (it can not be reached; nothing was called), `E_MCP_LOST` (it ended, or the
  /// connection, with the call under way), `E_MCP_TIMEOUT`, `E_MCP_CANCELLED`, `E_MCP_PROTOCOL`
  /// (what it answered is no answer), `E_MCP_ERROR` (it answered with an error of the protocol).
  std::string code;
  /// Of E_MCP_ERROR: {code, message, data?}; else undefined.
  Value data;
};

/// A result is the server's CallToolResult, an object.
using CallEnd = std::variant<Value, InputNeeded, CallFailure>;

/// Thread-safe. Callbacks come once each, on a thread of the connection's or on the caller's, and
/// must not block. Destroying it ends the server, with all that it started, and what is under way.
class Downstream {
 public:
  using Listed = std::function<void(Result<std::shared_ptr<const RemoteTools>>)>;
  using Ended = std::function<void(CallEnd)>;

  static std::shared_ptr<Downstream> create(DownstreamOptions options);
  virtual ~Downstream() = default;

  /// Its tools: those that were listed last if nothing has changed, which is cheap; else connects
  /// if need be, and lists them. After a failure the next one tries again.
  virtual void list(Listed listed) = 0;
  /// Calls a tool by its name on the wire; `arguments` is an object of JSON. Connects if need be.
  /// A cancelled call is told to the server, and ends at once.
  virtual void call(const std::string& tool, const Value& arguments, const Cancel& cancel,
                    Ended ended) = 0;
  /// Goes on with a call that needed input. `responses` by the keys of the requests:
  /// `{action: "accept", content: {...}}` each.
  virtual void go_on(const Value& handle, const Value& responses, const Cancel& cancel,
                     Ended ended) = 0;
  /// Ends the server, if it runs; the next use starts it again.
  virtual void stop() = 0;
};

}  // namespace modebox::bridge

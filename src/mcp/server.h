// An MCP server without its transport: messages of clients in, messages to them out. What its tools
// do is theirs.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "modebox/cancel.h"
#include "modebox/value.h"
#include "src/mcp/message.h"
#include "src/mcp/protocol.h"

namespace modebox::mcp {

/// Where what belongs to one request goes. Thread-safe, never blocks; once the client is gone it
/// does nothing.
class Outlet {
 public:
  virtual ~Outlet() = default;
  /// A message before the answer: progress, a question.
  virtual void send(std::string message) = 0;
  /// The answer. `error`: its code, if it is one.
  virtual void answer(std::string message, std::optional<ErrorCode> error) = 0;
  /// The request was cancelled: there will be no answer.
  virtual void drop() = 0;
};

class Client;

/// What a request tells about its sender. A value type.
struct Sender {
  Era era = Era::legacy;
  /// Undefined if it declared none.
  Value capabilities;
  /// Who it is, as far as the transport knows: continuations of one principal are refused for
  /// others.
  std::string principal;
  /// The same for all requests that may use the same named sessions.
  std::string session_scope;
  /// Log messages that matter less are not for it; nothing: none are.
  std::optional<Severity> log_level;
};

/// Asks for something of the client's user before the call can be answered (revision 2026-07-28).
/// The client calls again, with the answers and the state.
struct InputRequired {
  /// From keys to `{method, params}`; at least one.
  Value requests = Value::object();
  /// Empty for none: the answers will come without.
  std::string state;
};

/// A complete result is the object `{content, isError?, ...}`.
using ToolAnswer = std::variant<Value, InputRequired, ProtocolError>;

/// A call of a tool, for as long as it takes. Thread-safe.
class ToolCall {
 public:
  using Answered = std::function<void(const Message& response)>;

  virtual ~ToolCall() = default;

  /// An object.
  virtual const Value& arguments() const = 0;
  virtual const Sender& sender() const = 0;
  /// Of a call that is made again: the answers by their keys, and the state; undefined and null in
  /// the first one.
  virtual const Value& input_responses() const = 0;
  virtual const std::string* state() const = 0;
  /// Fires when the client cancels the request, or is gone.
  virtual const Cancel& cancel() const = 0;

  /// Tells the client what goes on, if it wants to know. May be called often: not all are sent.
  virtual void progress(std::string message) = 0;
  /// Sends a log message, any value, if the client wants such ones.
  virtual void log(Severity severity, const Value& data) = 0;
  /// Sends a notification that belongs to this call.
  virtual void notify(std::string_view method, const Value& params) = 0;
  /// Sends a request to the client (not possible in the modern era: it is an InputRequired there).
  /// `answered` is called once, on any thread; with an error if the client is gone, has cancelled
  /// this call, or leaves too many questions open.
  virtual void ask(std::string_view method, const Value& params, Answered answered) = 0;
  /// Answers the call. The first answer counts.
  virtual void answer(ToolAnswer answer) = 0;
};

struct ServerTool {
  /// As in tools/list: name, title, description, inputSchema, annotations.
  Value declaration;
  /// Starts the call and returns. Must not throw or block.
  std::function<void(std::shared_ptr<ToolCall>)> call;
};

struct ServerOptions {
  std::string name = "modebox";
  std::string version;
  std::string instructions;
  /// Whether Server::tools_changed will be called.
  bool tools_change = false;
  /// Whether tools call ToolCall::log.
  bool logging = false;
};

/// Thread-safe. Outlives its clients.
class Server {
 public:
  Server(ServerOptions options, std::vector<ServerTool> tools);
  ~Server();

  /// What a transport makes for each that talks to it: a process on the other end of a pipe, an
  /// HTTP session, or one HTTP request of a client without a session.
  std::shared_ptr<Client> connect(std::string principal, std::string session_scope);

  /// Takes one message. `modern`: the transport has told that it is of the modern era.
  void receive(const std::shared_ptr<Client>& client, std::string_view text,
               std::shared_ptr<Outlet> outlet, bool modern = false);
  /// The same of a message that is read already.
  void take(const std::shared_ptr<Client>& client, Message message, std::shared_ptr<Outlet> outlet,
            bool modern = false);

  /// Other tools from now on; clients that want to know are told.
  void tools_changed(std::vector<ServerTool> tools);

 private:
  class Call;
  using Handler = void (Server::*)(const std::shared_ptr<Client>&, const Message&, const Sender&,
                                   const std::shared_ptr<Outlet>&);

  void request(const std::shared_ptr<Client>& client, const Message& message,
               const std::shared_ptr<Outlet>& outlet, bool modern);
  void initialize(const std::shared_ptr<Client>& client, const Message& message,
                  const Sender& sender, const std::shared_ptr<Outlet>& outlet);
  void ping(const std::shared_ptr<Client>& client, const Message& message, const Sender& sender,
            const std::shared_ptr<Outlet>& outlet);
  void discover(const std::shared_ptr<Client>& client, const Message& message, const Sender& sender,
                const std::shared_ptr<Outlet>& outlet);
  void list_tools(const std::shared_ptr<Client>& client, const Message& message,
                  const Sender& sender, const std::shared_ptr<Outlet>& outlet);
  void call_tool(const std::shared_ptr<Client>& client, const Message& message,
                 const Sender& sender, const std::shared_ptr<Outlet>& outlet);
  void listen(const std::shared_ptr<Client>& client, const Message& message, const Sender& sender,
              const std::shared_ptr<Outlet>& outlet);
  void set_log_level(const std::shared_ptr<Client>& client, const Message& message,
                     const Sender& sender, const std::shared_ptr<Outlet>& outlet);
  Handler handler_of(std::string_view method, Era era) const;
  Value capabilities() const;
  Value server_info() const;
  /// Adds what results of the modern era have.
  Value complete(const Value& result, const Sender& sender, bool cacheable) const;
  std::shared_ptr<const std::vector<ServerTool>> tools() const;

  const ServerOptions options_;
  mutable std::mutex mutex_;
  std::shared_ptr<const std::vector<ServerTool>> tools_;
  std::vector<std::weak_ptr<Client>> clients_;
};

/// One that talks to a server: its era, its requests that are not answered yet, what it was asked
/// and what it listens to. Made by Server::connect; the transport owns it.
class Client {
 public:
  Client(std::string principal, std::string session_scope);
  ~Client();

  /// The client is gone: its requests are cancelled.
  void close();
  /// No request of it is being worked on, and it listens to nothing.
  bool is_idle() const;
  /// Where it is told what it did not ask for, as clients of the legacy era are; by default
  /// nowhere.
  void set_unasked(std::shared_ptr<Outlet> outlet);

 private:
  friend class Server;
  struct Question {
    /// The key of the request that it belongs to.
    std::string request;
    ToolCall::Answered answered;
  };
  struct Listener {
    Value id;
    std::shared_ptr<Outlet> outlet;
    /// Its result, when the server ends it.
    Value end;
    /// What it is told of.
    Value granted;
  };

  std::optional<Era> era() const;
  Value capabilities() const;
  void set_era(Era era, const Value& capabilities);
  std::optional<Severity> log_level() const;
  void set_log_level(Severity least);
  std::optional<Cancel> open_request(const Value& id);
  void close_request(const Value& id);
  void cancel_request(const Value& id);
  void ask(const Value& request, Outlet& outlet, std::string_view method, const Value& params,
           const ToolCall::Answered& answered);
  void take_answer(const Message& message);
  static ProtocolError id_in_use();
  /// Why it is not added.
  std::optional<ProtocolError> add_listener(const Value& id, const std::shared_ptr<Outlet>& outlet,
                                            const Value& end, const Value& granted);
  void tell_tools_changed();

  const std::string principal_;
  const std::string session_scope_;
  mutable std::mutex mutex_;
  bool closed_ = false;
  std::optional<Era> era_;
  Value capabilities_;
  std::optional<Severity> log_level_;
  std::map<std::string, Cancel> requests_;
  std::map<std::string, Question> questions_;
  std::uint64_t last_question_ = 0;
  std::map<std::string, Listener> listeners_;
  std::shared_ptr<Outlet> unasked_;
};

}  // namespace modebox::mcp

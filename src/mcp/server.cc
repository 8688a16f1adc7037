#include "src/mcp/server.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "src/mcp/call.h"

namespace modebox::mcp {
namespace {

ProtocolError invalid(std::string message) {
  return {ErrorCode::invalid_params, std::move(message), {}};
}

void refuse(Outlet& outlet, const Value& id, const ProtocolError& error) {
  outlet.answer(error_text(id, error), error.code);
}

/// What a request of the modern era must tell about its sender; nothing to complain about if it
/// does.
std::optional<ProtocolError> read_meta(const Message& message, Sender& sender) {
  const Value& meta = message.params["_meta"];
  const Value& version = meta[meta_version];
  if (!version.is_string()) {
    return invalid("params._meta must have a string " + std::string(meta_version) + ".");
  }
  if (version != Value(modern_version)) return unsupported_version(version);
  const Value& capabilities = meta[meta_capabilities];
  if (!capabilities.is_object()) {
    return invalid("params._meta must have an object " + std::string(meta_capabilities) + ".");
  }
  sender.capabilities = capabilities;
  sender.log_level = severity_named(meta[meta_log_level]);
  return std::nullopt;
}

const ServerTool* find_tool(const std::vector<ServerTool>& tools, const Value& name) {
  const auto found = std::find_if(tools.begin(), tools.end(), [&](const ServerTool& tool) {
    return tool.declaration["name"] == name;
  });
  return found == tools.end() ? nullptr : &*found;
}

constexpr std::array<std::string_view, 8> severities = {"debug", "info",     "notice", "warning",
                                                        "error", "critical", "alert",  "emergency"};

}  // namespace

std::string_view name_of(Severity severity) {
  return severities.at(static_cast<std::size_t>(severity));
}

std::optional<Severity> severity_named(const Value& name) {
  const auto found = std::find_if(severities.begin(), severities.end(),
                                  [&](std::string_view one) { return name == Value(one); });
  if (found == severities.end()) return std::nullopt;
  return static_cast<Severity>(found - severities.begin());
}

ProtocolError unsupported_version(const Value& requested) {
  return {ErrorCode::unsupported_version,
          "This version of the protocol is not supported; see data.supported.",
          Value::object({{"supported", Value::array({modern_version})}, {"requested", requested}})};
}

bool shows_forms(const Value& capabilities) {
  const Value& elicitation = capabilities["elicitation"];
  if (!elicitation.is_object()) return false;
  return elicitation["form"].is_object() || elicitation.find("url") == nullptr;
}

Server::Server(ServerOptions options, std::vector<ServerTool> tools)
    : options_(std::move(options)),
      tools_(std::make_shared<const std::vector<ServerTool>>(std::move(tools))) {}

Server::~Server() = default;

std::shared_ptr<Client> Server::connect(std::string principal, std::string session_scope) {
  auto client = std::make_shared<Client>(std::move(principal), std::move(session_scope));
  const std::lock_guard lock(mutex_);
  if (options_.tools_change) {
    std::erase_if(clients_, [](const std::weak_ptr<Client>& other) { return other.expired(); });
    clients_.push_back(client);
  }
  return client;
}

void Server::receive(const std::shared_ptr<Client>& client, std::string_view text,
                     std::shared_ptr<Outlet> outlet, bool modern) {
  std::variant<Message, BadMessage> read = read_message(text);
  if (const auto* bad = std::get_if<BadMessage>(&read)) {
    if (bad->is_answered) refuse(*outlet, bad->id, bad->error);
    return;
  }
  take(client, std::get<Message>(std::move(read)), std::move(outlet), modern);
}

void Server::take(const std::shared_ptr<Client>& client, Message message,
                  std::shared_ptr<Outlet> outlet, bool modern) {
  switch (message.kind) {
    case Message::Kind::request:
      return request(client, message, outlet, modern);
    case Message::Kind::response:
      return client->take_answer(message);
    case Message::Kind::notification:
      if (message.method == "notifications/cancelled") {
        client->cancel_request(message.params["requestId"]);
      }
  }
}

void Server::request(const std::shared_ptr<Client>& client, const Message& message,
                     const std::shared_ptr<Outlet>& outlet, bool modern) {
  Sender sender{Era::legacy, client->capabilities(), client->principal_, client->session_scope_,
                client->log_level()};
  const bool names_version = message.params["_meta"].find(meta_version) != nullptr;
  if (modern || names_version || message.method == "server/discover" ||
      client->era() == Era::modern) {
    sender.era = Era::modern;
    if (message.method == "initialize" && !names_version) {
      return refuse(*outlet, message.id, unsupported_version(message.params["protocolVersion"]));
    }
    if (const auto mistake = read_meta(message, sender)) {
      return refuse(*outlet, message.id, *mistake);
    }
    if (!client->era()) client->set_era(Era::modern, {});
  }
  const Handler handler = handler_of(message.method, sender.era);
  if (handler == nullptr) {
    return refuse(*outlet, message.id,
                  {ErrorCode::method_not_found, "There is no method " + message.method + ".", {}});
  }
  try {
    (this->*handler)(client, message, sender, outlet);
  } catch (const std::exception&) {  // no memory; or a bug, which costs this request only
    refuse(*outlet, message.id,
           {ErrorCode::internal_error, "The server failed on this request.", {}});
  }
}

Server::Handler Server::handler_of(std::string_view method, Era era) const {
  struct Row {
    std::string_view method;
    std::optional<Era> only;
    Handler handler;
  };
  static constexpr Row rows[] = {
      {"initialize", Era::legacy, &Server::initialize},
      {"ping", Era::legacy, &Server::ping},
      {"server/discover", Era::modern, &Server::discover},
      {"tools/list", {}, &Server::list_tools},
      {"tools/call", {}, &Server::call_tool},
      {"subscriptions/listen", Era::modern, &Server::listen},
      {"logging/setLevel", Era::legacy, &Server::set_log_level},
  };
  if (method == "logging/setLevel" && !options_.logging) return nullptr;
  for (const Row& row : rows) {
    if (row.method == method && row.only.value_or(era) == era) return row.handler;
  }
  return nullptr;
}

void Server::initialize(const std::shared_ptr<Client>& client, const Message& message,
                        const Sender& sender, const std::shared_ptr<Outlet>& outlet) {
  const Value& requested = message.params["protocolVersion"];
  if (!requested.is_string()) {
    return refuse(*outlet, message.id, invalid("params.protocolVersion must be a string."));
  }
  std::string_view version = legacy_versions.front();
  for (const std::string_view known : legacy_versions) {
    if (requested == Value(known)) version = known;
  }
  client->set_era(Era::legacy, message.params["capabilities"]);
  Value result = Value::object({{"protocolVersion", version},
                                {"capabilities", capabilities()},
                                {"serverInfo", server_info()}});
  if (!options_.instructions.empty()) result.set("instructions", options_.instructions);
  outlet->answer(result_text(message.id, complete(result, sender, false)), {});
}

void Server::ping(const std::shared_ptr<Client>&, const Message& message, const Sender& sender,
                  const std::shared_ptr<Outlet>& outlet) {
  outlet->answer(result_text(message.id, complete(Value::object(), sender, false)), {});
}

void Server::discover(const std::shared_ptr<Client>&, const Message& message, const Sender& sender,
                      const std::shared_ptr<Outlet>& outlet) {
  Value result = Value::object(
      {{"supportedVersions", Value::array({modern_version})}, {"capabilities", capabilities()}});
  if (!options_.instructions.empty()) result.set("instructions", options_.instructions);
  outlet->answer(result_text(message.id, complete(result, sender, true)), {});
}

void Server::list_tools(const std::shared_ptr<Client>&, const Message& message,
                        const Sender& sender, const std::shared_ptr<Outlet>& outlet) {
  if (message.params.find("cursor") != nullptr) {
    return refuse(*outlet, message.id, invalid("params.cursor is none that this server gave."));
  }
  Value declarations = Value::array();
  for (const ServerTool& tool : *tools()) declarations.push(tool.declaration);
  const Value result = Value::object({{"tools", declarations}});
  outlet->answer(result_text(message.id, complete(result, sender, true)), {});
}

void Server::call_tool(const std::shared_ptr<Client>& client, const Message& message,
                       const Sender& sender, const std::shared_ptr<Outlet>& outlet) {
  const std::shared_ptr<const std::vector<ServerTool>> all = tools();
  const Value& name = message.params["name"];
  const ServerTool* const tool = find_tool(*all, name);
  if (tool == nullptr) {
    const std::string shown = name.is_string() ? std::string(name.as_string()) : "without a name";
    return refuse(*outlet, message.id, invalid("There is no tool " + shown + "."));
  }
  const Value* const arguments = message.params.find("arguments");
  if (arguments != nullptr && !arguments->is_object()) {
    return refuse(*outlet, message.id, invalid("params.arguments must be an object."));
  }
  const Value& state = message.params["requestState"];
  if (!state.is_undefined() && !state.is_string()) {
    return refuse(*outlet, message.id, invalid("params.requestState must be a string."));
  }
  const Value& responses = message.params["inputResponses"];
  if (!responses.is_undefined() && !responses.is_object()) {
    return refuse(*outlet, message.id, invalid("params.inputResponses must be an object."));
  }
  const std::optional<Cancel> cancel = client->open_request(message.id);
  if (!cancel) return refuse(*outlet, message.id, Client::id_in_use());
  tool->call(std::make_shared<Call>(
      client, message, sender, outlet, *cancel,
      [this](Value result, const Sender& to) { return complete(result, to, false); }));
}

void Server::listen(const std::shared_ptr<Client>& client, const Message& message,
                    const Sender& sender, const std::shared_ptr<Outlet>& outlet) {
  const Value& wanted = message.params["notifications"];
  if (!wanted.is_object()) {
    return refuse(*outlet, message.id, invalid("params.notifications must be an object."));
  }
  Value granted = Value::object();
  if (options_.tools_change && wanted["toolsListChanged"] == Value(true)) {
    granted.set("toolsListChanged", true);
  }
  const Value meta = Value::object({{meta_subscription, message.id}});
  const Value end = complete(Value::object({{"_meta", meta}}), sender, false);
  if (const auto wrong = client->add_listener(message.id, outlet, end, granted)) {
    refuse(*outlet, message.id, *wrong);
  }
}

void Server::set_log_level(const std::shared_ptr<Client>& client, const Message& message,
                           const Sender& sender, const std::shared_ptr<Outlet>& outlet) {
  const std::optional<Severity> least = severity_named(message.params["level"]);
  if (!least) return refuse(*outlet, message.id, invalid("params.level is no level of a log."));
  client->set_log_level(*least);
  outlet->answer(result_text(message.id, complete(Value::object(), sender, false)), {});
}

void Server::tools_changed(std::vector<ServerTool> tools) {
  std::vector<std::weak_ptr<Client>> clients;
  {
    const std::lock_guard lock(mutex_);
    tools_ = std::make_shared<const std::vector<ServerTool>>(std::move(tools));
    clients = clients_;
  }
  for (const std::weak_ptr<Client>& weak : clients) {
    if (const auto client = weak.lock()) client->tell_tools_changed();
  }
}

Value Server::capabilities() const {
  Value tools = Value::object();
  if (options_.tools_change) tools.set("listChanged", true);
  Value all = Value::object({{"tools", tools}});
  if (options_.logging) all.set("logging", Value::object());
  return all;
}

Value Server::server_info() const {
  return Value::object({{"name", options_.name}, {"version", options_.version}});
}

Value Server::complete(const Value& result, const Sender& sender, bool cacheable) const {
  if (sender.era == Era::legacy) return result;
  // A copy: a result may be given to several.
  Value whole = Value::object({{"resultType", "complete"}});
  for (const Entry& entry : result.entries()) whole.set(entry.key.as_string(), entry.value);
  if (cacheable) {
    whole.set("ttlMs", 0);
    whole.set("cacheScope", "private");
  }
  Value meta = Value::object({{meta_server_info, server_info()}});
  for (const Entry& entry : result["_meta"].entries()) meta.set(entry.key.as_string(), entry.value);
  whole.set("_meta", meta);
  return whole;
}

std::shared_ptr<const std::vector<ServerTool>> Server::tools() const {
  const std::lock_guard lock(mutex_);
  return tools_;
}

}  // namespace modebox::mcp

#include "cli/project.h"

#include <string.h>
#include <algorithm>
#include <cstdlib>
#include <future>
#include <iostream>
#include <string_view>
#include <utility>

#include "src/tools/shown_text.h"

namespace modebox::cli {
namespace {

/// As EngineOptions::secrets wants them.
constexpr std::size_t least_secret_bytes = 32;

/// Reads a variable and takes it away, so that programs that modebox starts find it
/// neither in their environment nor in modebox's own (/proc/PID/environ).
std::string take_from_environment(const std::string& name) {
  char* found = std::getenv(name.c_str());
  std::string value = found != nullptr ? found : "";
  if (found != nullptr) explicit_bzero(found, value.size());
  unsetenv(name.c_str());
  return value;
}

/// One word of a shell.
std::string quoted_for_shell(std::string_view word) {
  static constexpr std::string_view plain = "%+,-./:=@_";
  const bool is_plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           plain.find(c) != std::string_view::npos;
  });
  if (is_plain) return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

bridge::DownstreamOptions downstream_of(const config::McpServerConfig& server) {
  bridge::DownstreamOptions options;
  options.name = server.name;
  if (server.url.empty()) {
    options.server = server.command;
  } else {
    options.server = bridge::HttpServer{server.url, server.headers};
  }
  if (server.timeout) options.call_timeout = *server.timeout;
  if (server.start_timeout) options.start_timeout = *server.start_timeout;
  return options;
}

/// Waits for what a source of tools gives.
template <typename Ask>
std::shared_ptr<const mcp::Tools> awaited(const Ask& ask) {
  const auto given = std::make_shared<std::promise<std::shared_ptr<const mcp::Tools>>>();
  ask([given](std::shared_ptr<const mcp::Tools> tools) { given->set_value(std::move(tools)); });
  return given->get_future().get();
}

}  // namespace

void Project::add_config_to(CLI::App& command) {
  command.add_option("-c,--config", file_,
                     "Give scripts the tools of this modebox.json (modebox help config)");
}

void Project::add_to(CLI::App& command) {
  add_config_to(command);
  command
      .add_option("--allow-fetch", fetch_hosts_,
                  "Let fetch reach this HOST; may be given again (modebox help fetch)")
      ->allow_extra_args(false);
  command
      .add_option("--allow-fetch-method", fetch_methods_,
                  "Let fetch use this METHOD besides GET and HEAD; may be given again")
      ->allow_extra_args(false);
  command.add_option(
      "--store", store_,
      "SQLite file that remembers which continuations were used (modebox help tokens)");
}

Status Project::load() {
  if (!file_.empty()) {
    Result<config::Config> config = config::load_config(file_);
    if (!config) return std::move(config).error();
    config_ = *std::move(config);
  }
  if (Status allowed = allow_fetch(); !allowed) return allowed;
  Result<Toolbox> tools = config::make_toolbox(config_);
  if (!tools) return std::move(tools).error();
  tools_ = *std::move(tools);
  return done();
}

std::shared_ptr<bridge::Bridge> Project::bridge() {
  (void)tool_source();
  return bridge_;
}

std::shared_ptr<mcp::ToolSource> Project::tool_source() {
  if (source_ != nullptr) return source_;
  bridge::BridgeOptions options;
  options.approve_destructive = config_.approve_destructive;
  for (const config::McpServerConfig& server : config_.servers) {
    if (!server.disabled) options.servers.push_back(downstream_of(server));
  }
  if (options.servers.empty()) {
    source_ = mcp::make_fixed_source(tools_);
  } else {
    // Names stand once in an object, so that they are distinct.
    bridge_ = bridge::Bridge::create(tools_, std::move(options)).value();
    source_ = bridge_;
  }
  return source_;
}

Cancel::Registration Project::close_on(const Cancel& stop) {
  return stop.on_cancel([bridge = bridge()] {
    if (bridge != nullptr) bridge->close();
  });
}

void Project::connect_for_script(std::string_view source) {
  take(*awaited([&](auto ready) { tool_source()->for_script(source, std::move(ready)); }));
}

void Project::connect_for_resume(const std::vector<std::string>& names) {
  take(*awaited([&](auto ready) { tool_source()->for_resume(names, std::move(ready)); }));
}

void Project::connect_all() {
  take(*awaited([&](auto ready) { tool_source()->all(std::move(ready)); }));
}

void Project::connect_quietly() {
  tools_ = awaited([&](auto ready) { tool_source()->all(std::move(ready)); })->toolbox;
}

std::vector<std::string> Project::server_groups() {
  const std::shared_ptr<bridge::Bridge> bridge = this->bridge();
  return bridge == nullptr ? std::vector<std::string>() : bridge->groups();
}

void Project::take(const mcp::Tools& tools) {
  tools_ = tools.toolbox;
  for (const auto& [name, why] : tools.missing) {
    std::cerr << shown_text(name) << " is not there: " << shown_text(why) << '\n';
  }
}

Status Project::allow_fetch() {
  if (fetch_hosts_.empty() && fetch_methods_.empty()) return done();
  if (fetch_hosts_.empty() && !config_.fetch) {
    return Error{
        "--allow-fetch-method needs a host: --allow-fetch HOST, or fetch in modebox.json."};
  }
  if (!config_.fetch) config_.fetch.emplace();
  FetchOptions& options = config_.fetch->options;
  options.hosts.insert(options.hosts.end(), fetch_hosts_.begin(), fetch_hosts_.end());
  for (const std::string& method : fetch_methods_) {
    std::vector<std::string>& methods = options.methods;
    if (std::find(methods.begin(), methods.end(), method) == methods.end()) {
      methods.push_back(method);
    }
  }
  return done();
}

std::string Project::flags() const {
  std::string text;
  const auto add = [&text](std::string_view flag, const std::string& value) {
    text.append(text.empty() ? "" : " ").append(flag).append(" ").append(quoted_for_shell(value));
  };
  if (!file_.empty()) add("-c", file_);
  for (const std::string& host : fetch_hosts_) add("--allow-fetch", host);
  for (const std::string& method : fetch_methods_) add("--allow-fetch-method", method);
  if (!store_.empty()) add("--store", store_);
  return text;
}

void Project::apply_to(RunOptions& options) const {
  options.limits = config_.limits;
  options.approve = config_.approve;
  options.sources = config_.sources;
  options.sinks = config_.sinks;
}

Result<EngineOptions> Project::engine_options(MissingKey missing) const {
  Result<std::string> key = secret(missing);
  if (!key) return std::move(key).error();
  EngineOptions options;
  options.secrets = {*std::move(key)};
  if (store_.empty()) {
    options.store = make_state_store();
    return options;
  }
  Result<std::shared_ptr<ContinuationStore>> store = open_sqlite_continuation_store(store_);
  if (!store) return std::move(store).error();
  options.store = *std::move(store);
  return options;
}

Result<std::string> Project::secret(MissingKey missing) const {
  const std::string& name = config_.secret_env;
  if (const std::string given = take_from_environment(name); !given.empty()) {
    if (given.size() >= least_secret_bytes) return given;
    return Error{"The secret in the environment variable " + name + " is shorter than " +
                 std::to_string(least_secret_bytes) +
                 " bytes. Take a long random text, such as 32 random bytes in hexadecimal."};
  }
  if (name == config::Config{}.secret_env) return state_key(missing);
  return Error{"The environment variable " + name +
               ", which is to hold the secret for continuations (secretEnv), is not set."};
}

}  // namespace modebox::cli

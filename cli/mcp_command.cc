#include "cli/mcp_command.h"

#include <signal.h>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <iostream>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "cli/interrupt.h"
#include "cli/pending_folder.h"
#include "src/mcp/catalog.h"
#include "src/mcp/execute.h"
#include "src/mcp/stdio.h"
#include "src/mcp/types_tool.h"

namespace modebox::cli {
namespace {

/// Made when it is asked for: a client that only looks which tools there are leaves no trace.
class LazyEngine {
 public:
  explicit LazyEngine(const Project& project) : project_(project) {}

  Result<const Engine*> get() {
    const std::lock_guard lock(mutex_);
    if (!engine_) {
      Result<EngineOptions> options = project_.engine_options(MissingKey::made);
      if (!options) return std::move(options).error();
      Result<Engine> engine = Engine::create(*std::move(options));
      if (!engine) return std::move(engine).error();
      engine_.emplace(*std::move(engine));
    }
    return &*engine_;
  }
  void destroy() { engine_.reset(); }

 private:
  const Project& project_;
  std::mutex mutex_;
  std::optional<Engine> engine_;
};

}  // namespace

CLI::App* McpCommand::add_to(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("mcp", "Serve scripts to an agent as an MCP server (modebox help mcp)");
  project_.add_to(*command);
  limits_.add_to(*command);
  command->add_option(
      "--http", http_address_,
      "Serve over HTTP at this address, such as 127.0.0.1:8080, not to standard input");
  command
      ->add_option(
          "--http-token-env", http_token_variables_,
          "Environment variable with a bearer token that clients must send; may be given again")
      ->allow_extra_args(false);
  command
      ->add_option("--http-host", http_hosts_,
                   "A further name by which clients call this server; may be given again")
      ->allow_extra_args(false);
  return command;
}

Result<mcp::HttpOptions> McpCommand::http_options() const {
  mcp::HttpOptions options;
  const std::size_t colon = http_address_.rfind(':');
  if (colon != std::string::npos && colon > 0) options.address = http_address_.substr(0, colon);
  const std::string port = http_address_.substr(colon == std::string::npos ? 0 : colon + 1);
  const char* const end = port.data() + port.size();
  const auto [at, error] = std::from_chars(port.data(), end, options.port);
  if (error != std::errc() || at != end) {
    return Error{"--http needs an address with a port, such as 127.0.0.1:8080."};
  }
  for (const std::string& name : http_token_variables_) {
    const char* const token = std::getenv(name.c_str());
    if (token == nullptr || *token == '\0') {
      return Error{"The environment variable " + name + " of --http-token-env is not set."};
    }
    options.bearer_tokens.emplace_back(token);
  }
  static constexpr std::string_view loopback[] = {"127.0.0.1", "localhost", "::1", "[::1]"};
  const bool is_loopback =
      std::find(std::begin(loopback), std::end(loopback), options.address) != std::end(loopback);
  if (!is_loopback && options.bearer_tokens.empty()) {
    return Error{"Others can reach the address " + options.address +
                 ": it needs a token that clients must send (--http-token-env)."};
  }
  options.hosts = http_hosts_;
  const bool is_bare_ipv6 =
      options.address.find(':') != std::string::npos && !options.address.starts_with('[');
  if (!is_loopback) {
    options.hosts.push_back(is_bare_ipv6 ? "[" + options.address + "]" : options.address);
  }
  return options;
}

ExitCode McpCommand::serve_http(mcp::Server& server, const Output& output,
                                const Cancel& stop) const {
  Result<mcp::HttpOptions> options = http_options();
  if (!options) return output.refuse(ExitCode::usage, options.error().message);
  const std::string address = options->address;
  const Result<std::unique_ptr<mcp::HttpTransport>> transport =
      mcp::HttpTransport::serve(server, *std::move(options));
  if (!transport) return output.refuse(ExitCode::usage, transport.error().message);
  std::cerr << "modebox mcp: serving at http://" << address << ':' << (*transport)->port()
            << "/mcp\n";
  std::promise<void> stopped;
  const Cancel::Registration registration = stop.on_cancel([&stopped] { stopped.set_value(); });
  stopped.get_future().wait();
  (*transport)->close();
  return ExitCode::completed;
}

ExitCode McpCommand::run() {
  const Output output("modebox mcp", false, project_.flags());
  if (!project_.is_configured() && std::filesystem::exists("modebox.json")) {
    project_.set_file("modebox.json");
  }
  if (const Status loaded = project_.load(); !loaded) {
    return output.refuse(ExitCode::usage, loaded.error().message);
  }
  if (!project_.has_tools()) {
    std::cerr << "modebox mcp: "
              << (project_.is_configured() ? "the configuration has no tools"
                                           : "there is no modebox.json in this folder, and none "
                                             "was named with -c FILE")
              << ", so scripts get no functions (modebox help config)\n";
  }
  signal(SIGPIPE, SIG_IGN);  // a client that is gone is seen where it is written to
  LazyEngine engine(project_);
  mcp::ExecuteOptions options;
  project_.apply_to(options.run);
  limits_.apply(options.run.limits);
  options.approve_tool = project_.has_approve_tool();
  if (options.approve_tool) options.pending_store = make_pending_folder();
  const std::shared_ptr<mcp::ToolSource> source = project_.tool_source();
  const std::shared_ptr<mcp::Execute> execute =
      mcp::Execute::make([&engine] { return engine.get(); }, source, options);
  const mcp::Catalog catalog(project_.tools(), options.run.approve);
  std::vector<mcp::ServerTool> tools = execute->tools();
  tools.insert(tools.begin() + 1, mcp::make_types_tool(source, options.run.approve));
  mcp::Server server({.version = std::string(version()),
                      .instructions = catalog.instructions(project_.server_groups())},
                     std::move(tools));
  const Cancel stop;
  ExitCode code = ExitCode::completed;
  {
    const InterruptWatch interrupts(stop);
    if (http_address_.empty()) {
      mcp::serve_stdio(server, stop);
    } else {
      code = serve_http(server, output, stop);
    }
  }
  execute->close();
  if (const auto bridge = project_.bridge()) bridge->close();
  engine.destroy();
  return code;
}

}  // namespace modebox::cli

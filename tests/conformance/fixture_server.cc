// The server that the official conformance suite talks to: modebox's MCP server over HTTP, with
// the tools that the suite's scenarios call. Prints its port, and serves until its input ends.
#include <sodium.h>

#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "src/mcp/http.h"
#include "src/mcp/server.h"
#include "tests/conformance/asking_tools.h"
#include "tests/conformance/content_tools.h"
#include "tests/conformance/round_tools.h"
#include "tests/conformance/threads.h"

using namespace modebox;
using namespace modebox::conformance;

namespace {

class Fixture {
 public:
  Fixture()
      : server_({.name = "modebox-fixture", .version = "1", .tools_change = true, .logging = true},
                tools()) {}
  mcp::Server& server() { return server_; }
  /// Waits for the calls that are still going on.
  void end() { threads_.join(); }

 private:
  std::vector<mcp::ServerTool> tools();
  void change_tools();

  Threads threads_;
  std::mutex mutex_;
  bool has_more_ = false;
  mcp::Server server_;
};

std::vector<mcp::ServerTool> Fixture::tools() {
  std::vector<mcp::ServerTool> all = content_tools();
  for (const auto& more : {asking_tools(threads_), round_tools()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  all.push_back(make_tool("test_trigger_tool_change", "Adds a tool, or takes it away again.",
                          [this](const std::shared_ptr<mcp::ToolCall>& call) {
                            change_tools();
                            call->answer(text_result("The list of tools is another one now."));
                          }));
  if (has_more_) {
    all.push_back(make_tool("test_added_tool", "Comes and goes.",
                            [](const std::shared_ptr<mcp::ToolCall>& call) {
                              call->answer(text_result("Here for now."));
                            }));
  }
  return all;
}

void Fixture::change_tools() {
  const std::lock_guard lock(mutex_);
  has_more_ = !has_more_;
  server_.tools_changed(tools());
}

}  // namespace

int main() {
  if (sodium_init() < 0) return 1;
  Fixture fixture;
  const Result<std::unique_ptr<mcp::HttpTransport>> transport =
      mcp::HttpTransport::serve(fixture.server(), {});
  if (!transport) {
    std::cerr << transport.error().message << '\n';
    return 1;
  }
  std::cout << (*transport)->port() << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
  }
  (*transport)->close();
  fixture.end();
  return 0;
}

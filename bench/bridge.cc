// MCP servers behind `modebox mcp`, beside the same servers without it.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "bench/mcp_process.h"
#include "bench/measures.h"
#include "bench/scripts.h"
#include "bench/timing.h"
#include "modebox/json.h"

namespace modebox::bench {
namespace {

namespace fs = std::filesystem;

constexpr int calls = 500;
constexpr int rounds = 9;
constexpr int files = 20;

const std::string call_of_nothing =
    R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing","arguments":{}}})";

std::string json_of(const Value& value) { return to_json(value).value(); }

Value request(const std::string& method, const Value& params) {
  return Value::object({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}});
}

Value tool_call(const std::string& name, const Value& arguments) {
  return request("tools/call", Value::object({{"name", name}, {"arguments", arguments}}));
}

Value execute(const std::string& code) {
  return tool_call("execute", Value::object({{"code", code}}));
}

/// The text of a result.
std::string ask(McpProcess& process, const Value& message) {
  const Result<Value> answer = from_json(process.ask(json_of(message)));
  if (!answer) give_up("an MCP server gave no JSON");
  const Value& text = (*answer)["result"]["content"][0]["text"];
  if (!text.is_string()) give_up("an MCP server gave " + json_of(*answer));
  return std::string(text.as_string());
}

/// The handshake of the revisions before 2026-07-28, and the list of tools.
void connect(McpProcess& process) {
  (void)process.ask(json_of(request(
      "initialize",
      Value::object({{"protocolVersion", "2025-11-25"},
                     {"capabilities", Value::object()},
                     {"clientInfo", Value::object({{"name", "bench"}, {"version", "1"}})}}))));
  process.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  (void)process.ask(json_of(request("tools/list", Value::object())));
}

/// A folder of its own, with what the measurements need; gone with it.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "modebox-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) give_up("can not make a folder");
    path_ = name;
    setenv("XDG_STATE_HOME", (path_ / "state").c_str(), 1);
    fs::create_directory(path_ / "files");
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return file(name);
  }
  /// A configuration with these servers.
  std::string config(const Value& servers) const {
    return write("modebox.json", json_of(Value::object({{"mcpServers", servers}})));
  }

 private:
  fs::path path_;
};

Value server(const std::string& command, const std::vector<std::string>& arguments) {
  Value all = Value::array();
  for (const std::string& argument : arguments) all.push(argument);
  return Value::object({{"command", command}, {"args", all}});
}

std::string this_program() { return fs::read_symlink("/proc/self/exe").string(); }

double call_overhead_us(const std::string& cli, const Folder& folder) {
  const std::string config =
      folder.config(Value::object({{"none", server(this_program(), {"--serve-mcp"})}}));
  McpProcess direct({this_program(), "--serve-mcp"});
  McpProcess bridged(cli, {"-c", config});
  const Value script = execute("for (let i = 0; i < " + std::to_string(calls) +
                               "; ++i) await none.nothing({}); 'done'");
  std::vector<double> overheads;
  for (int round = 0; round <= rounds; ++round) {
    const auto begin = Clock::now();
    for (int i = 0; i < calls; ++i) (void)direct.ask(call_of_nothing);
    const auto middle = Clock::now();
    if (ask(bridged, script) != "done") give_up("the script did not end");
    const double bridged_us = microseconds(Clock::now() - middle);
    // The first is for warming up, and starts the server.
    if (round > 0) overheads.push_back((bridged_us - microseconds(middle - begin)) / calls);
  }
  return median(overheads);
}

double start_ms(const std::string& cli, const std::string& servers, const Folder& folder) {
  const std::string memory = servers + "/mcp-server-memory";
  setenv("MEMORY_FILE_PATH", folder.file("memory.json").c_str(), 1);
  const std::string config = folder.config(
      Value::object({{"memory", server(memory, {})},
                     {"files", server(servers + "/mcp-server-filesystem", {folder.file("files")})},
                     {"everything", server(servers + "/mcp-server-everything", {})},
                     {"thinking", server(servers + "/mcp-server-sequential-thinking", {})}}));
  const auto own = [&] {
    const auto begin = Clock::now();
    McpProcess process(std::vector<std::string>{memory});
    connect(process);
    (void)ask(process, tool_call("read_graph", Value::object()));
    return milliseconds(Clock::now() - begin);
  };
  const auto bridged = [&] {
    McpProcess process(cli, {"-c", config});
    (void)process.ask(json_of(request("tools/list", Value::object())));
    const auto begin = Clock::now();
    const std::string result =
        ask(process, execute("(await memory.read_graph({})).entities.length"));
    const auto took = Clock::now() - begin;
    if (result != "0") give_up("the script gave " + result);
    return milliseconds(took);
  };
  std::vector<double> beyond;
  for (int round = 0; round <= rounds; ++round) {
    const double own_ms = own();
    const double bridged_ms = bridged();
    if (round > 0) beyond.push_back(bridged_ms - own_ms);
  }
  return median(beyond);
}

double tokens_ratio(const std::string& cli, const std::string& servers, const Folder& folder) {
  const std::string program = servers + "/mcp-server-filesystem";
  for (int i = 0; i < files; ++i) {
    folder.write("files/day" + std::to_string(i) + ".json",
                 json_of(Value::object({{"sales", i * 10}, {"note", std::string(1500, 'x')}})));
  }
  McpProcess plain(std::vector<std::string>{program, folder.file("files")});
  connect(plain);
  std::size_t plain_bytes = 0;
  for (int i = 0; i < files; ++i) {
    const Value arguments =
        Value::object({{"path", folder.file("files/day" + std::to_string(i) + ".json")}});
    plain_bytes += json_of(arguments).size();
    plain_bytes += ask(plain, tool_call("read_text_file", arguments)).size();
  }
  McpProcess bridged(
      cli,
      {"-c", folder.config(Value::object({{"files", server(program, {folder.file("files")})}}))});
  const std::string code =
      "let sum = 0;\n"
      "for (let i = 0; i < " +
      std::to_string(files) +
      "; ++i) {\n"
      "  const { content } = await files.read_text_file({ path: `" +
      folder.file("files") +
      "/day${i}.json` });\n"
      "  sum += JSON.parse(content).sales;\n"
      "}\n"
      "sum\n";
  const std::string result = ask(bridged, execute(code));
  if (result != "1900") give_up("the sum of all files is " + result);
  return static_cast<double>(plain_bytes) / static_cast<double>(code.size() + result.size());
}

}  // namespace

void serve_nothing() {
  const std::string tools =
      R"("tools":[{"name":"nothing","inputSchema":{"type":"object","properties":{}}}])";
  for (std::string line; std::getline(std::cin, line);) {
    const Result<Value> message = from_json(line);
    if (!message || message->find("id") == nullptr) continue;
    const std::string method((*message)["method"].as_string());
    std::string result = R"("content":[])";
    if (method == "initialize") {
      result = R"("protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
               R"("serverInfo":{"name":"nothing","version":"1"})";
    }
    if (method == "tools/list") result = tools;
    const std::string body = method == "server/discover"
                                 ? R"("error":{"code":-32601,"message":"unknown"})"
                                 : R"("result":{)" + result + "}";
    std::cout << R"({"jsonrpc":"2.0","id":)" << json_of((*message)["id"]) << ',' << body << "}"
              << std::endl;
  }
}

void measure_bridge(Report& report, const std::string& cli, const std::string& servers) {
  using Goal = Report::Goal;
  const Folder folder;
  report.add("bridge_call_overhead_us", call_overhead_us(cli, folder),
             "a call of an MCP server's tool in a script, less the server's own time",
             Goal::at_most, 250);
  if (!fs::exists(servers)) {
    std::cerr << "bridge: " << servers << " is not there (scripts/setup build)\n";
    return;
  }
  const std::string programs = fs::absolute(servers).string();
  report.add("bridge_start_ms_p50", start_ms(cli, programs, folder),
             "first execute with four servers, one of them used, less its own start", Goal::at_most,
             30);
  report.add("agent_tokens_ratio", tokens_ratio(cli, programs, folder),
             "bytes through a model, 20 calls against one script", Goal::at_least, 5);
}

}  // namespace modebox::bench

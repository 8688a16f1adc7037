// `modebox mcp` as its clients see it.
#include <sys/resource.h>

#include <optional>
#include <string>

#include "bench/mcp_process.h"
#include "bench/measures.h"
#include "bench/scripts.h"
#include "bench/timing.h"

namespace modebox::bench {
namespace {

constexpr int streams = 2'000;
constexpr int at_once = 200;

const std::string meta = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                         R"("io.modelcontextprotocol/clientCapabilities":{}})";

std::string request(const std::string& method, const std::string& params) {
  return R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":{)" + params + meta +
         "}}";
}

std::string execute() {
  return request("tools/call", R"("name":"execute","arguments":{"code":"1+1"},)");
}

void must_be_two(const std::string& answer) {
  if (answer.find(R"("text":"2)") == std::string::npos) give_up("execute gave " + answer);
}

double start_ms(const std::string& cli) {
  std::vector<double> samples;
  for (int i = 0; i < 100; ++i) {
    const auto began = Clock::now();
    McpProcess process(cli, {});
    (void)process.ask(request("server/discover", ""));
    samples.push_back(milliseconds(Clock::now() - began));
  }
  return median(samples);
}

double execute_us(const std::string& cli) {
  McpProcess process(cli, {});
  std::vector<double> samples;
  for (int i = 0; i < 2'200; ++i) {
    const auto began = Clock::now();
    const std::string answer = process.ask(execute());
    if (i >= 200) samples.push_back(microseconds(Clock::now() - began));
    must_be_two(answer);
  }
  return median(samples);
}

double http_execute_us(std::uint16_t port) {
  HttpConnection connection(port);
  std::vector<double> samples;
  for (int i = 0; i < 2'200; ++i) {
    const auto began = Clock::now();
    connection.send("tools/call", "execute", execute());
    const std::string answer = connection.receive();
    if (i >= 200) samples.push_back(microseconds(Clock::now() - began));
    must_be_two(answer);
  }
  return median(samples);
}

/// Memory of the server for each stream, while they are open and all work beside them.
double idle_stream_kib(McpProcess& process, std::uint16_t port) {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  const double before = process.proportional_kib();
  std::vector<HttpConnection> open;
  for (int i = 0; i < streams; ++i) {
    open.emplace_back(port).send("subscriptions/listen", "",
                                 request("subscriptions/listen", R"("notifications":{},)"));
    open.back().receive_event();
  }
  const double after = process.proportional_kib();
  std::vector<HttpConnection> busy;
  for (int i = 0; i < at_once; ++i)
    busy.emplace_back(port).send("tools/call", "execute", execute());
  for (HttpConnection& connection : busy) must_be_two(connection.receive());
  return (after - before) / streams;
}

}  // namespace

void measure_mcp(Report& report, const std::string& cli) {
  using Goal = Report::Goal;
  report.add("mcp_start_ms_p50", start_ms(cli),
             "`modebox mcp` from its start to server/discover answered", Goal::at_most, 15);
  report.add("mcp_execute_us_p50", execute_us(cli), "execute of 1+1 over pipes", Goal::at_most,
             400);
  McpProcess process(cli, {"--http", "127.0.0.1:0"});
  const std::uint16_t port = process.port();
  report.add("mcp_http_execute_us_p50", http_execute_us(port), "execute of 1+1 over HTTP",
             Goal::at_most, 800);
  report.add("mcp_idle_stream_kib", idle_stream_kib(process, port),
             "each of 2,000 open streams, and 200 executions at once beside them", Goal::at_most,
             40);
}

}  // namespace modebox::bench

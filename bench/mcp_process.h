// A `modebox mcp` that is measured from outside: over its pipes, or over HTTP.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace modebox::bench {

/// Ends the process when it goes. Every failure ends the benchmark.
class McpProcess {
 public:
  McpProcess(const std::string& cli, const std::vector<std::string>& arguments);
  /// Another MCP server, by its program and arguments.
  explicit McpProcess(std::vector<std::string> words);
  ~McpProcess();
  McpProcess(const McpProcess&) = delete;
  McpProcess& operator=(const McpProcess&) = delete;

  void send(const std::string& line);
  /// Sends a line and gives the next one.
  std::string ask(const std::string& line);
  /// Of one that serves over HTTP.
  std::uint16_t port();
  /// What is in RAM because of it.
  double proportional_kib() const;

 private:
  std::string read_line(int descriptor);

  pid_t process_ = 0;
  int input_ = -1;
  int output_ = -1;
  int errors_ = -1;
  std::string read_ahead_;
};

/// A connection to a server of this machine.
class HttpConnection {
 public:
  explicit HttpConnection(std::uint16_t port);
  HttpConnection(HttpConnection&& other) noexcept;
  HttpConnection& operator=(HttpConnection&&) = delete;
  ~HttpConnection();

  /// Posts a message of the modern era.
  void send(const std::string& method, const std::string& name, const std::string& message);
  /// The answer, which has a length; only its body.
  std::string receive();
  /// Waits until an event stream has brought something.
  void receive_event();

 private:
  int descriptor_ = -1;
};

}  // namespace modebox::bench

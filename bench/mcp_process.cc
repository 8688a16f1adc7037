#include "bench/mcp_process.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "bench/scripts.h"

extern char** environ;

namespace modebox::bench {
namespace {

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) give_up("can not make a pipe");
  return ends;
}

void send_all(int descriptor, const std::string& text, bool is_socket) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count =
        is_socket ? ::send(descriptor, text.data() + done, text.size() - done, MSG_NOSIGNAL)
                  : ::write(descriptor, text.data() + done, text.size() - done);
    if (count <= 0) give_up("modebox mcp does not read");
    done += static_cast<std::size_t>(count);
  }
}

}  // namespace

McpProcess::McpProcess(const std::string& cli, const std::vector<std::string>& arguments)
    : McpProcess([&] {
        std::vector<std::string> words = {cli, "mcp"};
        words.insert(words.end(), arguments.begin(), arguments.end());
        return words;
      }()) {}

McpProcess::McpProcess(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const auto in = make_pipe();
  const auto out = make_pipe();
  const auto err = make_pipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_adddup2(&actions, err[1], 2);
  if (posix_spawnp(&process_, argv[0], &actions, nullptr, argv.data(), environ) != 0) {
    give_up("can not start " + words[0]);
  }
  posix_spawn_file_actions_destroy(&actions);
  for (const int end : {in[0], out[1], err[1]}) close(end);
  input_ = in[1];
  output_ = out[0];
  errors_ = err[0];
}

McpProcess::~McpProcess() {
  for (const int end : {input_, output_, errors_}) close(end);
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
}

std::string McpProcess::read_line(int descriptor) {
  for (;;) {
    if (const std::size_t end = read_ahead_.find('\n'); end != std::string::npos) {
      std::string line = read_ahead_.substr(0, end);
      read_ahead_.erase(0, end + 1);
      return line;
    }
    std::array<char, 65536> buffer;
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count <= 0) give_up("modebox mcp has ended");
    read_ahead_.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

void McpProcess::send(const std::string& line) { send_all(input_, line + "\n", false); }

std::string McpProcess::ask(const std::string& line) {
  send(line);
  return read_line(output_);
}

std::uint16_t McpProcess::port() {
  std::string line;
  while (line.find("serving at") == std::string::npos) line = read_line(errors_);
  return static_cast<std::uint16_t>(std::atoi(line.c_str() + line.rfind(':') + 1));
}

double McpProcess::proportional_kib() const {
  std::ifstream file("/proc/" + std::to_string(process_) + "/smaps_rollup");
  double kib = 0;
  for (std::string key; file >> key;) {
    if (key == "Pss:") file >> kib;
  }
  if (kib == 0) give_up("can not read smaps_rollup");
  return kib;
}

HttpConnection::HttpConnection(std::uint16_t port)
    : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(descriptor_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    give_up("can not connect to modebox mcp");
  }
  const int on = 1;
  setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

HttpConnection::HttpConnection(HttpConnection&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

HttpConnection::~HttpConnection() {
  if (descriptor_ >= 0) close(descriptor_);
}

void HttpConnection::send(const std::string& method, const std::string& name,
                          const std::string& message) {
  send_all(descriptor_,
           "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
           "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
           "Mcp-Method: " +
               method + "\r\n" + (name.empty() ? "" : "Mcp-Name: " + name + "\r\n") +
               "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" + message,
           true);
}

std::string HttpConnection::receive() {
  std::string text;
  std::array<char, 16384> buffer;
  for (;;) {
    const std::size_t head = text.find("\r\n\r\n");
    if (head != std::string::npos) {
      constexpr std::string_view field = "Content-Length: ";
      const std::size_t at = text.find(field);
      if (at == std::string::npos || at > head) give_up("an answer without a length");
      const auto length = static_cast<std::size_t>(std::atoi(text.c_str() + at + field.size()));
      if (text.size() >= head + 4 + length) return text.substr(head + 4, length);
    }
    const ssize_t count = recv(descriptor_, buffer.data(), buffer.size(), 0);
    if (count <= 0) give_up("modebox mcp has closed a connection");
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

void HttpConnection::receive_event() {
  std::string text;
  std::array<char, 4096> buffer;
  while (text.find("\ndata: ") == std::string::npos) {
    const ssize_t count = recv(descriptor_, buffer.data(), buffer.size(), 0);
    if (count <= 0) give_up("modebox mcp has closed a stream");
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace modebox::bench

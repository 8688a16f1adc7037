// How a server ends, and what other processes have of it.
#include "src/net/http_server.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <future>
#include <memory>
#include <string>

#include "src/net/testing/raw_client.h"
#include "src/net/testing/requests.h"

namespace modebox::net {
namespace {

using namespace std::chrono_literals;
using testing::get;
using testing::RawClient;
using testing::serve;
using testing::Waiting;
using Clock = std::chrono::steady_clock;

/// Says what it was asked.
void echo(const HttpServerRequest& request, const HttpResponder& responder) {
  responder.respond(200, {{"Content-Type", "text/plain"}},
                    request.method + " " + request.target + " " + request.body);
}

TEST(HttpServerEndTest, APortIsFreeAgainOnceItsServerIsClosed) {
  std::uint16_t port = 0;
  for (int i = 0; i < 3; ++i) {
    const auto server = serve(echo, {.port = port});
    port = server->port();
    RawClient client(port);
    EXPECT_EQ(200, client.ask(get("/")).status);
    server->close();
    server->close();
    EXPECT_TRUE(client.sees_end(10s));
    EXPECT_FALSE(RawClient(port).is_connected());
  }
}

TEST(HttpServerEndTest, ClosingEndsStreamsProperlyAndTellsTheRest) {
  Waiting waiting;
  std::atomic<int> told{0};
  auto server = serve(waiting.handler());
  RawClient streaming(server->port());
  RawClient pending(server->port());
  RawClient idle(server->port());
  RawClient half(server->port());
  half.send("GET / HT");
  streaming.send(get("/"));
  waiting.at(0).start_stream(200, {});
  waiting.at(0).write("last words");
  pending.send(get("/"));
  waiting.at(1).on_disconnect([&] { ++told; });
  waiting.at(0).on_disconnect([&] { ++told; });
  server->close();
  EXPECT_EQ(2, told);
  EXPECT_EQ(0U, server->connections());
  server.reset();
  EXPECT_EQ("last words", streaming.read_answer().body);
  EXPECT_EQ(503, pending.read_answer().status);
  for (auto* client : {&streaming, &pending, &idle, &half}) EXPECT_TRUE(client->sees_end(10s));
  waiting.at(0).write("x");
  waiting.at(1).respond(200, {}, "x");
}

TEST(HttpServerEndTest, ClosingDoesNotWaitForAClientThatDoesNotRead) {
  Waiting waiting;
  const auto server = serve(waiting.handler());
  RawClient client(server->port());
  client.send(get("/"));
  waiting.at(0).respond(200, {}, std::string(12 << 20, 'a'));
  const auto begin = Clock::now();
  server->close();
  EXPECT_LT(Clock::now() - begin, 4s);
}

TEST(HttpServerEndTest, AHandlerMayCloseAndDestroyTheServer) {
  std::unique_ptr<HttpServer> server;
  std::promise<void> ready;
  const auto is_ready = ready.get_future().share();
  std::promise<void> gone;
  std::uint16_t port = 0;
  server = serve([&](const HttpServerRequest& request, const HttpResponder& responder) {
    if (request.target == "/wait") {
      responder.on_disconnect([responder] {});
      return;
    }
    is_ready.wait();
    responder.respond(200, {}, "bye");
    server.reset();
    gone.set_value();
  });
  port = server->port();
  RawClient other(port);
  RawClient client(port);
  other.send(get("/wait"));
  client.send(get("/"));
  ready.set_value();
  EXPECT_EQ("bye", client.read_answer().body);
  gone.get_future().wait();
  EXPECT_TRUE(client.sees_end(10s));
  other.read_all();
  EXPECT_FALSE(RawClient(port).is_connected());
}

TEST(HttpServerEndTest, AChildOfForkLeavesTheServerAlone) {
  Waiting waiting;
  auto server = serve(waiting.handler());
  RawClient client(server->port());
  client.send(get("/"));
  HttpResponder responder = waiting.at(0);
  const pid_t child = fork();
  if (child == 0) {
    responder.respond(200, {}, "of the child");
    responder = {};
    waiting.responders.clear();
    server->close();
    server.reset();
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
  EXPECT_TRUE(client.sees_silence(50ms));
  responder.respond(200, {}, "of the parent");
  EXPECT_EQ("of the parent", client.read_answer().body);
}

/// How many sockets a program has that is started now; the shell's own are none.
std::string sockets_of_programs() {
  char count[16] = "";
  FILE* pipe = popen("ls -l /proc/self/fd | grep -c socket:", "r");
  if (pipe == nullptr) return "";
  const bool read = fgets(count, sizeof count, pipe) != nullptr;
  pclose(pipe);
  return read ? count : "";
}

TEST(HttpServerEndTest, ProgramsThatAreStartedInheritNoSocket) {
  const std::string before = sockets_of_programs();
  const auto server = serve([](const HttpServerRequest&, const HttpResponder& responder) {
    responder.respond(200, {}, sockets_of_programs());
  });
  RawClient client(server->port());
  EXPECT_EQ(before, client.ask(get("/")).body);
}

}  // namespace
}  // namespace modebox::net

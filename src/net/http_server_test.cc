// Requests and their answers. Streams, the end of a server, and what clients should not do have
// files of their own.
#include "src/net/http_server.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/net/http_client.h"
#include "src/net/testing/raw_client.h"
#include "src/net/testing/requests.h"

namespace modebox::net {
namespace {

using namespace std::chrono_literals;
using testing::get;
using testing::header_of;
using testing::post;
using testing::RawClient;
using testing::serve;
using testing::Shared;
using testing::soon;
using testing::Waiting;

/// Says what it was asked.
void echo(const HttpServerRequest& request, const HttpResponder& responder) {
  responder.respond(200, {{"Content-Type", "text/plain"}},
                    request.method + " " + request.target + " " + request.body);
}

TEST(HttpServerTest, ARequestIsAnswered) {
  Shared<HttpServerRequest> seen;
  const auto server = serve([&](HttpServerRequest request, const HttpResponder& responder) {
    seen.set(request);
    responder.respond(
        201, {{"X-A", "1"}, {"x-a", "2"}, {"Content-Length", "99"}, {"Date", "never"}}, "made");
  });
  RawClient client(server->port());
  const auto answer = client.ask(post("hello", "X-B: 1\r\nx-b: 2\r\n"));
  EXPECT_TRUE(answer.head.starts_with("HTTP/1.1 201 Created\r\nX-A: 1\r\nx-a: 2\r\nDate: "));
  EXPECT_TRUE(answer.head.ends_with(" GMT\r\nContent-Length: 4\r\n\r\n")) << answer.head;
  EXPECT_EQ("made", answer.body);
  const HttpServerRequest request = seen.get();
  EXPECT_EQ("POST", request.method);
  EXPECT_EQ("/p", request.target);
  EXPECT_EQ("hello", request.body);
  EXPECT_EQ((std::vector<std::string_view>{"1", "2"}), request.headers.all("X-B"));
  EXPECT_EQ(Address::loopback_v4(), request.peer);
  EXPECT_NE(0, request.peer_port);
  EXPECT_NE(server->port(), request.peer_port);
}

TEST(HttpServerTest, OurOwnClientIsServed) {
  const auto server = serve(echo);
  const std::string authority = "127.0.0.1:" + std::to_string(server->port());
  const auto client =
      HttpClient::create({.rules = HostRules::parse(std::vector{authority}).value()});
  auto pieces = std::make_shared<int>(0);
  const auto result =
      client->run({.method = "POST",
                   .url = "http://" + authority + "/x",
                   .body = HttpBodyStream{.next = [pieces](auto reply) {
                     if (++*pieces > 3) return reply(std::optional<std::string>());
                     reply(std::optional(std::string(30'000, static_cast<char>('a' + *pieces))));
                   }}});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(
      "POST /x " + std::string(30'000, 'b') + std::string(30'000, 'c') + std::string(30'000, 'd'),
      result->body);
}

TEST(HttpServerTest, AConnectionIsKeptForManyRequests) {
  const auto server = serve(echo);
  RawClient client(server->port());
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ("POST /p " + std::to_string(i), client.ask(post(std::to_string(i))).body);
  }
  EXPECT_EQ(1U, server->connections());
  EXPECT_EQ("GET / ", client.ask(get("/", "Connection: close\r\n")).body);
  EXPECT_TRUE(client.sees_end(10s));
  EXPECT_TRUE(soon([&] { return server->connections() == 0; }));
}

TEST(HttpServerTest, AnAnswerMayComeLaterFromAnotherThread) {
  Waiting waiting;
  const auto server = serve(waiting.handler());
  RawClient client(server->port());
  client.send(get("/"));
  const HttpResponder responder = waiting.at(0);
  EXPECT_TRUE(client.sees_silence(50ms));
  responder.respond(200, {}, "late");
  responder.respond(200, {}, "again");
  responder.start_stream(200, {});
  EXPECT_FALSE(responder.write("more"));
  EXPECT_EQ("late", client.read_answer().body);
  EXPECT_TRUE(client.sees_silence(50ms));
}

TEST(HttpServerTest, LargeBodiesGoBothWays) {
  const auto server = serve([](HttpServerRequest request, const HttpResponder& responder) {
    responder.respond(200, {}, request.body + request.body);
  });
  RawClient client(server->port());
  std::string body(3 << 20, 'a');
  for (std::size_t i = 0; i < body.size(); ++i) body[i] = static_cast<char>('a' + i * i % 26);
  EXPECT_EQ(body + body, client.ask(post(body)).body);
  EXPECT_EQ(
      "ab"
      "ab",
      client.ask(post("ab")).body);
}

TEST(HttpServerTest, HeadAndStatusesWithoutABodyHaveNone) {
  const auto server = serve([](const HttpServerRequest& request, const HttpResponder& responder) {
    if (request.target == "/stream") {
      responder.start_stream(200, {});
      EXPECT_FALSE(responder.write("x"));
      return responder.end();
    }
    const int status = std::atoi(request.target.c_str() + 1);
    if (status == 0) throw std::runtime_error("to be answered with 500");
    responder.respond(status, {}, "body");
  });
  RawClient client(server->port());
  client.send("HEAD /200 HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ("4", header_of(client.read_answer(true).head, "content-length"));
  client.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(200, client.read_answer(true).status);
  client.send("HEAD /x HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(500, client.read_answer(true).status);
  for (const char* status : {"/204", "/304"}) {
    EXPECT_EQ("", header_of(client.ask(get(status)).head, "content-length"));
  }
  EXPECT_EQ("body", client.ask(get("/299")).body);
}

TEST(HttpServerTest, AnswersThatAreNoneBecomeServerErrors) {
  const auto server = serve([](const HttpServerRequest& request, const HttpResponder& responder) {
    const std::string& t = request.target;
    if (t == "/nothing") return;
    if (t == "/throw") throw std::runtime_error("nobody hears this");
    if (t == "/status") return responder.respond(99, {}, "");
    if (t == "/continue") return responder.respond(101, {}, "");
    if (t == "/split") return responder.respond(200, {{"X", "a\r\nSet-Cookie: b"}}, "");
    if (t == "/name") return responder.start_stream(200, {{"X: a\r\nY", "b"}});
    if (t == "/nul") return responder.respond(200, {{"X", std::string("a\0b", 3)}}, "");
    responder.respond(200, {}, "fine");
  });
  RawClient client(server->port());
  for (const char* target :
       {"/nothing", "/throw", "/status", "/continue", "/split", "/name", "/nul"}) {
    const auto answer = client.ask(get(target));
    EXPECT_EQ(500, answer.status) << target;
    EXPECT_EQ("", header_of(answer.head, "set-cookie"));
  }
  EXPECT_EQ("fine", client.ask(get("/")).body);
}

TEST(HttpServerTest, PipelinedRequestsAreServedInOrderOneByOne) {
  Waiting waiting;
  const auto server = serve(waiting.handler());
  RawClient client(server->port());
  client.send(get("/0") + get("/1") + post("x") + get("/3").substr(0, 10));
  for (std::size_t i = 0; i < 3; ++i) {
    waiting.at(i);
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(i + 1, waiting.size());
    waiting.at(i).respond(200, {}, std::to_string(i));
    EXPECT_EQ(std::to_string(i), client.read_answer().body);
  }
  client.send(get("/3").substr(10));
  waiting.at(3).respond(200, {}, "3");
  EXPECT_EQ("3", client.read_answer().body);
  EXPECT_EQ((std::vector<std::string>{"/0", "/1", "/p", "/3"}), waiting.targets);
}

TEST(HttpServerTest, PipelinedRequestsBeforeAnEndAreAllServed) {
  const auto server = serve(echo);
  RawClient client(server->port());
  client.send(get("/0") + get("/1") + get("/2"));
  client.finish_sending();
  for (const char* target : {"/0", "/1", "/2"}) {
    EXPECT_EQ(std::string("GET ") + target + " ", client.read_answer().body);
  }
  EXPECT_TRUE(client.sees_end(10s));
}

TEST(HttpServerTest, AClientThatWaitsForContinueGetsIt) {
  const auto server = serve(echo, {.max_body_bytes = 10});
  RawClient client(server->port());
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ";
  EXPECT_EQ(100, client.ask(head + "2\r\n\r\n").status);
  EXPECT_EQ("POST / ab", client.ask("ab").body);
  EXPECT_EQ("POST / cd", client.ask(head + "2\r\n\r\ncd").body);  // it did not wait
  EXPECT_EQ(413, client.ask(head + "11\r\n\r\n").status);
  EXPECT_TRUE(client.sees_end(10s));
}

TEST(HttpServerTest, AddressesAreThoseOfThisMachine) {
  EXPECT_FALSE(HttpServer::listen({.address = "example.com"}, echo));
  EXPECT_FALSE(HttpServer::listen({.address = ""}, echo));
  EXPECT_FALSE(HttpServer::listen({.address = "192.0.2.1"}, echo));
  EXPECT_FALSE(HttpServer::listen({.max_body_bytes = 0}, echo));
  EXPECT_FALSE(HttpServer::listen({.idle_timeout = 0ms}, echo));
  const auto server = serve(echo);
  const auto again = HttpServer::listen({.port = server->port()}, echo);
  ASSERT_FALSE(again);
  EXPECT_NE(std::string::npos, again.error().message.find("in use")) << again.error().message;
  const auto local = serve(echo, {.address = "LOCALHOST"});
  EXPECT_EQ(200, RawClient(local->port()).ask(get("/")).status);
  if (const auto v6 = HttpServer::listen({.address = "[::1]"}, echo)) {
    EXPECT_EQ(200, RawClient((*v6)->port(), "::1").ask(get("/")).status);
    EXPECT_FALSE(RawClient((*v6)->port()).is_connected());
    EXPECT_EQ(200, RawClient(local->port(), "::1").ask(get("/")).status);
  }
}

}  // namespace
}  // namespace modebox::net

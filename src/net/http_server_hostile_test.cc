// Clients that want to hurt the server, or each other.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "src/net/http_server.h"
#include "src/net/testing/raw_client.h"
#include "src/net/testing/requests.h"

namespace modebox::net {
namespace {

using namespace std::chrono_literals;
using testing::header_of;
using testing::RawClient;
using testing::soon;
using Clock = std::chrono::steady_clock;

std::unique_ptr<HttpServer> serve(const HttpServerOptions& options = {}) {
  return HttpServer::listen(options,
                            [](const HttpServerRequest& request, const HttpResponder& responder) {
                              responder.respond(200, {}, request.body);
                            })
      .value();
}

const std::string hello = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

TEST(HttpServerHostileTest, WhatIsNotARequestIsRefusedAndTheConnectionClosed) {
  const auto server = serve({.max_head_bytes = 1000, .max_body_bytes = 1000});
  const std::string post = "POST / HTTP/1.1\r\nHost: a\r\n";
  const std::vector<std::pair<std::string, int>> cases = {
      {std::string("\x16\x03\x01\x00\xa5\x01", 6), 400},
      {"GET / HTTP/1.1\nHost: a\n\n", 400},
      {"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 400},
      {post + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hello, 400},
      {post + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd" + hello, 400},
      {post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400},
      {post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
      {post + "X: a\r\n b\r\n\r\n", 400},
      {"GET /" + std::string(2000, 'a'), 431},
      {post + "X: " + std::string(2000, 'a'), 431},
      {post + "Content-Length: 1001\r\n\r\n", 413},
      {post + "Transfer-Encoding: chunked\r\n\r\nffff\r\n" + std::string(5000, 'a'), 413},
      {post + "Expect: a miracle\r\n\r\n", 417},
  };
  for (const auto& [bytes, status] : cases) {
    RawClient client(server->port());
    const auto answer = client.ask(bytes);
    EXPECT_EQ(status, answer.status) << bytes.substr(0, 100);
    EXPECT_EQ("close", header_of(answer.head, "connection"));
    EXPECT_TRUE(client.sees_end(10s)) << bytes.substr(0, 100);  // what was smuggled is not served
  }
  EXPECT_TRUE(soon([&] { return server->connections() == 0; }));
}

TEST(HttpServerHostileTest, AClientThatIsRefusedWhileItSendsReadsWhy) {
  const auto server = serve({.max_body_bytes = 1000});
  for (int i = 0; i < 20; ++i) {
    RawClient client(server->port());
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n");
    client.send(std::string(500'000, 'a'));
    EXPECT_EQ(413, client.read_answer().status);
  }
}

/// Turns away who does not say `X-Key: right`.
std::unique_ptr<HttpServer> serve_judged(std::atomic<int>& handled) {
  return HttpServer::listen(
             {},
             [&](const HttpServerRequest& request, const HttpResponder& responder) {
               ++handled;
               responder.respond(200, {}, request.body);
             },
             [](const HttpServerRequest& head) -> std::optional<HttpRefusal> {
               if (head.target == "/throw") throw std::runtime_error("nobody hears this");
               if (head.target == "/split") return HttpRefusal{401, {{"X", "a\r\nY: b"}}, ""};
               if (head.headers.get("X-Key") == "right") return std::nullopt;
               return HttpRefusal{401, {{"WWW-Authenticate", "Key"}}, "No."};
             })
      .value();
}

TEST(HttpServerHostileTest, WhoIsNotWantedIsToldSoBeforeItsBodyComes) {
  std::atomic<int> handled{0};
  const auto server = serve_judged(handled);
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n";
  for (const char* more : {"", "Expect: 100-continue\r\n", "Transfer-Encoding: chunked\r\n"}) {
    const bool chunked = std::string_view(more).starts_with("T");
    RawClient client(server->port());
    const auto answer =
        client.ask((chunked ? "POST / HTTP/1.1\r\nHost: a\r\n" : head) + more + "\r\n");
    EXPECT_EQ(401, answer.status) << more;
    EXPECT_EQ("No.", answer.body);
    EXPECT_EQ("Key", header_of(answer.head, "www-authenticate"));
    EXPECT_EQ("close", header_of(answer.head, "connection"));
    EXPECT_TRUE(client.sees_end(10s));
  }
  // Sends on without looking, and reads the answer nevertheless.
  for (int i = 0; i < 20; ++i) {
    RawClient client(server->port());
    client.send(head + "\r\n");
    client.send(std::string(1'000'000, 'a'));
    EXPECT_EQ(401, client.read_answer().status);
  }
  RawClient smuggler(server->port());
  EXPECT_EQ(401, smuggler
                     .ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n"
                          "GET / HTTP/1.1\r\nHost: a\r\nX-Key: right\r\n\r\n")
                     .status);
  EXPECT_TRUE(smuggler.sees_end(10s));
  EXPECT_EQ(0, handled);
  EXPECT_TRUE(soon([&] { return server->connections() == 0; }));
}

TEST(HttpServerHostileTest, EachRequestOfAConnectionIsJudged) {
  std::atomic<int> handled{0};
  const auto server = serve_judged(handled);
  const std::string right =
      "POST / HTTP/1.1\r\nHost: a\r\nX-Key: right\r\nContent-Length: 5\r\n\r\n";
  RawClient client(server->port());
  EXPECT_EQ("hello", client.ask(right + "hello").body);
  EXPECT_TRUE(client.send(right) && client.sees_silence(20ms));
  EXPECT_EQ("there", client.ask("there").body);
  client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ("3", header_of(client.read_answer(true).head, "content-length"));
  EXPECT_TRUE(client.sees_end(10s));
  for (const char* target : {"/throw", "/split"}) {
    RawClient other(server->port());
    EXPECT_EQ(500, other.ask(testing::get(target)).status) << target;
    EXPECT_TRUE(other.sees_end(10s));
  }
  EXPECT_EQ(2, handled);
}

TEST(HttpServerHostileTest, HeadsAndBodiesThatDripRunOutOfTime) {
  const auto server = serve({.head_timeout = 150ms, .body_timeout = 250ms, .idle_timeout = 400ms});
  const auto drip = [&](RawClient& client, const std::string& bytes) {
    const auto begin = Clock::now();
    for (const char c : bytes) {
      if (!client.sees_silence(20ms)) break;
      client.send(std::string(1, c));
    }
    const int status = client.read_answer().status;
    return std::pair(status, Clock::now() - begin);
  };
  RawClient head(server->port());
  const auto [head_status, head_time] = drip(head, hello + std::string(100, 'a'));
  EXPECT_EQ(408, head_status);
  EXPECT_GE(head_time, 140ms);
  EXPECT_LT(head_time, 5s);

  RawClient body(server->port());
  body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n");
  const auto [body_status, body_time] = drip(body, std::string(99, 'a'));
  EXPECT_EQ(408, body_status);
  EXPECT_GE(body_time, 240ms);

  // One that was served has the time of a head from the first byte on, and before it the other.
  RawClient second(server->port());
  EXPECT_EQ(200, second.ask(hello).status);
  EXPECT_TRUE(second.sees_silence(250ms));
  const auto [second_status, second_time] = drip(second, std::string(200, 'a'));
  EXPECT_EQ(408, second_status);
  EXPECT_GE(second_time, 140ms);

  RawClient silent(server->port());
  EXPECT_TRUE(silent.sees_end(10s));  // nothing was asked, nothing is answered
  RawClient idle(server->port());
  EXPECT_EQ(200, idle.ask(hello).status);
  EXPECT_TRUE(idle.sees_silence(300ms));
  EXPECT_TRUE(idle.sees_end(10s));
  EXPECT_TRUE(soon([&] { return server->connections() == 0; }));
}

TEST(HttpServerHostileTest, TooManyConnectionsAreToldSoAndOthersServed) {
  const auto server = serve({.max_connections = 10});
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 10; ++i) {
    clients.push_back(std::make_unique<RawClient>(server->port()));
    EXPECT_EQ(200, clients.back()->ask(hello).status);
  }
  RawClient more(server->port());
  EXPECT_EQ(503, more.ask(hello).status);
  EXPECT_TRUE(more.sees_end(10s));
  EXPECT_EQ(200, clients.front()->ask(hello).status);
  clients.pop_back();
  EXPECT_TRUE(soon([&] { return RawClient(server->port()).ask(hello).status == 200; }));
  // Many more than are told.
  std::vector<std::unique_ptr<RawClient>> flood;
  for (int i = 0; i < 300; ++i) flood.push_back(std::make_unique<RawClient>(server->port()));
  EXPECT_TRUE(soon([&] { return server->connections() <= 10 + 64; }));
  EXPECT_EQ(200, clients.front()->ask(hello).status);
}

TEST(HttpServerHostileTest, BodiesOfAllTogetherHaveALimit) {
  const auto server = serve({.max_body_bytes = 1 << 20, .max_receiving_bytes = 2 << 20});
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n";
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(std::make_unique<RawClient>(server->port()));
    clients.back()->send(head + std::string(900'000, 'a'));
  }
  // Two of them fit, whichever; the third has its answer before its end.
  const auto is_refused = [](const auto& client) { return !client->sees_silence(0ms); };
  ASSERT_TRUE(soon([&] { return std::any_of(clients.begin(), clients.end(), is_refused); }));
  int refused = 0;
  for (const auto& client : clients) {
    client->send(std::string(100'000, 'a'));
    const int status = client->read_answer().status;
    EXPECT_TRUE(status == 200 || status == 503) << status;
    if (status == 503) ++refused;
  }
  EXPECT_EQ(1, refused);
  EXPECT_EQ(200, RawClient(server->port()).ask(head + std::string(1'000'000, 'a')).status);
}

TEST(HttpServerHostileTest, AClientThatDoesNotReadItsStreamIsCut) {
  std::atomic<bool> told{false};
  HttpResponder stream;
  std::atomic<bool> there{false};
  const auto server = HttpServer::listen(
      {.max_queued_bytes = 100'000}, [&](const HttpServerRequest&, const HttpResponder& responder) {
        responder.on_disconnect([&] { told = true; });
        responder.start_stream(200, {});
        stream = responder;
        there = true;
      });
  RawClient client((*server)->port());
  client.send(hello);
  ASSERT_TRUE(soon([&] { return there.load(); }));
  // One piece may be of any size.
  EXPECT_TRUE(stream.write(std::string(200'000, 'b')));
  std::size_t written = 0;
  const std::string piece(10'000, 'a');
  const auto end = Clock::now() + 20s;
  while (stream.write(piece) && Clock::now() < end) {
    written += piece.size();
    // The system's own buffers take some MiB.
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_LT(written, 40U << 20);
  EXPECT_TRUE(soon([&] { return told.load(); }));
  EXPECT_TRUE(soon([&] { return (*server)->connections() == 0; }));
}

TEST(HttpServerHostileTest, AClientThatDoesNotReadItsAnswerIsCutInTime) {
  const auto server = HttpServer::listen(
      {.write_timeout = 200ms}, [](const HttpServerRequest&, const HttpResponder& responder) {
        responder.respond(200, {}, std::string(12 << 20, 'a'));
      });
  RawClient client((*server)->port());
  client.send(hello);
  EXPECT_TRUE(soon([&] { return (*server)->connections() == 1; }));
  EXPECT_TRUE(soon([&] { return (*server)->connections() == 0; }));
}

TEST(HttpServerHostileTest, PipelinedFloodsWaitWhereTheyAre) {
  HttpResponder first;
  std::atomic<int> requests{0};
  std::atomic<bool> told{false};
  const auto server =
      HttpServer::listen({}, [&](const HttpServerRequest&, const HttpResponder& responder) {
        if (requests == 0) {
          first = responder;
          responder.on_disconnect([&] { told = true; });
        } else {
          responder.respond(200, {}, "x");
        }
        ++requests;
      });
  constexpr int count = 5'000;
  std::string flood;
  for (int i = 0; i < count; ++i) flood += hello;
  RawClient client((*server)->port());
  std::thread sender([&] { client.send(flood); });
  ASSERT_TRUE(soon([&] { return requests == 1; }));
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(1, requests);
  // Another client is served meanwhile, and while the flood is worked off.
  EXPECT_EQ(200, RawClient((*server)->port()).ask(hello).status);
  first.respond(200, {}, "first");
  EXPECT_EQ("first", client.read_answer().body);
  EXPECT_EQ(200, RawClient((*server)->port()).ask(hello).status);
  for (int i = 1; i < count; ++i) ASSERT_EQ("x", client.read_answer().body) << i;
  sender.join();
  EXPECT_FALSE(told);
}

TEST(HttpServerHostileTest, AClientThatFloodsAndLeavesIsMissed) {
  HttpResponder first;
  std::atomic<bool> told{false};
  const auto server =
      HttpServer::listen({}, [&](const HttpServerRequest&, const HttpResponder& responder) {
        first = responder;
        responder.on_disconnect([&] { told = true; });
      });
  {
    RawClient client((*server)->port());
    for (int i = 0; i < 3'000; ++i) client.send(hello);
    std::this_thread::sleep_for(100ms);
    EXPECT_FALSE(told);
  }
  EXPECT_TRUE(soon([&] { return told.load(); }));
  EXPECT_TRUE(soon([&] { return (*server)->connections() == 0; }));
}

TEST(HttpServerHostileTest, WritingToAResetConnectionIsNoSignal) {
  std::atomic<int> requests{0};
  const auto server =
      HttpServer::listen({}, [&](const HttpServerRequest&, HttpResponder responder) {
        ++requests;
        std::thread([responder = std::move(responder)] {
          std::this_thread::sleep_for(1ms);
          responder.start_stream(200, {});
          for (int i = 0; i < 50; ++i) responder.write(std::string(20'000, 'a'));
          responder.end();
        }).detach();
      });
  for (int i = 0; i < 50; ++i) {
    RawClient client((*server)->port());
    client.send(hello + hello);
    if (i % 2 == 0) std::this_thread::sleep_for(1ms);
    client.cut();
  }
  EXPECT_TRUE(soon([&] { return (*server)->connections() == 0; }));
}

TEST(HttpServerHostileTest, RequestsThatBreakOffLeaveNothingBehind) {
  const auto server = serve();
  const std::string request =
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
  for (std::size_t size = 0; size < request.size(); ++size) {
    RawClient client(server->port());
    client.send(request.substr(0, size));
    if (size % 3 == 0) {
      client.finish_sending();
      EXPECT_TRUE(client.sees_end(10s)) << size;
    } else if (size % 3 == 1) {
      client.cut();
    }
  }
  EXPECT_TRUE(soon([&] { return server->connections() == 0; }));
  EXPECT_EQ("abc", RawClient(server->port()).ask(request).body);
}

TEST(HttpServerHostileTest, WithoutDescriptorsTheServerWaitsAndGoesOn) {
  const auto server = serve();
  RawClient before(server->port());
  EXPECT_EQ(200, before.ask(hello).status);
  rlimit old{};
  ASSERT_EQ(0, getrlimit(RLIMIT_NOFILE, &old));
  const int used = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const rlimit few{static_cast<rlim_t>(used + 40), old.rlim_max};
  ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &few));
  std::vector<int> descriptors = {used};
  // Room for the client's end, none for the server's.
  while (true) {
    const int descriptor = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) break;
    descriptors.push_back(descriptor);
  }
  ::close(descriptors.back());
  descriptors.pop_back();
  RawClient client(server->port());
  EXPECT_TRUE(client.is_connected());
  client.send(hello);
  EXPECT_TRUE(client.sees_silence(300ms));
  EXPECT_EQ(200, before.ask(hello).status);
  for (const int descriptor : descriptors) ::close(descriptor);
  EXPECT_EQ(200, client.read_answer().status);
  setrlimit(RLIMIT_NOFILE, &old);
}

TEST(HttpServerHostileTest, ThousandsOfStreamsAreOpenAtOnceAndEachIsMissed) {
#if defined(MODEBOX_THREAD_SANITIZER) || defined(MODEBOX_ADDRESS_SANITIZER)
  constexpr std::size_t count = 300;
#else
  constexpr std::size_t count = 2'000;
#endif
  rlimit descriptors{};
  ASSERT_EQ(0, getrlimit(RLIMIT_NOFILE, &descriptors));
  if (descriptors.rlim_cur < 2 * count + 100) {
    descriptors.rlim_cur = std::min<rlim_t>(descriptors.rlim_max, 2 * count + 100);
    ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &descriptors));
    if (descriptors.rlim_cur < 2 * count + 100) GTEST_SKIP() << "too few descriptors";
  }
  std::mutex mutex;
  std::vector<HttpResponder> responders;
  std::atomic<std::size_t> gone{0};
  const auto server =
      HttpServer::listen({}, [&](const HttpServerRequest&, const HttpResponder& responder) {
        responder.on_disconnect([&] { ++gone; });
        responder.start_stream(200, {{"Content-Type", "text/event-stream"}});
        const std::lock_guard lock(mutex);
        responders.push_back(responder);
      });
  std::vector<std::unique_ptr<RawClient>> clients;
  for (std::size_t i = 0; i < count; ++i) {
    clients.push_back(std::make_unique<RawClient>((*server)->port()));
    clients.back()->send(hello);
  }
  for (const auto& client : clients) ASSERT_NE("", client->read_head());
  EXPECT_EQ(count, (*server)->connections());
  for (const auto& responder : responders) EXPECT_TRUE(responder.write("data: 1\n\n"));
  for (const auto& client : clients) ASSERT_EQ("data: 1\n\n", client->read_chunk());
  const auto begin = Clock::now();
  clients.resize(count / 2);
  EXPECT_TRUE(soon([&] { return gone == count - count / 2; }));
  EXPECT_LT(Clock::now() - begin, 10s);
  (*server)->close();
  EXPECT_EQ(count, gone);
  for (const auto& client : clients) EXPECT_EQ("", client->read_chunk());
}

}  // namespace
}  // namespace modebox::net

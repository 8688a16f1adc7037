// The client against servers of its own: what is sent, what is taken, limits, cancelling.
#include "src/net/http_client.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "src/net/testing/codings.h"
#include "src/net/testing/test_server.h"

namespace modebox::net {
namespace {

using namespace std::chrono_literals;
using testing::ok;
using testing::Peer;
using testing::TestServer;
using Clock = std::chrono::steady_clock;

HttpClient client_for(const std::vector<std::string>& rules, HttpClientOptions options = {}) {
  options.rules = HostRules::parse(rules).value();
  return HttpClient::create(std::move(options)).value();
}
HttpClient client_for(const TestServer& server) { return client_for({server.authority()}); }

std::string kind(const Result<HttpResponse>& result) {
  return result ? "ok" : std::string(to_string(kind_of(result.error())));
}

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

TEST(HttpClientTest, ARequestIsSentAndItsAnswerComesBack) {
  std::promise<std::string> head;
  TestServer server([&](Peer& peer) {
    head.set_value(peer.read_head());
    peer.send("HTTP/1.1 201 Made\r\nX-A: 1\r\nSet-Cookie: a=b\r\nContent-Length: 5\r\n\r\nhello");
  });
  const auto result =
      client_for(server).run({.url = server.url("/a?b=c#d"),
                              .headers = {{"X-B", "2"}, {"x-b", "3"}, {"Accept", "text/plain"}}});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(201, result->status);
  EXPECT_EQ("Made", result->reason);
  EXPECT_EQ("hello", result->body);
  EXPECT_EQ("1", result->headers.get("x-a"));
  EXPECT_EQ(server.url("/a?b=c"), result->url);
  EXPECT_EQ(0, result->redirects);
  EXPECT_FALSE(result->decoded);
  EXPECT_EQ(
      "GET /a?b=c HTTP/1.1\r\nHost: " + server.authority() +
          "\r\nX-B: 2\r\nx-b: 3\r\nAccept: text/plain\r\nAccept-Encoding: gzip, deflate, br\r\n"
          "User-Agent: modebox\r\nConnection: close\r\n\r\n",
      head.get_future().get());
}

TEST(HttpClientTest, BodiesAreSentWholeOrInPieces) {
  std::mutex mutex;
  std::vector<std::string> seen;
  TestServer server([&](Peer& peer) {
    const std::string head = peer.read_head();
    const std::string length = testing::header_of(head, "content-length");
    const bool chunked = testing::header_of(head, "transfer-encoding") == "chunked";
    const std::string body = chunked ? peer.read_chunked() : peer.read(std::stoul(length));
    const std::lock_guard lock(mutex);
    seen.push_back((chunked ? "chunked " : length + " ") + body);
    peer.send(ok("fine"));
  });
  const auto client = client_for(server);
  const auto pieces = [](std::vector<std::string> list, std::optional<std::uint64_t> length) {
    auto left = std::make_shared<std::vector<std::string>>(std::move(list));
    return HttpBodyStream{.next =
                              [left](auto reply) {
                                // Later, from another thread.
                                std::thread([left, reply = std::move(reply)] {
                                  if (left->empty()) return reply(std::optional<std::string>());
                                  std::string piece = left->front();
                                  left->erase(left->begin());
                                  reply(std::optional(piece));
                                }).detach();
                              },
                          .length = length};
  };
  EXPECT_EQ(
      "ok",
      kind(client.run({.method = "POST", .url = server.url(), .body = std::string("hello")})));
  EXPECT_EQ("ok", kind(client.run({.method = "POST", .url = server.url()})));
  EXPECT_EQ("ok",
            kind(client.run(
                {.method = "PUT", .url = server.url(), .body = pieces({"ab", "", "cde"}, {})})));
  EXPECT_EQ(
      "ok",
      kind(client.run({.method = "PUT", .url = server.url(), .body = pieces({"ab", "cde"}, 5)})));
  EXPECT_EQ((std::vector<std::string>{"5 hello", "0 ", "chunked abcde", "5 abcde"}), seen);
  EXPECT_EQ("invalid_request",
            kind(client.run({.method = "PUT", .url = server.url(), .body = pieces({"ab"}, 5)})));
  EXPECT_EQ(
      "invalid_request",
      kind(client.run({.method = "PUT", .url = server.url(), .body = pieces({"abcdef"}, 5)})));
  HttpRequest large{
      .method = "PUT", .url = server.url(), .body = pieces({std::string(5000, 'a')}, {})};
  large.limits.max_request_bytes = 4000;
  EXPECT_EQ("too_large", kind(client.run(std::move(large))));
  EXPECT_EQ("invalid_request", kind(client.run({.method = "PUT",
                                                .url = server.url(),
                                                .body = HttpBodyStream{.next = [](auto reply) {
                                                  reply(Error{"the file is gone"});
                                                }}})));
}

TEST(HttpClientTest, AnAnswerBeforeTheRequestIsSentIsTaken) {
  TestServer server([](Peer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno");
    peer.read_all();
  });
  HttpRequest request{.method = "PUT",
                      .url = server.url(),
                      .body = HttpBodyStream{.next = [](auto) { /* never */ }}};
  const auto result = client_for(server).run(std::move(request));
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(413, result->status);
}

TEST(HttpClientTest, WhatWouldBreakOutOfARequestIsNotSent) {
  TestServer server([](Peer& peer) { peer.send(ok("")); });
  const auto client = client_for(server);
  const std::vector<HttpHeaders::Field> fields = {{"X-A", "a\r\nX-B: c"},
                                                  {"X-A", "a\nb"},
                                                  {"X-A", "a\rb"},
                                                  {"X-A", std::string("a\0b", 3)},
                                                  {"X-A", "a\x01"},
                                                  {"X-A", "\x7f"},
                                                  {"X-A", " a"},
                                                  {"X-A", "a\t"},
                                                  {"X-A\r\nX-B", "c"},
                                                  {"X A", "c"},
                                                  {"X-A:", "c"},
                                                  {"", "c"},
                                                  {"X-\xc3\xbc", "c"},
                                                  {"Host", "evil"},
                                                  {"hOST", "evil"},
                                                  {"Content-Length", "1"},
                                                  {"Transfer-Encoding", "chunked"},
                                                  {"Connection", "keep-alive"},
                                                  {"Upgrade", "h2c"},
                                                  {"TE", "trailers"},
                                                  {"Trailer", "x"},
                                                  {"Expect", "100-continue"},
                                                  {"Keep-Alive", "1"},
                                                  {"Proxy-Authorization", "x"},
                                                  {"Proxy-Connection", "x"},
                                                  {"HTTP2-Settings", "x"}};
  for (const auto& field : fields) {
    const auto result = client.run({.url = server.url(), .headers = {field}});
    EXPECT_EQ("invalid_request", kind(result)) << field.first << ": " << field.second;
  }
  for (const std::string method : {"", "GET ", "GET / HTTP/1.1\r\nX: y", "G\nET", "CONNECT",
                                   "connect", "TRACE", "Track", "G(T"}) {
    EXPECT_EQ("invalid_request", kind(client.run({.method = method, .url = server.url()})))
        << method;
  }
  for (const std::string url : {"http://user:secret@127.0.0.1/", "file:///etc/passwd", "x", ""}) {
    EXPECT_EQ("invalid_request", kind(client.run({.url = url})));
  }
  EXPECT_EQ("invalid_request", kind(client.run({.url = server.url(), .body = std::string("x")})));
  EXPECT_EQ(0, server.connections());
}

TEST(HttpClientTest, BytesOfHeadersThatAreNotAsciiGoBothWays) {
  std::promise<std::string> head;
  TestServer server([&](Peer& peer) {
    head.set_value(peer.read_head());
    peer.send(ok("", "X-A: \xe9\xc3\xbc\r\n"));
  });
  const auto result =
      client_for(server).run({.url = server.url(), .headers = {{"X-A", "\xe9\tb"}}});
  ASSERT_TRUE(result);
  EXPECT_EQ("\xe9\tb", testing::header_of(head.get_future().get(), "x-a"));
  EXPECT_EQ("\xe9\xc3\xbc", result->headers.get("X-A"));
}

TEST(HttpClientTest, CodedBodiesAreDecodedUnlessNotWanted) {
  const std::string body = testing::brotli("hello");
  TestServer server([&](Peer& peer) {
    peer.read_head();
    peer.send(ok(body, "Content-Encoding: br\r\n"));
  });
  const auto client = client_for(server);
  const auto decoded = client.run({.url = server.url()});
  EXPECT_EQ("hello", decoded->body);
  EXPECT_TRUE(decoded->decoded);
  EXPECT_EQ("br", decoded->headers.get("Content-Encoding"));
  const auto raw = client.run({.url = server.url(), .decode = false});
  EXPECT_EQ(body, raw->body);
  EXPECT_FALSE(raw->decoded);
}

TEST(HttpClientTest, BombsAreStoppedByTheDecodedSizeAndByTheRatio) {
  const std::string zeros(20 << 20, '\0');
  const std::string bodies[] = {testing::gzip(zeros), testing::brotli(zeros),
                                testing::gzip(testing::gzip(zeros))};
  const char* const codings[] = {"gzip", "br", "gzip, gzip"};
  for (int i = 0; i < 3; ++i) {
    TestServer server([&](Peer& peer) {
      peer.read_head();
      peer.send(ok(bodies[i], std::string("Content-Encoding: ") + codings[i] + "\r\n"));
    });
    const auto client = client_for(server);
    std::size_t taken = 0;
    const auto run = [&](const HttpLimits& limits) {
      taken = 0;
      std::promise<Status> ended;
      client.stream({.url = server.url(), .limits = limits},
                    {.on_body =
                         [&](std::string_view piece) {
                           taken += piece.size();
                           return BodyFlow::go_on;
                         },
                     .on_done = [&](Status status) { ended.set_value(std::move(status)); }});
      return ended.get_future().get();
    };
    const Status by_size = run({.max_body_bytes = 100'000});
    ASSERT_FALSE(by_size);
    EXPECT_EQ("too_large", by_size.error().code);
    EXPECT_LE(taken, 100'000U);
    const Status by_ratio = run({.max_body_bytes = 1 << 30, .max_ratio = 50});
    ASSERT_FALSE(by_ratio);
    EXPECT_EQ("too_large", by_ratio.error().code);
    EXPECT_LT(taken, 3U << 20);
  }
}

TEST(HttpClientTest, SizesOfTheAnswerAreLimited) {
  TestServer server([](Peer& peer) {
    const std::string line = testing::request_line(peer.read_head());
    if (line.starts_with("GET /headers ")) {
      // Never ends.
      if (!peer.send("HTTP/1.1 200 OK\r\n")) return;
      while (peer.send("X-A: " + std::string(1000, 'a') + "\r\n")) {
      }
    } else {
      peer.send("HTTP/1.1 200 OK\r\n\r\n");
      while (peer.send(std::string(10'000, 'a'))) {
      }
    }
  });
  const auto client = client_for(server);
  EXPECT_EQ("too_large", kind(client.run({.url = server.url("/headers")})));
  EXPECT_EQ("too_large", kind(client.run({.url = server.url("/body")})));
  HttpRequest request{.url = server.url("/body")};
  request.limits.max_encoded_bytes = 1000;
  EXPECT_EQ("too_large", kind(client.run(std::move(request))));
  EXPECT_EQ("too_large", kind(client.run({.method = "POST",
                                          .url = server.url(),
                                          .body = std::string(2000, 'a'),
                                          .limits = {.max_request_bytes = 1000}})));
  EXPECT_EQ(3, server.connections());
}

TEST(HttpClientTest, CutAndSenselessAnswersAreErrors) {
  testing::Shared<std::string> answer;
  TestServer server([&](Peer& peer) {
    peer.read_head();
    peer.send(answer.get());
  });
  const auto client = client_for(server);
  const auto ask = [&](std::string bytes) {
    answer.set(std::move(bytes));
    return kind(client.run({.url = server.url()}));
  };
  EXPECT_EQ("connect", ask(""));
  EXPECT_EQ("protocol", ask("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello"));
  EXPECT_EQ("protocol", ask("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"));
  EXPECT_EQ("protocol", ask("SSH-2.0\r\n"));
  EXPECT_EQ("protocol",
            ask("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"));
  EXPECT_EQ("protocol", ask("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" +
                            testing::gzip("hello").substr(0, 15)));
  EXPECT_EQ("ok", ask("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhello"));
}

TEST(HttpClientTest, HeadAndNoContentHaveNoBody) {
  TestServer server([](Peer& peer) {
    const std::string line = testing::request_line(peer.read_head());
    peer.send(line.starts_with("HEAD")
                  ? "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Encoding: gzip\r\n\r\n"
                  : "HTTP/1.1 204 No Content\r\n\r\n");
    peer.read_all();  // stays open
  });
  const auto client = client_for(server);
  EXPECT_EQ("5",
            client.run({.method = "HEAD", .url = server.url()})->headers.get("Content-Length"));
  EXPECT_EQ(204, client.run({.url = server.url()})->status);
}

TEST(HttpClientTest, SlowServersRunIntoTheTime) {
  TestServer server([](Peer& peer) {
    const std::string line = testing::request_line(peer.read_head());
    if (line.starts_with("GET /silent ")) {
      peer.read_all();
      return;
    }
    // A byte now and then.
    for (const char c : ok(std::string(1000, 'a'))) {
      if (!peer.send({&c, 1})) return;
      std::this_thread::sleep_for(5ms);
    }
  });
  const auto client = client_for(server);
  for (const std::string target : {"/silent", "/drip"}) {
    const auto start = Clock::now();
    const auto result = client.run({.url = server.url(target), .limits = {.timeout = 150ms}});
    EXPECT_EQ("timeout", kind(result));
    EXPECT_EQ("The request took longer than 150 ms.", result.error().message);
    EXPECT_GE(ms_since(start), 149);
    EXPECT_LT(ms_since(start), 2000);
  }
  const auto result =
      client.run({.url = server.url("/silent"), .limits = {.timeout = {}, .idle_timeout = 100ms}});
  EXPECT_EQ("The server sent nothing for 100 ms.", result.error().message);
}

TEST(HttpClientTest, CancellingEndsARequestWithinMilliseconds) {
  TestServer server([](Peer& peer) {
    peer.send("HTTP/1.1 200 OK\r\n\r\nhello");
    peer.read_all();
  });
  const auto client = client_for(server);
  std::vector<double> times;
  for (int i = 0; i < 20; ++i) {
    Cancel cancel;
    std::promise<void> begun;
    std::promise<Status> ended;
    client.stream({.url = server.url(), .cancel = cancel},
                  {.on_body =
                       [&](std::string_view) {
                         begun.set_value();
                         return BodyFlow::go_on;
                       },
                   .on_done = [&](Status status) { ended.set_value(std::move(status)); }});
    begun.get_future().wait();
    const auto start = Clock::now();
    cancel.cancel();
    const Status status = ended.get_future().get();
    times.push_back(ms_since(start));
    ASSERT_FALSE(status);
    EXPECT_EQ("cancelled", status.error().code);
  }
  std::sort(times.begin(), times.end());
  EXPECT_LT(times[10], 20);
  Cancel already;
  already.cancel();
  EXPECT_EQ("cancelled", kind(client.run({.url = server.url(), .cancel = already})));
}

TEST(HttpClientTest, AHandleCancelsAndOutlivesItsRequest) {
  TestServer server([](Peer& peer) { peer.read_all(); });
  const auto client = client_for(server);
  std::promise<std::string> ended;
  const HttpExchange exchange =
      client.start({.url = server.url()}, [&](auto result) { ended.set_value(kind(result)); });
  exchange.cancel();
  EXPECT_EQ("cancelled", ended.get_future().get());
  exchange.cancel();
  exchange.resume();
  HttpExchange().cancel();
}

TEST(HttpClientTest, AConsumerThatPausesStopsTheFlow) {
  constexpr std::size_t size = 64 << 20;
  std::atomic<std::size_t> sent{0};
  TestServer server([&](Peer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(size) + "\r\n\r\n");
    while (sent < size && peer.send(std::string(1 << 16, 'a'))) sent += 1 << 16;
    peer.read_all();
  });
  const auto client = client_for(server);
  std::atomic<std::size_t> taken{0};
  std::atomic<bool> pausing{true};
  std::promise<void> paused;
  std::promise<Status> ended;
  HttpRequest request{.url = server.url()};
  request.limits.max_body_bytes = request.limits.max_encoded_bytes = size;
  const HttpExchange exchange = client.stream(
      std::move(request), {.on_body =
                               [&](std::string_view piece) {
                                 if (taken == 0) paused.set_value();
                                 taken += piece.size();
                                 return pausing ? BodyFlow::pause : BodyFlow::go_on;
                               },
                           .on_done = [&](Status status) { ended.set_value(std::move(status)); }});
  paused.get_future().wait();
  std::this_thread::sleep_for(200ms);
  EXPECT_LE(taken, 32U << 10);
  EXPECT_LT(sent, size);
  pausing = false;
  exchange.resume();
  EXPECT_TRUE(ended.get_future().get());
  EXPECT_EQ(size, taken);
}

TEST(HttpClientTest, TwoHundredRequestsAtOnceAllComeBack) {
  TestServer server([](Peer& peer) {
    const std::string line = testing::request_line(peer.read_head());
    std::this_thread::sleep_for(20ms);
    peer.send(ok(line, "X: y\r\n"));
  });
  const auto client = client_for(server);
  std::vector<std::future<Result<HttpResponse>>> results;
  for (int i = 0; i < 200; ++i) {
    auto promise = std::make_shared<std::promise<Result<HttpResponse>>>();
    results.push_back(promise->get_future());
    client.start({.url = server.url("/" + std::to_string(i))},
                 [promise](auto result) { promise->set_value(std::move(result)); });
  }
  for (int i = 0; i < 200; ++i) {
    const auto result = results[i].get();
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ("GET /" + std::to_string(i) + " HTTP/1.1", result->body);
  }
  EXPECT_EQ(200, server.connections());
}

TEST(HttpClientTest, ManyThreadsUseManyClients) {
  TestServer server([](Peer& peer) {
    peer.read_head();
    peer.send(ok("x"));
  });
  std::vector<std::thread> threads;
  std::atomic<int> fine{0};
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 10; ++j) {
        if (client_for(server).run({.url = server.url()})) ++fine;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(80, fine);
}

TEST(HttpClientTest, DestroyingAClientEndsItsRequestsFirst) {
  TestServer server([](Peer& peer) { peer.read_all(); });
  std::atomic<int> cancelled{0};
  {
    const auto client = client_for(server);
    for (int i = 0; i < 10; ++i) {
      client.start({.url = server.url()}, [&](auto result) {
        if (kind(result) == "cancelled") ++cancelled;
      });
    }
  }
  EXPECT_EQ(10, cancelled);
}

TEST(HttpClientTest, ACallbackMayDestroyTheClientAndThrow) {
  TestServer server([](Peer& peer) {
    const std::string line = testing::request_line(peer.read_head());
    if (line.starts_with("GET /hang ")) peer.read_all();
    peer.send(ok("x"));
  });
  auto client = std::make_unique<HttpClient>(client_for(server));
  std::promise<std::string> other;
  client->start({.url = server.url("/hang")}, [&](auto result) { other.set_value(kind(result)); });
  client->start({.url = server.url()}, [&](auto) {
    client.reset();
    throw std::runtime_error("nobody hears this");
  });
  EXPECT_EQ("cancelled", other.get_future().get());
  EXPECT_EQ("ok", kind(client_for(server).run({.url = server.url()})));
}

TEST(HttpClientTest, AChildOfForkUsesAClientOfItsParent) {
#ifdef MODEBOX_THREAD_SANITIZER
  GTEST_SKIP() << "a child's thread may get the id of one of its parent's, which the sanitizer "
                  "takes for a mistake";
#endif
  TestServer server([](Peer& peer) {
    const std::string line = testing::request_line(peer.read_head());
    if (line.starts_with("GET /hang ")) peer.read_all();
    peer.send(ok("x"));
  });
  auto client = std::make_unique<HttpClient>(client_for(server));
  ASSERT_EQ("ok", kind(client->run({.url = server.url()})));
  std::promise<std::string> hanging;
  const HttpExchange exchange = client->start(
      {.url = server.url("/hang")}, [&](auto result) { hanging.set_value(kind(result)); });
  std::this_thread::sleep_for(50ms);
  const pid_t child = fork();
  if (child == 0) {
    exchange.cancel();  // not this process's
    const bool fine = client->run({.url = server.url()}).ok();
    client.reset();
    _exit(fine ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
  EXPECT_EQ("ok", kind(client->run({.url = server.url()})));
  exchange.cancel();
  EXPECT_EQ("cancelled", hanging.get_future().get());
}

TEST(HttpClientTest, OptionsThatAreNoneAreRefused) {
  const auto create = [](HttpClientOptions options) {
    return HttpClient::create(std::move(options)).ok();
  };
  EXPECT_TRUE(create({.proxy = "http://127.0.0.1:3128"}));
  EXPECT_FALSE(create({.proxy = "https://127.0.0.1:3128"}));
  EXPECT_FALSE(create({.proxy = "socks5://127.0.0.1:1080"}));
  EXPECT_FALSE(create({.proxy = "http://user:password@127.0.0.1:3128"}));
  EXPECT_FALSE(create({.proxy = "127.0.0.1:3128"}));
  EXPECT_FALSE(create({.proxy = "http://127.0.0.1:1/", .proxy_authorization = "a\r\nb"}));
  EXPECT_FALSE(create({.extra_ca_pem = "not PEM"}));
  EXPECT_FALSE(
      create({.extra_ca_pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"}));
  EXPECT_FALSE(create({.user_agent = "a\nb"}));
}

}  // namespace
}  // namespace modebox::net

// Answers that take their time, and clients that do not wait for them.
#include "src/net/http_server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "src/net/testing/raw_client.h"
#include "src/net/testing/requests.h"

namespace modebox::net {
namespace {

using namespace std::chrono_literals;
using testing::get;
using testing::header_of;
using testing::RawClient;
using testing::serve;
using testing::soon;
using testing::Waiting;
using Clock = std::chrono::steady_clock;

TEST(HttpServerStreamTest, AStreamIsSentInChunksAsItComes) {
  Waiting waiting;
  const auto server = serve(waiting.handler());
  RawClient client(server->port());
  client.send(get("/"));
  const HttpResponder responder = waiting.at(0);
  EXPECT_FALSE(responder.write("too early"));
  responder.start_stream(200, {{"Content-Type", "text/event-stream"}});
  const std::string head = client.read_head();
  EXPECT_EQ("chunked", header_of(head, "transfer-encoding"));
  EXPECT_EQ("text/event-stream", header_of(head, "content-type"));
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(responder.write("data: " + std::to_string(i) + "\n\n"));
    EXPECT_TRUE(responder.write(""));
    EXPECT_EQ("data: " + std::to_string(i) + "\n\n", client.read_chunk());
  }
  responder.end();
  EXPECT_FALSE(responder.write("too late"));
  EXPECT_EQ("", client.read_chunk());
  // The connection serves on.
  client.send(get("/"));
  waiting.at(1).respond(200, {}, "next");
  EXPECT_EQ("next", client.read_answer().body);
}

TEST(HttpServerStreamTest, AStreamForHttp10EndsWithTheConnection) {
  const auto server = serve([](const HttpServerRequest&, const HttpResponder& responder) {
    responder.start_stream(200, {});
    responder.write("ab");
    responder.write("cd");
    responder.end();
  });
  RawClient client(server->port());
  const auto answer = client.ask("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ("", header_of(answer.head, "transfer-encoding"));
  EXPECT_EQ("close", header_of(answer.head, "connection"));
  EXPECT_EQ("abcd", answer.body);
}

TEST(HttpServerStreamTest, AStreamThatIsDroppedIsCut) {
  Waiting waiting;
  const auto server = serve(waiting.handler());
  RawClient client(server->port());
  client.send(get("/"));
  waiting.at(0).start_stream(200, {});
  client.read_head();
  waiting.responders.clear();
  EXPECT_TRUE(client.sees_end(10s));  // without the last chunk
}

TEST(HttpServerStreamTest, SilentStreamsAreKeptAlive) {
  Waiting waiting;
  const auto server = serve(waiting.handler());
  RawClient client(server->port());
  client.send(get("/"));
  const HttpResponder responder = waiting.at(0);
  const auto begin = Clock::now();
  responder.start_stream(200, {}, HttpKeepAlive{": \n\n", 60ms});
  client.read_head();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(": \n\n", client.read_chunk());
  EXPECT_GE(Clock::now() - begin, 180ms);
  responder.end();
  EXPECT_EQ("", client.read_chunk());
  EXPECT_TRUE(client.sees_silence(200ms));
}

TEST(HttpServerStreamTest, AClientThatGoesAwayIsNoticedAtOnce) {
  for (const bool streaming : {false, true}) {
    for (const bool reset : {false, true}) {
      Waiting waiting;
      const auto server = serve(waiting.handler());
      RawClient client(server->port());
      client.send(get("/"));
      const HttpResponder responder = waiting.at(0);
      if (streaming) {
        responder.start_stream(200, {});
        client.read_head();
      }
      std::promise<Clock::time_point> told;
      std::atomic<int> times{0};
      responder.on_disconnect([&] {
        if (++times == 1) told.set_value(Clock::now());
      });
      std::this_thread::sleep_for(20ms);
      EXPECT_EQ(0, times);
      const auto gone = Clock::now();
      if (reset) {
        client.cut();
      } else {
        client.close();
      }
      EXPECT_LT(told.get_future().get() - gone, 2s) << streaming << reset;
      std::atomic<bool> at_once{false};
      responder.on_disconnect([&] { at_once = true; });
      EXPECT_TRUE(at_once);
      responder.respond(200, {}, "x");
      responder.end();
      EXPECT_FALSE(responder.write("x"));
      EXPECT_TRUE(soon([&] { return server->connections() == 0; }));
      EXPECT_EQ(1, times);
    }
  }
}

TEST(HttpServerStreamTest, NobodyIsToldOfADisconnectAfterTheAnswer) {
  Waiting waiting;
  const auto server = serve(waiting.handler());
  std::atomic<int> told{0};
  {
    RawClient client(server->port());
    client.send(get("/"));
    waiting.at(0).on_disconnect([&] { ++told; });
    waiting.at(0).respond(200, {}, "x");
    client.read_answer();
    client.send(get("/"));
    waiting.at(1).on_disconnect([&] { ++told; });
    waiting.at(1).start_stream(200, {});
    waiting.at(1).end();
    client.read_answer();
  }
  EXPECT_TRUE(soon([&] { return server->connections() == 0; }));
  waiting.at(1).on_disconnect([&] { ++told; });
  EXPECT_EQ(0, told);
}

TEST(HttpServerStreamTest, AHalfClosedClientIsAskedAndIsAnswered) {
  Waiting waiting;
  const auto server = serve(waiting.handler());
  RawClient client(server->port());
  client.send(get("/"));
  std::atomic<bool> told{false};
  waiting.at(0).on_disconnect([&] { told = true; });
  client.finish_sending();
  // Asked at once, and again later.
  EXPECT_EQ(100, client.read_answer().status);
  EXPECT_EQ(100, client.read_answer().status);
  EXPECT_FALSE(told);
  waiting.at(0).respond(200, {}, "still there");
  EXPECT_EQ("still there", client.read_answer().body);
  EXPECT_TRUE(client.sees_end(10s));
  EXPECT_FALSE(told);
}

TEST(HttpServerStreamTest, AHalfClosedClientReadsItsStreamToTheEnd) {
  Waiting waiting;
  const auto server = serve(waiting.handler());
  RawClient client(server->port());
  client.send(get("/"));
  std::atomic<bool> told{false};
  waiting.at(0).on_disconnect([&] { told = true; });
  waiting.at(0).start_stream(200, {}, HttpKeepAlive{": \n\n", 60s});
  client.read_head();
  client.finish_sending();
  EXPECT_EQ(": \n\n", client.read_chunk());
  EXPECT_TRUE(waiting.at(0).write("data: x\n\n"));
  EXPECT_EQ("data: x\n\n", client.read_chunk());
  waiting.at(0).end();
  EXPECT_EQ("", client.read_chunk());
  EXPECT_TRUE(client.sees_end(10s));
  EXPECT_FALSE(told);
}

TEST(HttpServerStreamTest, AHalfClosedClientThatGoesLaterIsMissed) {
  for (const bool streaming : {false, true}) {
    Waiting waiting;
    const auto server = serve(waiting.handler());
    RawClient client(server->port());
    client.send(get("/"));
    std::atomic<bool> told{false};
    waiting.at(0).on_disconnect([&] { told = true; });
    if (streaming) {
      waiting.at(0).start_stream(200, {}, HttpKeepAlive{": \n\n", 60s});
      client.read_head();
    }
    client.finish_sending();
    if (streaming) {
      EXPECT_EQ(": \n\n", client.read_chunk());
    } else {
      EXPECT_EQ(100, client.read_answer().status);
    }
    EXPECT_FALSE(told);
    client.close();
    EXPECT_TRUE(soon([&] { return told.load(); }, 10s)) << streaming;
    EXPECT_TRUE(soon([&] { return server->connections() == 0; }));
  }
}

TEST(HttpServerStreamTest, AHalfClosedClientOfHttp10IsToldOfAndMayStillBeAnswered) {
  Waiting waiting;
  const auto server = serve(waiting.handler());
  RawClient client(server->port());
  client.send("GET / HTTP/1.0\r\n\r\n");
  std::promise<void> told;
  waiting.at(0).on_disconnect([&] { told.set_value(); });
  client.finish_sending();
  told.get_future().wait();
  waiting.at(0).respond(200, {}, "still there");
  EXPECT_EQ("still there", client.read_answer().body);
  EXPECT_TRUE(client.sees_end(10s));
}

TEST(HttpServerStreamTest, ManyThreadsAnswerManyClients) {
  std::vector<std::thread> workers;
  std::mutex mutex;
  const auto server = serve([&](HttpServerRequest request, HttpResponder responder) {
    const std::lock_guard lock(mutex);
    workers.emplace_back([request = std::move(request), responder = std::move(responder)] {
      responder.on_disconnect([] {});
      responder.start_stream(200, {});
      for (int i = 0; i < 20; ++i) responder.write(request.target + "\n");
      responder.end();
    });
  });
  std::vector<std::thread> clients;
  std::atomic<int> fine{0};
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back([&, i] {
      RawClient client(server->port());
      for (int j = 0; j < 10; ++j) {
        const std::string target = "/" + std::to_string(i) + "/" + std::to_string(j);
        std::string expected;
        for (int line = 0; line < 20; ++line) expected += target + "\n";
        if (client.ask(get(target)).body == expected) ++fine;
      }
    });
  }
  for (auto& client : clients) client.join();
  EXPECT_EQ(80, fine);
  for (auto& worker : workers) worker.join();
}

TEST(HttpServerStreamTest, ClientsComeAndGoWhileOthersWriteToThem) {
  Waiting waiting;
  const auto server = serve(waiting.handler());
  std::atomic<bool> over{false};
  std::thread writer([&] {
    while (!over) {
      std::vector<HttpResponder> responders;
      {
        const std::lock_guard lock(waiting.mutex);
        responders = waiting.responders;
      }
      for (const auto& responder : responders) {
        responder.start_stream(200, {});
        responder.write("data: x\n\n");
      }
      std::this_thread::yield();
    }
  });
  for (int i = 0; i < 100; ++i) {
    RawClient client(server->port());
    client.send(get("/"));
    if (i % 3 != 0) client.read_head();
    if (i % 2 == 0) client.cut();
  }
  EXPECT_TRUE(soon([&] { return server->connections() == 0; }));
  over = true;
  writer.join();
}

}  // namespace
}  // namespace modebox::net

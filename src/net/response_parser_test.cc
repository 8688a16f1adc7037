#include "src/net/response_parser.h"

#include <gtest/gtest.h>

#include <string>

#include "src/net/http_error.h"

namespace modebox::net {
namespace {

struct Seen {
  std::string result;
  HttpResponseHead head;
  int heads = 0;
  std::string body;
  std::uint64_t encoded = 0;
};

/// The whole, fed in pieces of `step` bytes; `closed`: then the peer closes.
Seen parse(const std::string& bytes, std::size_t step, bool closed = true,
           const ResponseParser::Options& options = {}) {
  Seen seen;
  ResponseParser parser(options, {.on_head =
                                      [&](HttpResponseHead head) {
                                        seen.head = std::move(head);
                                        ++seen.heads;
                                        return done();
                                      },
                                  .on_body =
                                      [&](std::string_view piece) {
                                        EXPECT_FALSE(piece.empty());
                                        seen.body += piece;
                                        return done();
                                      }});
  for (std::size_t at = 0; at < bytes.size() && !parser.done(); at += step) {
    if (auto fed = parser.feed(std::string_view(bytes).substr(at, step)); !fed) {
      seen.result = fed.error().code + ": " + fed.error().message;
      return seen;
    }
  }
  if (!parser.done() && closed) {
    if (auto finished = parser.finish(); !finished) {
      seen.result = finished.error().code + ": " + finished.error().message;
      return seen;
    }
  }
  seen.result = parser.done() ? "done" : "more";
  seen.encoded = parser.encoded_bytes();
  return seen;
}

/// The same whatever the pieces are.
Seen parse_anyhow(const std::string& bytes, bool closed = true,
                  const ResponseParser::Options& options = {}) {
  const Seen whole = parse(bytes, bytes.size() + 1, closed, options);
  for (const std::size_t step : {1, 2, 3, 7}) {
    const Seen pieces = parse(bytes, step, closed, options);
    EXPECT_EQ(whole.result, pieces.result) << step << ": " << bytes;
    if (whole.result == "done") {
      EXPECT_EQ(whole.body, pieces.body) << step;
      EXPECT_EQ(whole.head.headers, pieces.head.headers) << step;
    }
  }
  return whole;
}

std::string result(const std::string& bytes) { return parse_anyhow(bytes).result; }

TEST(ResponseParserTest, AnAnswerWithALengthIsRead) {
  const Seen seen = parse_anyhow(
      "HTTP/1.1 404 Not  Found\r\nContent-Length: 5\r\nX-A:  b \r\nx-a: c\r\n\r\nhello", false);
  EXPECT_EQ("done", seen.result);
  EXPECT_EQ(404, seen.head.status);
  EXPECT_EQ("Not  Found", seen.head.reason);
  EXPECT_EQ("hello", seen.body);
  EXPECT_EQ((std::vector<std::string_view>{"b", "c"}), seen.head.headers.all("X-A"));
}

TEST(ResponseParserTest, ChunksAreJoinedTheirExtensionsAndTrailersDropped) {
  const Seen seen = parse_anyhow(
      "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n"
      "3;a=b\r\nabc\r\n00A ; q=\"x;y\"\r\n0123456789\r\n0;last\r\nX-Trailer: 1\r\nContent-Type: "
      "2\r\n\r\n",
      false);
  EXPECT_EQ("done", seen.result);
  EXPECT_EQ("abc0123456789", seen.body);
  EXPECT_EQ(1U, seen.head.headers.size());
}

TEST(ResponseParserTest, WithoutALengthTheBodyEndsWithTheConnection) {
  EXPECT_EQ("hello", parse_anyhow("HTTP/1.1 200 OK\r\n\r\nhello").body);
  EXPECT_EQ("done", result("HTTP/1.0 200 OK\r\n\r\n"));
  EXPECT_EQ("more", parse("HTTP/1.1 200 OK\r\n\r\nhello", 99, false).result);
}

TEST(ResponseParserTest, AnswersThatHaveNoBodyAreDoneWithTheirHeaders) {
  for (const std::string head :
       {"HTTP/1.1 204 No Content\r\n", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n",
        "HTTP/1.1 204 No\r\nTransfer-Encoding: chunked\r\n"}) {
    const Seen seen = parse_anyhow(head + "\r\nignored", false);
    EXPECT_EQ("done", seen.result);
    EXPECT_EQ("", seen.body);
  }
  const Seen seen =
      parse_anyhow("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", false, {.without_body = true});
  EXPECT_EQ("done", seen.result);
}

TEST(ResponseParserTest, InformationalAnswersAreSkipped) {
  const Seen seen = parse_anyhow(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 "
      "OK\r\nContent-Length: "
      "1\r\n\r\nx",
      false);
  EXPECT_EQ("done", seen.result);
  EXPECT_EQ(1, seen.heads);
  EXPECT_EQ(200, seen.head.status);
  EXPECT_FALSE(seen.head.headers.has("Link"));
  std::string many;
  for (int i = 0; i < 17; ++i) many += "HTTP/1.1 102 Processing\r\n\r\n";
  EXPECT_EQ("protocol: The server's answer never begins.", result(many));
  EXPECT_NE(std::string::npos,
            result("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n").find("switches"));
}

TEST(ResponseParserTest, WhatTwoReadersCouldReadDifferentlyIsRefused) {
  const std::string line = "HTTP/1.1 200 OK\r\n";
  struct Case {
    std::string headers;
    const char* message;
  };
  for (const Case& each : std::initializer_list<Case>{
           {"Content-Length: 5\r\nContent-Length: 5\r\n", "more than one Content-Length"},
           {"Content-Length: 5\r\nContent-Length: 6\r\n", ""},
           {"Content-Length: 5, 5\r\n", "no number"},
           {"Content-Length: +5\r\n", ""},
           {"Content-Length: -5\r\n", ""},
           {"Content-Length: 0x5\r\n", ""},
           {"Content-Length: \r\n", ""},
           {"Content-Length: 99999999999999999999999\r\n", ""},
           {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", ""},
           {"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", ""},
           {"Transfer-Encoding: identity\r\nContent-Length: 5\r\n", "both Content-Length and"},
           {"Transfer-Encoding: gzip, chunked\r\n", "not chunked"},
           {"Transfer-Encoding: chunked, identity\r\n", "not chunked"},
           {"Transfer-Encoding: xchunked\r\n", "not chunked"},
           {"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", ""},
           {"Transfer-Encoding: \x0b"
            "chunked\r\n",
            "control characters"},
           {"Transfer-Encoding : chunked\r\n", ""},
           {"X: a\r\n b\r\n", "folded"},
           {"X: a\r\n\tTransfer-Encoding: chunked\r\n", "folded"},
           {" X: a\r\n", "folded"},
           {"X: a\nY: b\r\n", "bare LF"},
           {"X: a\rY: b\r\n", "bare CR"},
           {std::string("X: a\0b\r\n", 8), "control characters"},
           {"X\x01: a\r\n", "control characters"},
           {"X Y: a\r\n", ""},
           {": a\r\n", ""},
           {"no colon\r\n", ""},
       }) {
    const std::string seen = result(line + each.headers + "\r\n5\r\nhello\r\n0\r\n\r\n");
    EXPECT_TRUE(seen.starts_with("protocol: ")) << each.headers << " -> " << seen;
    EXPECT_NE(std::string::npos, seen.find(each.message)) << each.headers << " -> " << seen;
  }
  EXPECT_TRUE(result("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
                  .starts_with("protocol"));
}

TEST(ResponseParserTest, WhatIsNotHttpIsRefusedAtOnce) {
  for (const std::string bytes :
       {"SSH-2.0-OpenSSH_9.2\r\n", "<html>", "HTTP/2 200\r\n\r\n", "ICY 200 OK\r\n\r\n",
        "\r\nHTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1  200 OK\r\n\r\n", "HTTP/1.2 200 OK\r\n\r\n", "http/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 abc\r\n\r\n", "HTTP/0.9 200 OK\r\n\r\n"}) {
    EXPECT_TRUE(parse(bytes, 99, false).result.starts_with("protocol: ")) << bytes;
  }
}

TEST(ResponseParserTest, BodiesThatAreCutAreErrors) {
  EXPECT_EQ("protocol: The server's answer is cut.",
            result("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello"));
  EXPECT_EQ("protocol: The server's answer is cut.", result("HTTP/1.1 200 OK\r\nContent-Le"));
  EXPECT_TRUE(result("HTTP/1.1 099 OK\r\n\r\n").starts_with("protocol"));
  EXPECT_EQ("done", result("HTTP/1.1 999 Odd\r\n\r\n"));
  const std::string chunked =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nA: b\r\n\r\n";
  EXPECT_EQ("done", result(chunked));
  for (std::size_t size = 1; size < chunked.size(); ++size) {
    EXPECT_TRUE(result(chunked.substr(0, size)).starts_with("protocol: ")) << size;
  }
}

TEST(ResponseParserTest, ChunksThatAreNotAreRefused) {
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const std::string body :
       {"5\nhello\r\n0\r\n\r\n", "g\r\n", "-1\r\n", "0x5\r\nhello\r\n", "5\r\nhelloX\r\n0\r\n\r\n",
        "5 \nhello", "ffffffffffffffffff\r\nx", "\r\n5\r\nhello", "5;\x01\r\nhello\r\n0\r\n\r\n"}) {
    EXPECT_TRUE(result(head + body).starts_with("protocol: ")) << body;
  }
}

TEST(ResponseParserTest, ALastChunkMayComeInPieces) {
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const std::string last : {"0\r\n\r\n", "00;x\r\nA: b\r\n\r\n"}) {
    EXPECT_EQ("done", parse_anyhow(head + last, false).result);
    EXPECT_EQ("done", parse_anyhow(head + "1\r\nx\r\n" + last, false).result);
  }
}

TEST(ResponseParserTest, HeadersHaveALimitAllTogether) {
  const ResponseParser::Options options{.max_header_bytes = 200};
  const std::string long_header = "HTTP/1.1 200 OK\r\nX: " + std::string(200, 'a');
  EXPECT_TRUE(parse(long_header, 1, false, options).result.starts_with("too_large: "));
  EXPECT_TRUE(
      parse(long_header + "\r\n\r\n", 999, false, options).result.starts_with("too_large: "));
  const std::string hints = "HTTP/1.1 103 Early Hints\r\nX: " + std::string(60, 'a') + "\r\n\r\n";
  EXPECT_TRUE(parse(hints + hints + hints, 999, false, options).result.starts_with("too_large: "));
  const std::string trailers =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: " + std::string(300, 'a');
  EXPECT_TRUE(parse(trailers, 1, false, options).result.starts_with("protocol: "));
}

TEST(ResponseParserTest, BodiesHaveALimitAndALengthBeyondItIsRefusedAtOnce) {
  const ResponseParser::Options options{.max_encoded_bytes = 10};
  EXPECT_EQ("done",
            parse_anyhow("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789", false, options)
                .result);
  const Seen said = parse("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n", 999, false, options);
  EXPECT_TRUE(said.result.starts_with("too_large: "));
  EXPECT_EQ(0, said.heads);
  EXPECT_TRUE(parse("HTTP/1.1 200 OK\r\n\r\n0123456789a", 1, false, options)
                  .result.starts_with("too_large: "));
  EXPECT_TRUE(
      parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n01234567\r\n3\r\nabc\r\n", 1,
            false, options)
          .result.starts_with("too_large: "));
}

TEST(ResponseParserTest, FramingWithoutABodyEnds) {
  std::string bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 100; ++i) bytes += "1;" + std::string(4000, 'a') + "\r\nx\r\n";
  EXPECT_TRUE(parse(bytes, 1000, false).result.starts_with("protocol: "));
  EXPECT_TRUE(
      parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" + std::string(70'000, 'a'),
            1000, false)
          .result.starts_with("protocol: "));
}

}  // namespace
}  // namespace modebox::net

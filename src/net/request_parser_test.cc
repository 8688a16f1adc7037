#include "src/net/request_parser.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace modebox::net {
namespace {

struct Seen {
  /// `done`, `more`, or a status.
  std::string result;
  std::string text;
  HttpServerRequest request;
  bool keep_alive = false;
  bool expects = false;
  std::string rest;
};

/// Fed in pieces of `step` bytes.
Seen parse(const std::string& bytes, std::size_t step, const RequestParser::Limits& limits = {}) {
  Seen seen;
  RequestParser parser(limits);
  std::size_t at = 0;
  while (at < bytes.size() && !parser.done()) {
    std::string_view piece = std::string_view(bytes).substr(at, step);
    const std::size_t size = piece.size();
    if (const auto refusal = parser.feed(piece)) {
      seen.result = std::to_string(refusal->status);
      seen.text = refusal->text;
      return seen;
    }
    at += size - piece.size();
  }
  seen.result = parser.done() ? "done" : "more";
  seen.keep_alive = parser.keep_alive();
  seen.expects = parser.expects_continue();
  seen.rest = bytes.substr(at);
  if (parser.done()) seen.request = parser.take();
  return seen;
}

/// The same whatever the pieces are.
Seen parse_anyhow(const std::string& bytes, const RequestParser::Limits& limits = {}) {
  const Seen whole = parse(bytes, bytes.size() + 1, limits);
  for (const std::size_t step : {1, 2, 3, 7}) {
    const Seen pieces = parse(bytes, step, limits);
    EXPECT_EQ(whole.result, pieces.result) << step << ": " << bytes;
    EXPECT_EQ(whole.text, pieces.text) << step << ": " << bytes;
    EXPECT_EQ(whole.request.body, pieces.request.body) << step;
    EXPECT_EQ(whole.request.headers, pieces.request.headers) << step;
    EXPECT_EQ(whole.rest, pieces.rest) << step;
  }
  return whole;
}

std::string result(const std::string& bytes) { return parse_anyhow(bytes).result; }
/// A request with these headers besides Host.
std::string with(const std::string& headers, const std::string& body = "") {
  return result("POST / HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n" + body);
}
std::string target_of(const std::string& line) {
  const Seen seen = parse_anyhow(line + " HTTP/1.1\r\nHost: a\r\n\r\n");
  return seen.result == "done" ? seen.request.target : seen.result;
}

TEST(RequestParserTest, ARequestWithALengthIsRead) {
  const Seen seen = parse_anyhow(
      "POST /mcp?a=%20b HTTP/1.1\r\nHost: localhost:80\r\nContent-Length: 5\r\nX-A:  b \r\nx-a: "
      "c\r\n\r\nhelloGET");
  EXPECT_EQ("done", seen.result);
  EXPECT_EQ("POST", seen.request.method);
  EXPECT_EQ("/mcp?a=%20b", seen.request.target);
  EXPECT_EQ("hello", seen.request.body);
  EXPECT_EQ((std::vector<std::string_view>{"b", "c"}), seen.request.headers.all("X-A"));
  EXPECT_EQ("GET", seen.rest);
  EXPECT_TRUE(seen.keep_alive);
}

TEST(RequestParserTest, ChunksAreJoinedTheirExtensionsAndTrailersDropped) {
  const Seen seen = parse_anyhow(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
      "3;x=y\r\nabc\r\n2 \r\nde\r\n000\r\nX-T: 1\r\n\r\nrest");
  EXPECT_EQ("done", seen.result);
  EXPECT_EQ("abcde", seen.request.body);
  EXPECT_FALSE(seen.request.headers.has("X-T"));
  EXPECT_EQ("rest", seen.rest);
}

TEST(RequestParserTest, ARequestWithoutALengthHasNoBody) {
  EXPECT_EQ("done", result("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  EXPECT_EQ("done", with(""));
  EXPECT_EQ("done", with("Content-Length: 0\r\n"));
}

TEST(RequestParserTest, EveryPieceOfARequestIsNotOne) {
  const std::string chunked =
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n";
  EXPECT_EQ("done", result(chunked));
  for (std::size_t size = 0; size < chunked.size(); ++size) {
    EXPECT_EQ("more", result(chunked.substr(0, size))) << size;
  }
}

TEST(RequestParserTest, WhatTwoServersCouldReadDifferentlyIsRefused) {
  const std::string zero = "0\r\n\r\n";
  for (const std::string headers : {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                                    "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                                    "Content-Length: 5\r\nContent-Length: 5\r\n",
                                    "Content-Length: 5\r\ncontent-length: 6\r\n",
                                    "Content-Length: 5, 5\r\n",
                                    "Content-Length: +5\r\n",
                                    "Content-Length: -1\r\n",
                                    "Content-Length: 0x5\r\n",
                                    "Content-Length: 5 5\r\n",
                                    "Content-Length:\r\n",
                                    "Content-Length: 99999999999999999999\r\n",
                                    "Content-Length : 5\r\n",
                                    "Transfer-Encoding: gzip, chunked\r\n",
                                    "Transfer-Encoding: chunked, identity\r\n",
                                    "Transfer-Encoding: identity\r\n",
                                    "Transfer-Encoding: xchunked\r\n",
                                    "Transfer-Encoding: \"chunked\"\r\n",
                                    "Transfer-Encoding: chunked;q=1\r\n",
                                    "Transfer-Encoding:\r\n",
                                    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                                    "Transfer-Encoding: \vchunked\r\n",
                                    "Transfer-Encoding : chunked\r\n",
                                    "Transfer-Encoding\r\n: chunked\r\n",
                                    "X: a\r\n Transfer-Encoding: chunked\r\n",
                                    "X: a\r\n\tb\r\n",
                                    " X: a\r\n",
                                    "X: a\nTransfer-Encoding: chunked\r\n",
                                    "X: a\n\r\n",
                                    "X: a\rb\r\n",
                                    "X: a\r\r\n",
                                    "X: a\x01\r\n",
                                    "X: \x7f\r\n",
                                    "X\r\n",
                                    ": a\r\n",
                                    "X Y: a\r\n",
                                    "X\xc3\xa4: a\r\n",
                                    "X(: a\r\n",
                                    "Host: b\r\n",
                                    "host: a\r\n"}) {
    EXPECT_EQ("400", with(headers, zero)) << headers;
  }
  EXPECT_EQ("400", with(std::string("X: a\0b\r\n", 8), zero));
  EXPECT_EQ("400", result("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"));
}

TEST(RequestParserTest, ChunksThatAreNoneAreRefused) {
  for (const std::string body :
       {"x\r\n", "\r\n", ";a\r\n", "-1\r\n", "0x1\r\n", "1\nab\r\n", "1\r\nab", "1\r\na\nb",
        "1\r\na\r\r", "2 3\r\nab\r\n", "1;a\nb\r\n", "1;\x01\r\n", "ffffffffffffffff\r\n",
        "1 x\r\n", " 1\r\n", "0\r\nX: a\n\r\n", "0\r\n\rx", "0\r\n\n"}) {
    EXPECT_EQ("400", with("Transfer-Encoding: chunked\r\n", body)) << body;
  }
}

TEST(RequestParserTest, WhatIsNotHttpIsToldAtOnce) {
  for (const std::string bytes :
       {"\x16\x03\x01\x02", "\n", "\r\rGET", "\r\n\nGET", " GET / HTTP/1.1\r\n", "GET /\n",
        "{\"jsonrpc\"", "GET / HTTP/1.1\nHost: a\n\n"}) {
    EXPECT_EQ("400", result(bytes)) << bytes;
  }
  for (const std::string line :
       {"GET /", "GET / HTTP/2.0", "GET / HTTP/1.2", "GET / HTTP/0.9", "GET / HTTP/1.11",
        "GET / http/1.1", "GET  / HTTP/1.1", "GET /  HTTP/1.1", "GET / HTTP/1.1 ",
        "GET\t/ HTTP/1.1", "G(T / HTTP/1.1", "GET /a b HTTP/1.1", "GET HTTP/1.1", "PRI * HTTP/2.0",
        "HTTP/1.1 200 OK"}) {
    EXPECT_EQ("400", result(line + "\r\nHost: a\r\n\r\n")) << line;
  }
}

TEST(RequestParserTest, LineBreaksBeforeARequestAreSkippedWithinLimits) {
  EXPECT_EQ("done", result("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  RequestParser parser(RequestParser::Limits{});
  std::string_view breaks = "\r\n";
  EXPECT_FALSE(parser.feed(breaks));
  EXPECT_FALSE(parser.begun());
  std::string flood;
  for (int i = 0; i < 20'000; ++i) flood += "\r\n";
  EXPECT_EQ("400", result(flood));
}

TEST(RequestParserTest, TargetsArePathsOrUrls) {
  EXPECT_EQ("/", target_of("GET /"));
  EXPECT_EQ("//evil/..", target_of("GET //evil/.."));
  EXPECT_EQ("*", target_of("OPTIONS *"));
  EXPECT_EQ("/a?b", target_of("GET http://b:80/a?b"));
  EXPECT_EQ("/?b", target_of("GET HTTPS://b?b"));
  EXPECT_EQ("/", target_of("GET http://b"));
  for (const std::string line : {"GET *", "GET a", "GET ?a", "GET http:///a", "GET http://",
                                 "GET http://u@b/", "GET ftp://b/", "CONNECT b:443",
                                 "CONNECT http://b/", "GET /a#b", "GET /\xc3\xa4", "GET b:443"}) {
    EXPECT_EQ("400", target_of(line)) << line;
  }
}

TEST(RequestParserTest, AUrlsHostCountsMoreThanTheHeader) {
  const Seen seen = parse_anyhow("GET http://evil.test/ HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ("evil.test", seen.request.headers.get("host"));
  EXPECT_EQ("400", result("GET http://localhost/ HTTP/1.1\r\n\r\n"));
}

TEST(RequestParserTest, HostIsThereOnceAndIsOne) {
  EXPECT_EQ("400", result("GET / HTTP/1.1\r\n\r\n"));
  EXPECT_EQ("done", result("GET / HTTP/1.0\r\n\r\n"));
  EXPECT_EQ("400", result("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n"));
  for (const std::string host : {"a b", "a/b", "u@a", "a,b", "a\\b", "a%00", "http://a"}) {
    EXPECT_EQ("400", result("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n")) << host;
  }
  for (const std::string host : {"", "a", "a:80", "[::1]:80", "127.0.0.1", "xn--a_b.c"}) {
    EXPECT_EQ("done", result("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n")) << host;
  }
}

TEST(RequestParserTest, SizesHaveLimits) {
  const RequestParser::Limits limits{.max_head_bytes = 100, .max_headers = 3, .max_body_bytes = 10};
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\n";
  const auto status = [&](const std::string& bytes) { return parse_anyhow(bytes, limits).result; };
  EXPECT_EQ("431", status("GET /" + std::string(200, 'a')));
  EXPECT_EQ("431", status(head + "X: " + std::string(200, 'a')));
  const std::string rest = "X: \r\n\r\n";
  const std::string fits =
      head + "X: " + std::string(100 - head.size() - rest.size(), 'a') + "\r\n\r\n";
  ASSERT_EQ(100U, fits.size());
  EXPECT_EQ("done", status(fits));
  EXPECT_EQ("431",
            status(head + "X: " + std::string(101 - head.size() - rest.size(), 'a') + "\r\n\r\n"));
  EXPECT_EQ("done", status(head + "a:\r\nb:\r\n\r\n"));
  EXPECT_EQ("431", status(head + "a:\r\nb:\r\nc:\r\n\r\n"));
  EXPECT_EQ("done", status(head + "Content-Length: 10\r\n\r\n0123456789"));
  EXPECT_EQ("413", status(head + "Content-Length: 11\r\n\r\n"));
  const std::string chunked = head + "Transfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ("done", status(chunked + "a\r\n0123456789\r\n0\r\n\r\n"));
  EXPECT_EQ("413", status(chunked + "b\r\n0123456789a\r\n"));
  EXPECT_EQ("413", status(chunked + "a\r\n0123456789\r\n1\r\na\r\n"));
  EXPECT_EQ("400", status(chunked + "0\r\nX: " + std::string(200, 'a')));
  EXPECT_EQ("400", status(chunked + "1;" + std::string(200, 'a')));
}

TEST(RequestParserTest, ConnectionsAreKeptUnlessTheClientSaysOtherwise) {
  const auto kept = [](const std::string& version, const std::string& headers) {
    return parse_anyhow("GET / HTTP/" + version + "\r\nHost: a\r\n" + headers + "\r\n").keep_alive;
  };
  EXPECT_TRUE(kept("1.1", ""));
  EXPECT_TRUE(kept("1.1", "Connection: keep-alive, closed\r\n"));
  EXPECT_FALSE(kept("1.1", "Connection: close\r\n"));
  EXPECT_FALSE(kept("1.1", "Connection: a ,\tClose\r\n"));
  EXPECT_FALSE(kept("1.1", "Connection: a\r\nConnection: close\r\n"));
  EXPECT_FALSE(kept("1.0", "Connection: keep-alive\r\n"));
}

TEST(RequestParserTest, OnlyContinueCanBeExpected) {
  const Seen seen = parse_anyhow(
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n");
  EXPECT_EQ("more", seen.result);
  EXPECT_TRUE(seen.expects);
  EXPECT_EQ("417", with("Expect: 200-ok\r\n"));
  EXPECT_EQ("417", with("Expect: 100-continue\r\nExpect: 100-continue\r\n"));
  EXPECT_FALSE(parse_anyhow("GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n").expects);
}

}  // namespace
}  // namespace modebox::net

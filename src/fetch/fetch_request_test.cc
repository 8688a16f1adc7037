// What a guest that has been taken over may say in a call of fetch.
#include "src/fetch/fetch_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "src/fetch/fetch_answer.h"

namespace modebox::fetch {
namespace {

using testing::HasSubstr;

Rules rules() {
  Rules rules;
  rules.hosts = *net::HostRules::parse(
      std::vector<std::string>{"api.test", "*.wide.test", "api.test:8080", "127.0.0.1:9"});
  rules.methods = {"GET", "POST"};
  return rules;
}

Value request(std::string_view url, std::string_view method = "GET") {
  return Value::object({{"url", url}, {"method", method}});
}

/// The code of the refusal; empty if it is none.
std::string refused(const std::vector<Value>& arguments) {
  auto read = read_request(arguments, rules());
  const ToolError* error = std::get_if<ToolError>(&read);
  if (error != nullptr) {
    EXPECT_EQ(error->name, "TypeError");
    EXPECT_THAT(error->message, testing::StartsWith("fetch failed: "));
  }
  return error == nullptr ? "" : error->code;
}

TEST(FetchRequest, IsWhatTheScriptSaid) {
  Value given = Value::object({{"url", "https://api.test/a?b=1"},
                               {"method", "POST"},
                               {"headers", Value::array({Value::array({"x-a", "\u00e9"})})},
                               {"body", "text"},
                               {"redirect", "manual"}});
  auto read = read_request({given}, rules());
  const auto* out = std::get_if<net::HttpRequest>(&read);
  ASSERT_NE(out, nullptr) << std::get<ToolError>(read).message;
  EXPECT_EQ(out->url, "https://api.test/a?b=1");
  EXPECT_EQ(out->method, "POST");
  EXPECT_EQ(out->headers, (net::HttpHeaders{{"x-a", "\xe9"}}));
  EXPECT_EQ(std::get<std::string>(out->body), "text");
  EXPECT_EQ(out->redirects, net::Redirects::hand_over);
}

TEST(FetchRequest, BytesAreABodyToo) {
  Value given = request("https://api.test/", "POST");
  given.set("body", Value::array_buffer(std::as_bytes(std::span("\xff\0x", 3))));
  auto read = read_request({given}, rules());
  ASSERT_TRUE(std::holds_alternative<net::HttpRequest>(read));
  EXPECT_EQ(std::get<std::string>(std::get<net::HttpRequest>(read).body),
            std::string("\xff\0x", 3));
}

TEST(FetchRequest, OnlyAllowedHostsAreReached) {
  EXPECT_EQ(refused({request("https://api.test/")}), "");
  EXPECT_EQ(refused({request("http://API.test:80/")}), "");
  EXPECT_EQ(refused({request("https://api.test:8080/")}), "");
  EXPECT_EQ(refused({request("https://a.wide.test/")}), "");
  for (const char* url : {"https://other.test/", "https://api.test:81/", "https://wide.test/",
                          "https://evilwide.test/", "https://api.test.evil.test/",
                          "http://127.0.0.1/", "http://127.0.0.1:10/", "http://localhost:9/",
                          "http://[::1]:9/", "http://[::ffff:127.0.0.1]:10/"}) {
    EXPECT_EQ(refused({request(url)}), "E_FETCH_HOST_NOT_ALLOWED") << url;
  }
}

TEST(FetchRequest, OddSpellingsOfAnAddressAreThatAddress) {
  for (const char* url :
       {"http://127.1/", "http://0x7f000001/", "http://2130706433/", "http://0177.0.0.1/"}) {
    EXPECT_EQ(refused({request(url)}), "E_FETCH_HOST_NOT_ALLOWED") << url;
  }
  EXPECT_EQ(refused({request("http://127.1:9/")}), "");
}

TEST(FetchRequest, WhatIsNoUrlOfHttpIsRefused) {
  for (const char* url : {"file:///etc/passwd", "data:text/plain,x", "ftp://api.test/",
                          "javascript:1", "", "//api.test/", "/x", "https://user:secret@api.test/",
                          "https://api.test@evil.test/", "https://api.test/ x",
                          "https://api.test/\r\nHost: evil.test", "https://api.test\\@evil.test/",
                          "https://api.test%2eevil.test/", "https://\u00e4pi.test/"}) {
    const std::string code = refused({request(url)});
    EXPECT_TRUE(code == "E_FETCH_INVALID_REQUEST" || code == "E_FETCH_HOST_NOT_ALLOWED")
        << url << ' ' << code;
  }
  auto read = read_request({request("https://user:secret@api.test/")}, rules());
  EXPECT_THAT(std::get<ToolError>(read).message, testing::Not(HasSubstr("secret")));
}

TEST(FetchRequest, OnlyAllowedMethodsAreUsed) {
  for (const char* method :
       {"DELETE", "get", "CONNECT", "TRACE", "GET ", "", "GET / HTTP/1.1\r\n"}) {
    EXPECT_EQ(refused({request("https://api.test/", method)}), "E_FETCH_METHOD_NOT_ALLOWED")
        << method;
  }
  auto read = read_request({request("https://api.test/", "DELETE")}, rules());
  EXPECT_EQ(std::get<ToolError>(read).message,
            "fetch failed: the method DELETE is not allowed; allowed: GET, POST "
            "(FetchOptions::methods, fetch.methods in modebox.json)");
}

TEST(FetchRequest, OfAnotherShapeItIsRefused) {
  EXPECT_EQ(refused({}), "E_FETCH_INVALID_REQUEST");
  EXPECT_EQ(refused({Value("https://api.test/")}), "E_FETCH_INVALID_REQUEST");
  EXPECT_EQ(refused({request("https://api.test/"), Value(1)}), "E_FETCH_INVALID_REQUEST");
  EXPECT_EQ(refused({Value::object({{"url", 7}, {"method", "GET"}})}), "E_FETCH_INVALID_REQUEST");
  Value sparse = Value::array();
  sparse.resize(std::numeric_limits<std::uint32_t>::max());
  const auto with = [](std::string_view key, Value value) {
    Value given = request("https://api.test/", "POST");
    given.set(key, std::move(value));
    return std::vector<Value>{given};
  };
  EXPECT_EQ(refused(with("headers", sparse)), "E_FETCH_INVALID_REQUEST");
  EXPECT_EQ(refused(with("headers", "a: b")), "E_FETCH_INVALID_REQUEST");
  EXPECT_EQ(refused(with("headers", Value::array({Value::array({"a"})}))),
            "E_FETCH_INVALID_REQUEST");
  EXPECT_EQ(refused(with("headers", Value::array({Value::array({"a", "\u0100"})}))),
            "E_FETCH_INVALID_REQUEST");
  EXPECT_EQ(refused(with("body", 7)), "E_FETCH_INVALID_REQUEST");
  EXPECT_EQ(refused(with("redirect", "sometimes")), "E_FETCH_INVALID_REQUEST");
  EXPECT_EQ(refused(with("proxy", "http://evil.test/")), "E_FETCH_INVALID_REQUEST");
  Value body = request("https://api.test/");
  body.set("body", "x");
  EXPECT_EQ(refused({body}), "E_FETCH_INVALID_REQUEST");
}

TEST(FetchAnswer, BytesAndCharactersBelow256AreTheSame) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_EQ(bytes_of_utf8(utf8_of_bytes(all)), all);
  EXPECT_EQ(bytes_of_utf8("\u0100"), std::nullopt);
  EXPECT_EQ(bytes_of_utf8("\xc3"), std::nullopt);
}

TEST(FetchAnswer, HasABodyWhereThereCanBeOne) {
  net::HttpResponse response;
  response.status = 200;
  response.body = "x";
  response.headers = {{"X-A", "\xe9"}};
  response.url = "https://api.test/";
  response.redirects = 2;
  const Value given = answer(response, "GET");
  EXPECT_EQ(given["status"], Value(200));
  EXPECT_EQ(given["redirected"], Value(true));
  EXPECT_EQ(given["headers"], Value::array({Value::array({"X-A", "\u00e9"})}));
  EXPECT_EQ(given["body"].bytes().size(), 1u);
  EXPECT_EQ(answer(response, "HEAD").find("body"), nullptr);
  response.status = 204;
  EXPECT_EQ(answer(response, "GET").find("body"), nullptr);
}

}  // namespace
}  // namespace modebox::fetch

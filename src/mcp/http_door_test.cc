#include "src/mcp/http_door.h"

#include <gtest/gtest.h>

#include "src/mcp/protocol.h"

namespace modebox::mcp {
namespace {

Message request(std::string method, const Value& meta) {
  Message message;
  message.kind = Message::Kind::request;
  message.method = std::move(method);
  message.params = Value::object({{"_meta", meta}});
  return message;
}

Value modern() { return Value::object({{meta_version, modern_version}}); }

std::optional<ErrorCode> check(const net::HttpHeaders& headers, const Message& message) {
  const std::optional<ProtocolError> error = check_mirrored(headers, message);
  if (!error) return std::nullopt;
  return error->code;
}

TEST(HttpDoor, HeadersRepeatWhatTheMessageSays) {
  const net::HttpHeaders right = {{"MCP-Protocol-Version", std::string(modern_version)},
                                  {"Mcp-Method", " tools/list "}};
  EXPECT_EQ(check(right, request("tools/list", modern())), std::nullopt);
  EXPECT_EQ(check(right, request("tools/List", modern())), ErrorCode::header_mismatch);
  EXPECT_EQ(check({{"Mcp-Method", "tools/list"}}, request("tools/list", modern())),
            ErrorCode::header_mismatch);
  EXPECT_EQ(check({{"MCP-Protocol-Version", "2025-11-25"}, {"Mcp-Method", "tools/list"}},
                  request("tools/list", modern())),
            ErrorCode::header_mismatch);
}

TEST(HttpDoor, AMessageWithoutAVersionIsNotTheHeadersFault) {
  const net::HttpHeaders headers = {{"MCP-Protocol-Version", std::string(modern_version)},
                                    {"Mcp-Method", "server/discover"}};
  EXPECT_EQ(check(headers, request("server/discover", Value())), std::nullopt);
  EXPECT_EQ(check(headers, request("server/discover", Value::object())), std::nullopt);
}

TEST(HttpDoor, AVersionThatOnlyTheHeaderNamesIsJudged) {
  const auto code = [](const char* version, const Value& meta) -> std::optional<ErrorCode> {
    const auto wrong =
        check_version({{"MCP-Protocol-Version", version}}, request("tools/list", meta));
    if (!wrong) return std::nullopt;
    EXPECT_EQ(wrong->data["supported"], Value::array({modern_version}));
    EXPECT_EQ(wrong->data["requested"], Value(version));
    return wrong->code;
  };
  EXPECT_EQ(code("2099-01-01", Value()), ErrorCode::unsupported_version);
  EXPECT_EQ(code("x", Value::object()), ErrorCode::unsupported_version);
  EXPECT_EQ(code("2099-01-01", Value::object({{meta_version, "2099-01-01"}})),
            ErrorCode::unsupported_version);
  // The message says something else: that is the fault, and whichever version it is no matter.
  EXPECT_EQ(code("2099-01-01", modern()), std::nullopt);
  EXPECT_EQ(check({{"MCP-Protocol-Version", "2099-01-01"}}, request("tools/list", modern())),
            ErrorCode::header_mismatch);
  EXPECT_EQ(code("2026-07-28", Value()), std::nullopt);
  EXPECT_EQ(code("2025-03-26", Value()), std::nullopt);
  EXPECT_EQ(code("", Value()), std::nullopt);
  EXPECT_EQ(check_version({}, request("tools/list", Value())), std::nullopt);
}

TEST(HttpDoor, TheEraIsThatOfTheMessageTheHeaderOrTheMethod) {
  EXPECT_TRUE(is_modern({}, request("tools/list", modern())));
  EXPECT_TRUE(is_modern({}, request("server/discover", Value())));
  EXPECT_TRUE(is_modern({{"MCP-Protocol-Version", "2026-07-28"}}, request("tools/list", Value())));
  EXPECT_FALSE(is_modern({{"MCP-Protocol-Version", "2025-06-18"}}, request("tools/list", Value())));
  EXPECT_FALSE(is_modern({}, request("tools/list", Value::object())));
}

TEST(HttpDoor, AHeadIsEnoughToKeepSomebodyOutside) {
  const auto status = [](const char* method, const char* target, const net::HttpHeaders& more,
                         const std::vector<std::string>& tokens = {}) {
    net::HttpServerRequest head{.method = method, .target = target};
    head.headers = more;
    if (!more.has("Host")) head.headers.add("Host", "localhost");
    if (!more.has("Content-Type")) head.headers.add("Content-Type", "application/json");
    const std::optional<Refusal> refusal = check_head(head, {"box.example"}, tokens);
    return refusal ? refusal->status : 0;
  };
  EXPECT_EQ(status("POST", "/mcp", {}), 0);
  EXPECT_EQ(status("POST", "/?a", {{"Host", "BOX.example:80"}}), 0);
  EXPECT_EQ(status("POST", "/mcp", {{"Host", "evil.example"}}), 403);
  EXPECT_EQ(status("POST", "/mcp", {{"Origin", "https://evil.example"}}), 403);
  EXPECT_EQ(status("POST", "/mcp", {{"Origin", "null"}}), 403);
  EXPECT_EQ(status("POST", "/mcpx", {}), 404);
  EXPECT_EQ(status("POST", "/mcp", {}, {"secret"}), 401);
  EXPECT_EQ(status("POST", "/mcp", {{"Authorization", "Bearer secret"}}, {"secret"}), 0);
  EXPECT_EQ(status("GET", "/mcp", {}), 405);
  EXPECT_EQ(status("DELETE", "/mcp", {}), 405);
  EXPECT_EQ(status("DELETE", "/mcp", {{"Mcp-Session-Id", "a"}}), 0);
  EXPECT_EQ(status("DELETE", "/mcp", {{"Mcp-Session-Id", "a"}}, {"secret"}), 401);
  EXPECT_EQ(status("POST", "/mcp", {{"Content-Type", "text/plain"}}), 415);
  EXPECT_EQ(status("POST", "/mcp", {{"Accept", "application/json"}}), 406);
}

TEST(HttpDoor, NamesOfToolsMayBeEncoded) {
  net::HttpHeaders headers = {{"MCP-Protocol-Version", std::string(modern_version)},
                              {"Mcp-Method", "tools/call"},
                              {"Mcp-Name", "=?base64?dHlwZXM=?="}};
  Message message = request("tools/call", modern());
  message.params.set("name", "types");
  EXPECT_EQ(check(headers, message), std::nullopt);
  message.params.set("name", "execute");
  EXPECT_EQ(check(headers, message), ErrorCode::header_mismatch);
  EXPECT_EQ(decoded_value("=?base64?dHlwZXM?="), std::nullopt);
  EXPECT_EQ(decoded_value("dHlwZXM="), "dHlwZXM=");
}

TEST(HttpDoor, APrincipalIsItsTokenWhateverTheOthers) {
  const net::HttpHeaders alice{{"Authorization", "Bearer of alice"}};
  const net::HttpHeaders bob{{"authorization", "bearer  of bob"}};
  const auto first = principal_of(alice, {"of alice", "of bob"});
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first, principal_of(alice, {"of bob", "of alice"}));
  EXPECT_NE(first, principal_of(bob, {"of bob"}));
  EXPECT_TRUE(principal_of(bob, {"of bob"}).has_value());
  EXPECT_FALSE(principal_of(alice, {"of bob"}).has_value());
  EXPECT_FALSE(principal_of({}, {"of bob"}).has_value());
  EXPECT_TRUE(principal_of({}, {}).has_value());
}

TEST(HttpDoor, HostsAreReadToTheirEnd) {
  EXPECT_EQ(host_of("LocalHost:80"), "localhost");
  EXPECT_EQ(host_of("[::1]:80"), "[::1]");
  for (const char* odd : {"[::1].evil.example", "localhost:evil", "localhost:80:evil.example",
                          "[::1", "localhost:1@evil.example"}) {
    EXPECT_EQ(host_of(odd), "") << odd;
  }
}

}  // namespace
}  // namespace modebox::mcp

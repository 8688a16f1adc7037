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

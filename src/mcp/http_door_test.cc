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

}  // namespace
}  // namespace modebox::mcp

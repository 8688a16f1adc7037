#include "src/mcp/content.h"

#include <gtest/gtest.h>

#include "modebox/json.h"
#include "src/mcp/base64.h"

namespace modebox::mcp {
namespace {

constexpr std::string_view png_bytes = "\x89PNG\r\n\x1a\nrest";
const std::string png = to_base64(std::as_bytes(std::span(png_bytes)));

Value json(std::string_view text) { return from_json(text).value(); }
Value bytes_of(std::string_view text) { return Value::uint8_array(std::as_bytes(std::span(text))); }
Value image(Value data, std::string_view mime_type = "image/png") {
  return Value::object({{"type", "image"}, {"data", std::move(data)}, {"mimeType", mime_type}});
}
/// The blocks as JSON, or why there are none.
std::string shown(const Value& value, const ContentLimits& limits = {}) {
  const Content content = content_of(value, limits);
  if (!content.problem.empty()) return content.problem;
  return to_json(Value::array(content.blocks)).value();
}

TEST(Content, IsEveryKindOfBlock) {
  for (
      const char* block :
      {R"({"type":"text","text":"hello"})",
       R"({"type":"audio","data":"AAAA","mimeType":"audio/wav"})",
       R"({"type":"image","data":"AAAA","mimeType":"image/svg+xml"})",
       R"({"type":"resource","resource":{"uri":"file:///a","mimeType":"text/plain","text":""}})",
       R"({"type":"resource","resource":{"uri":"file:///a","blob":"AAAA"}})",
       R"({"type":"resource_link","uri":"https://a.example/","name":"a","title":"A","description":"d","mimeType":"text/html; charset=utf-8","size":12})",
       R"({"type":"text","text":"t","annotations":{"audience":["user","assistant"],"priority":0.5,"lastModified":"2026-01-01T00:00:00Z"}})"}) {
    EXPECT_EQ(shown(json(block)), "[" + std::string(block) + "]");
  }
}

TEST(Content, TakesBytes) {
  const std::string expected =
      R"([{"type":"image","data":")" + png + R"(","mimeType":"image/png"}])";
  EXPECT_EQ(shown(image(Value(png))), expected);
  EXPECT_EQ(shown(image(bytes_of(png_bytes))), expected);
  EXPECT_EQ(shown(image(Value::array_buffer(std::as_bytes(std::span(png_bytes))))), expected);
  const std::string padded = "xx" + std::string(png_bytes);
  EXPECT_EQ(shown(image(Value::typed_array(ElementType::uint8, bytes_of(padded).buffer(), 2,
                                           png_bytes.size()))),
            expected)
      << "a view is what it shows, not its buffer";
}

TEST(Content, IsAListOrAResultOfBlocks) {
  const std::string blocks = R"([{"type":"text","text":"a"},{"type":"text","text":"b"}])";
  EXPECT_EQ(shown(json(blocks)), blocks);
  EXPECT_EQ(shown(json(R"({"content":)" + blocks + "}")), blocks);
  const Content failed = content_of(json(
      R"({"content":[{"type":"text","text":"no"}],"isError":true,"structuredContent":{},"_meta":{}})"));
  EXPECT_TRUE(failed.is_error);
  ASSERT_EQ(failed.blocks.size(), 1u);
  EXPECT_EQ(text_of(failed.blocks[0]), "no");
}

TEST(Content, DropsWhatItDoesNotKnow) {
  EXPECT_EQ(
      shown(json(
          R"({"type":"text","text":"a","_meta":{"anthropic/x":1},"extra":[1],"annotations":{"odd":1}})")),
      R"([{"type":"text","text":"a"}])");
  EXPECT_EQ(shown(json(R"({"type":"resource","resource":{"uri":"a:b","text":"t","_meta":{}}})")),
            R"([{"type":"resource","resource":{"uri":"a:b","text":"t"}}])");
  EXPECT_EQ(shown(json(R"([{"type":"text","text":""},{"type":"text","text":"a"}])")),
            R"([{"type":"text","text":"a"}])")
      << "models refuse empty texts";
}

TEST(Content, IsNoOrdinaryValue) {
  for (const char* value :
       {"null", "1", "\"text\"", "[]", "{}", R"({"content":[]})", R"({"content":"text"})",
        R"({"type":"video","data":"AAAA"})", R"({"type":1})", R"(["text"])",
        R"([{"type":"text","text":"a"},1])", R"([{"type":"text","text":"a"},{"type":"issue"}])",
        R"({"content":[{"type":"text","text":"a"}],"title":"lost otherwise"})"}) {
    const Content content = content_of(json(value));
    EXPECT_TRUE(content.blocks.empty()) << value;
    EXPECT_EQ(content.problem, "") << value;
  }
  Value sparse = Value::array();
  sparse.resize(4'294'967'295u);
  EXPECT_TRUE(content_of(sparse).blocks.empty());
  EXPECT_TRUE(content_of(Value()).blocks.empty());
  Value map = Value::map_of({{"type", "text"}, {"text", "a"}});
  EXPECT_TRUE(content_of(map).blocks.empty());
}

TEST(Content, RefusesWhatDoesNotFit) {
  const std::string link = R"({"type":"resource_link","uri":"a:b","name":"n",)";
  const std::pair<std::string, std::string> cases[] = {
      {R"({"type":"text"})", "\"text\" must be"},
      {R"({"type":"text","text":1})", "\"text\" must be"},
      {R"({"type":"image","data":"A","mimeType":"image/png"})", "base64"},
      {R"({"type":"image","data":"AA AA","mimeType":"image/png"})", "base64"},
      {R"({"type":"image","data":{},"mimeType":"image/png"})", "Uint8Array"},
      {R"({"type":"image","data":[1,2],"mimeType":"image/png"})", "Uint8Array"},
      {R"({"type":"image","data":"","mimeType":"image/x"})", "empty"},
      {R"({"type":"image","data":"AAAA"})", "mimeType"},
      {R"({"type":"image","data":"AAAA","mimeType":"text/html"})", "must begin with \"image/\""},
      {R"({"type":"image","data":"AAAA","mimeType":"image"})", "mimeType"},
      {R"({"type":"image","data":"AAAA","mimeType":"image/"})", "mimeType"},
      {R"({"type":"image","data":"AAAA","mimeType":"image/a b"})", "mimeType"},
      {R"({"type":"image","data":"AAAA","mimeType":"image/a;\n"})", "mimeType"},
      {R"({"type":"image","data":"AAAA","mimeType":"image/png"})", "does not begin as image/png"},
      {R"({"type":"image","data":"AAAA","mimeType":"image/jpeg"})", "does not begin as"},
      {R"({"type":"image","data":"UklGRgAAAABXRUJY","mimeType":"image/webp"})",
       "does not begin as"},
      {R"({"type":"audio","data":"AAAA","mimeType":"image/png"})", "must begin with \"audio/\""},
      {R"({"type":"resource"})", "\"resource\""},
      {R"({"type":"resource","resource":{"uri":"a:b"}})", "either"},
      {R"({"type":"resource","resource":{"uri":"a:b","text":"a","blob":"AAAA"}})", "either"},
      {R"({"type":"resource","resource":{"uri":"a:b","blob":"*"}})", "base64"},
      {R"({"type":"resource","resource":{"text":"a"}})", "uri"},
      {R"({"type":"resource_link","name":"n"})", "uri"},
      {R"({"type":"resource_link","name":"n","uri":"no scheme"})", "uri"},
      {R"({"type":"resource_link","name":"n","uri":"a:b c"})", "uri"},
      {R"({"type":"resource_link","name":"n","uri":":b"})", "uri"},
      {R"({"type":"resource_link","name":"n","uri":"a:b\u0000"})", "uri"},
      {R"({"type":"resource_link","uri":"a:b"})", "name"},
      {link + R"("size":-1})", "size"},
      {link + R"("size":1.5})", "size"},
      {link + R"("size":"1"})", "size"},
      {link + R"("annotations":1})", "annotations"},
      {link + R"("annotations":{"audience":"user"}})", "audience"},
      {link + R"("annotations":{"audience":["admin"]}})", "audience"},
      {link + R"("annotations":{"audience":["user","user","user","user"]}})", "audience"},
      {link + R"("annotations":{"priority":2}})", "priority"},
      {link + R"("annotations":{"lastModified":1}})", "lastModified"},
      {R"([{"type":"text","text":"good"},{"type":"text"}])", "\"text\" must be"},
  };
  for (const auto& [value, part] : cases) {
    const Content content = content_of(json(value));
    EXPECT_TRUE(content.blocks.empty()) << value;
    EXPECT_NE(content.problem.find(part), std::string::npos) << value << "\n" << content.problem;
  }
}

TEST(Content, IsBounded) {
  EXPECT_EQ(shown(image(bytes_of(png_bytes)), {.max_data_bytes = png_bytes.size() - 1}),
            "The data is too large.");
  const Value twice = Value::array({image(Value(png)), image(Value(png))});
  EXPECT_EQ(shown(twice, {.max_data_bytes = 2 * png_bytes.size() - 1}), "The data is too large.");
  EXPECT_EQ(content_of(twice, {.max_data_bytes = 2 * png_bytes.size()}).blocks.size(), 2u);
  EXPECT_EQ(shown(twice, {.max_blocks = 1}), "There are more than 1 blocks.");
}

TEST(Content, IsValidUtf8) {
  const Value text = Value::object({{"type", "text"}, {"text", "a\xed\xa0\x80z"}});
  const Content content = content_of(text);
  ASSERT_EQ(content.blocks.size(), 1u);
  EXPECT_EQ(text_of(content.blocks[0]), "a\ufffdz");
  EXPECT_EQ(text_of(text_block("\xff")), "\ufffd");
}

}  // namespace
}  // namespace modebox::mcp

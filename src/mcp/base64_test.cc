#include "src/mcp/base64.h"

#include <gtest/gtest.h>

namespace modebox::mcp {
namespace {

std::string encoded(std::string_view bytes) { return to_base64(std::as_bytes(std::span(bytes))); }

TEST(Base64, IsThatOfTheStandard) {
  // RFC 4648, section 10.
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : vectors) {
    EXPECT_EQ(encoded(bytes), text);
    EXPECT_EQ(base64_size(text), std::string(bytes).size()) << text;
    EXPECT_EQ(base64_beginning(text, 100), bytes);
  }
  EXPECT_EQ(encoded("\xfb\xff\xfe"), "+//+");
}

TEST(Base64, RefusesEveryOtherSpelling) {
  for (const char* text : {"Zg", "Zg=", "Zg===", "Z===", "====", "=", "Zg==Zg==", "Zh==", "Zm9=",
                           "Zm8 ", "Zm\n8", "-_-_", "Zm9v\n", "Zm=v", "Z\xc3\xa4v="}) {
    EXPECT_EQ(base64_size(text), std::nullopt) << text;
  }
  EXPECT_EQ(base64_size(std::string_view("Zm9\0", 4)), std::nullopt);
}

TEST(Base64, DecodesOnlyTheBeginning) {
  EXPECT_EQ(base64_beginning("Zm9vYmFy", 4), "foob");
  EXPECT_EQ(base64_beginning("Zm9vYmFy", 0), "");
}

}  // namespace
}  // namespace modebox::mcp

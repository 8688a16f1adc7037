#include "src/net/content_decoder.h"

#include <gtest/gtest.h>

#include <string>

#include "src/net/http_error.h"
#include "src/net/testing/codings.h"

namespace modebox::net {
namespace {

/// What comes out, or the error's message; in pieces of `step` bytes.
std::string decode(const std::string& coding, std::string_view body, std::size_t step = 1 << 20) {
  std::string out;
  auto decoder = ContentDecoder::for_headers({{"Content-Encoding", coding}}, 1 << 20,
                                             [&](std::string_view piece) {
                                               EXPECT_FALSE(piece.empty());
                                               EXPECT_LE(piece.size(), 64U << 10);
                                               out += piece;
                                               return done();
                                             });
  if (!decoder) return decoder.error().message;
  if (*decoder == nullptr) return "nothing to undo";
  for (std::size_t at = 0; at < body.size(); at += step) {
    if (auto fed = (*decoder)->feed(body.substr(at, step)); !fed) return fed.error().message;
  }
  if (auto finished = (*decoder)->finish(); !finished) return finished.error().message;
  return out;
}

std::string text() {
  std::string out;
  for (int i = 0; i < 20'000; ++i) out += std::to_string(i * 7919 % 10'007);
  return out;
}

TEST(ContentDecoderTest, EachCodingIsUndoneWhateverThePieces) {
  using namespace testing;
  const std::string plain = text();
  for (const std::size_t step : {1, 2, 1000, 1 << 20}) {
    EXPECT_EQ(plain, decode("gzip", gzip(plain), step));
    EXPECT_EQ(plain, decode("X-GZip", gzip(plain), step));
    EXPECT_EQ(plain, decode("deflate", zlib(plain), step));
    EXPECT_EQ(plain, decode("deflate", bare_deflate(plain), step));
    EXPECT_EQ(plain, decode("br", brotli(plain), step));
  }
}

TEST(ContentDecoderTest, SmallAndEmptyBodiesAreUndone) {
  using namespace testing;
  for (const std::string plain : {"", "a"}) {
    EXPECT_EQ(plain, decode("gzip", gzip(plain), 1));
    EXPECT_EQ(plain, decode("deflate", zlib(plain), 1));
    EXPECT_EQ(plain, decode("deflate", bare_deflate(plain), 1));
    EXPECT_EQ(plain, decode("br", brotli(plain), 1));
  }
  for (const char* coding : {"gzip", "deflate", "br", "br, gzip"})
    EXPECT_EQ("", decode(coding, ""));
}

TEST(ContentDecoderTest, StackedCodingsAreUndoneFromTheLast) {
  using namespace testing;
  const std::string plain = text();
  EXPECT_EQ(plain, decode("gzip, br", brotli(gzip(plain)), 100));
  EXPECT_EQ(plain, decode("br , identity,deflate, gzip", gzip(zlib(brotli(plain))), 100));
  EXPECT_EQ("The server's answer is encoded more often than is sane.",
            decode("br,br,br,br,br", "x"));
}

TEST(ContentDecoderTest, UnknownCodingsLeaveTheBodyAsItIs) {
  for (const char* coding : {"", "identity", "zstd", "gzip, zstd", "compress", "gzip;q=1"}) {
    EXPECT_EQ("nothing to undo", decode(coding, "x")) << coding;
  }
}

TEST(ContentDecoderTest, MembersOfGzipFollowEachOtherAndPaddingIsDropped) {
  using testing::gzip;
  EXPECT_EQ("ab", decode("gzip", gzip("a") + gzip("b"), 1));
  EXPECT_EQ("ab", decode("gzip", gzip("a") + gzip("b")));
  EXPECT_EQ("a", decode("gzip", gzip("a") + std::string(100, '\0')));
  EXPECT_EQ("a", decode("gzip", gzip("a") + std::string(100, '\0') + gzip("b"), 1));
}

TEST(ContentDecoderTest, CutAndDamagedBodiesAreErrors) {
  using namespace testing;
  const std::string plain = text();
  struct Case {
    const char* coding;
    std::string body;
  };
  for (const Case& each : std::initializer_list<Case>{{"gzip", gzip(plain)},
                                                      {"deflate", zlib(plain)},
                                                      {"deflate", bare_deflate(plain)},
                                                      {"br", brotli(plain)}}) {
    const std::string expected =
        "The body of the server's answer is not valid " + std::string(each.coding) + ".";
    EXPECT_EQ(expected,
              decode(each.coding, std::string_view(each.body).substr(0, each.body.size() / 2)));
    EXPECT_EQ(expected,
              decode(each.coding, std::string_view(each.body).substr(0, each.body.size() - 1), 1));
    EXPECT_EQ(expected, decode(each.coding, std::string(40, '\xff')));
  }
  std::string wrong_sum = gzip(plain);
  wrong_sum[wrong_sum.size() - 8] ^= 1;
  EXPECT_EQ("The body of the server's answer is not valid gzip.", decode("gzip", wrong_sum));
  EXPECT_EQ("The body of the server's answer is not valid gzip.", decode("gzip", zlib(plain)));
}

TEST(ContentDecoderTest, WhoeverTakesThePiecesStopsABomb) {
  using namespace testing;
  const std::string zeros(50 << 20, '\0');
  struct Case {
    const char* coding;
    std::string body;
  };
  for (const Case& each : std::initializer_list<Case>{
           {"gzip", gzip(zeros)}, {"br", brotli(zeros)}, {"gzip, gzip", gzip(gzip(zeros))}}) {
    std::size_t taken = 0;
    auto decoder = ContentDecoder::for_headers(
        {{"Content-Encoding", each.coding}}, 1 << 20, [&](std::string_view piece) -> Status {
          taken += piece.size();
          if (taken > 1 << 20) return http_error(HttpErrorKind::too_large, "enough");
          return done();
        });
    const Status fed = (*decoder)->feed(each.body);
    ASSERT_FALSE(fed);
    EXPECT_EQ("enough", fed.error().message);
    EXPECT_LT(taken, 2U << 20);
  }
}

TEST(ContentDecoderTest, WhatIsLargeOnlyBetweenItsCodingsIsStoppedToo) {
  using namespace testing;
  // Empty members: much to read, and nothing comes out of it.
  const std::string member = gzip("");
  std::string members;
  for (int i = 0; i < 1'000'000; ++i) members += member;
  const std::string bomb = gzip(gzip(members));
  EXPECT_EQ("The server's answer is larger between its codings than it may be at all.",
            decode("gzip, gzip, gzip", bomb));
  EXPECT_EQ("a", decode("gzip, gzip, gzip", gzip(gzip(gzip("a")))));
}

}  // namespace
}  // namespace modebox::net

#include "src/net/url.h"

#include <gtest/gtest.h>

#include <string>

#include "src/net/http_error.h"

namespace modebox::net {
namespace {

std::string text(std::string_view url) {
  const auto parsed = Url::parse(url);
  return parsed ? parsed->text() : "refused: " + parsed.error().message;
}

TEST(UrlTest, WhatAParserSerialisesIsTakenAsItIs) {
  for (const char* url :
       {"http://example.com/", "https://example.com/a/b?c=d&e", "http://example.com:8080/",
        "https://[2001:db8::1]/", "http://[::1]:8080/x", "http://127.0.0.1:9/",
        "https://xn--bcher-kva.example/%C3%BC?q=%22", "http://example.com/?a{b}|c^`'\\[]",
        "http://example.com/a|b'[c]", "http://a_b.example.com/~x",
        "http://example.com//double//slashes"}) {
    EXPECT_EQ(url, text(url));
  }
}

TEST(UrlTest, WhatMeansTheSameBecomesTheSame) {
  EXPECT_EQ("http://example.com/", text("HTTP://EXAMPLE.com"));
  EXPECT_EQ("http://example.com/", text("http://example.com:80/#fragment with spaces"));
  EXPECT_EQ("https://example.com/", text("https://example.com.:443"));
  EXPECT_EQ("https://example.com/?q", text("https://example.com?q"));
  EXPECT_EQ("http://example.com/c", text("http://example.com/a/../b/./../c"));
  EXPECT_EQ("http://example.com/c/", text("http://example.com/a/%2e%2E/b/%2e/.%2e/c/%2E"));
  EXPECT_EQ("http://example.com/", text("http://example.com/../../.."));
  EXPECT_EQ("http://example.com/", text("http://example.com:/"));
  EXPECT_EQ("http://[2001:db8::1]/", text("http://[2001:0DB8:0::1]/"));
}

TEST(UrlTest, EverySpellingOfAnAddressIsTheAddress) {
  for (const char* host :
       {"127.0.0.1", "127.1", "127.0.1", "0x7f.1", "0X7F.0.0.1", "0177.0.0.01", "2130706433",
        "0x7f000001", "017700000001", "127.0.0.1.", "0x7f.0x0.0x0.0x1"}) {
    const auto url = Url::parse(std::string("http://") + host + "/");
    ASSERT_TRUE(url) << host;
    EXPECT_EQ(Address::loopback_v4(), url->host.address) << host;
    EXPECT_EQ("127.0.0.1", url->host.name) << host;
  }
  EXPECT_EQ("0.0.0.0", Url::parse("http://0/")->host.name);
  EXPECT_EQ("0.0.0.0", Url::parse("http://0x/")->host.name);
}

TEST(UrlTest, HostsThatOthersReadOtherwiseAreRefused) {
  for (const char* url : {
           "http://127.0.0.1.1/",
           "http://256.0.0.1/",
           "http://1.2.3.09/",
           "http://0x100000000/",
           "http://4294967296/",
           "http://127.0.0.1%00.example.com/",
           "http://exam%70le.com/",
           "http://[fe80::1%25eth0]/",
           "http://[fe80::1%eth0]/",
           "http://[::1/",
           "http://::1/",
           "http://[127.0.0.1]/",
           "http://[::1]x/",
           "http://１２７.０.０.１/",
           "http://127。0。0。1/",
           "http://bücher.example/",
           "http://a..example.com/",
           "http://.example.com/",
           "http://example.com../",
           "http:///",
           "http:///path",
           "http://:80/",
           "http://./",
           "http://exa mple.com/",
           "http://example.com\\@evil.com/",
           "http://example.com\\.evil.com/",
           "http://a,b/",
           "http://foo.0x1g.1/",
       }) {
    EXPECT_FALSE(Url::parse(url)) << url;
  }
  EXPECT_FALSE(Url::parse("http://" + std::string(64, 'a') + ".com/"));
  std::string deep = "http://";
  for (int i = 0; i < 130; ++i) deep += "a.";
  EXPECT_FALSE(Url::parse(deep + "com/"));
}

TEST(UrlTest, WhatIsNoHttpUrlIsRefused) {
  for (const char* url : {"",
                          "example.com",
                          "ftp://example.com/",
                          "file:///etc/passwd",
                          "http:example.com",
                          "http:/example.com",
                          "//example.com/",
                          "javascript:1",
                          "http://user@example.com/",
                          "http://user:password@example.com/",
                          "http://@example.com/",
                          "http://example.com:0/",
                          "http://example.com:65536/",
                          "http://example.com:8x/",
                          "http://example.com:-1/",
                          "http://example.com:+80/",
                          "http://example.com:000080/",
                          "http://example.com/a b",
                          "http://example.com/\n",
                          "http://example.com/\r\nX: y",
                          "http://example.com/\"",
                          "http://example.com/<",
                          "http://example.com/\x7f",
                          "http://example.com/\xc3\xbc",
                          " http://example.com/",
                          "http://example.com/a\\b",
                          "ws://example.com/",
                          "gopher://example.com/"}) {
    const auto parsed = Url::parse(url);
    ASSERT_FALSE(parsed) << url;
    EXPECT_EQ(HttpErrorKind::invalid_request, kind_of(parsed.error()));
  }
  EXPECT_FALSE(Url::parse(std::string_view("http://example.com/\0", 20)));
  EXPECT_FALSE(Url::parse("http://example.com/" + std::string(Url::max_length, 'a')));
}

TEST(UrlTest, LocationsAreResolvedAsRfc3986Says) {
  const Url base = Url::parse("http://a/b/c/d;p?q").value();
  struct Case {
    const char *location, *expected;
  };
  for (const Case& each : std::initializer_list<Case>{
           {"http://g/", "http://g/"},
           {"g", "http://a/b/c/g"},
           {"./g", "http://a/b/c/g"},
           {"g/", "http://a/b/c/g/"},
           {"/g", "http://a/g"},
           {"//g", "http://g/"},
           {"?y", "http://a/b/c/d;p?y"},
           {"g?y", "http://a/b/c/g?y"},
           {"#s", "http://a/b/c/d;p?q"},
           {"g#s", "http://a/b/c/g"},
           {"", "http://a/b/c/d;p?q"},
           {".", "http://a/b/c/"},
           {"..", "http://a/b/"},
           {"../g", "http://a/b/g"},
           {"../..", "http://a/"},
           {"../../../g", "http://a/g"},
           {"/./g", "http://a/g"},
           {"/../g", "http://a/g"},
           {"g.", "http://a/b/c/g."},
           {"..g", "http://a/b/c/..g"},
           {"./../g", "http://a/b/g"},
           {"g;x=1/../y", "http://a/b/c/y"},
           {"g?y/../x", "http://a/b/c/g?y/../x"},
           {"a b?c d", "http://a/b/c/a%20b?c%20d"},
           {"/\xc3\xbc", "http://a/%C3%BC"},
           {"HTTPS://G:443/", "https://g/"},
       }) {
    const auto resolved = base.resolve(each.location);
    ASSERT_TRUE(resolved) << each.location;
    EXPECT_EQ(each.expected, resolved->text()) << each.location;
  }
  for (const char* location :
       {"g:h", "javascript:alert(1)", "http:g", "/\\evil.com/", "\\\\evil.com", "//u:p@g/",
        "/a\r\nb", "/a\tb", "//", "///g", "data:,x", "file:///etc/passwd"}) {
    EXPECT_FALSE(base.resolve(location)) << location;
  }
}

}  // namespace
}  // namespace modebox::net

#include "src/net/host_rules.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace modebox::net {
namespace {

HostRules rules(const std::vector<std::string>& texts) { return HostRules::parse(texts).value(); }

bool allows(const std::vector<std::string>& texts, const char* url) {
  return rules(texts).allows(Url::parse(url).value());
}

/// Whether a request to `url`, whose host resolves to `address`, may be connected.
bool allows(const std::vector<std::string>& texts, const char* url, const char* address) {
  const Url parsed = Url::parse(url).value();
  return rules(texts).allows(parsed) &&
         rules(texts).allows_address(parsed, *Address::parse(address));
}

TEST(HostRulesTest, NoRuleAllowsNothing) {
  EXPECT_FALSE(HostRules().allows(*Url::parse("http://example.com/")));
  EXPECT_TRUE(HostRules().empty());
}

TEST(HostRulesTest, ANameIsThatHostAtTheDefaultPort) {
  EXPECT_TRUE(allows({"api.example.com"}, "https://api.example.com/x"));
  EXPECT_TRUE(allows({"API.Example.com."}, "http://api.EXAMPLE.com./x"));
  EXPECT_FALSE(allows({"api.example.com"}, "https://api.example.com:8443/"));
  EXPECT_FALSE(allows({"api.example.com"}, "http://api.example.com:443/"));
  EXPECT_FALSE(allows({"api.example.com"}, "https://x.api.example.com/"));
  EXPECT_FALSE(allows({"api.example.com"}, "https://example.com/"));
  EXPECT_FALSE(allows({"api.example.com"}, "https://xapi.example.com/"));
  EXPECT_FALSE(allows({"api.example.com"}, "https://api.example.com.evil.test/"));
}

TEST(HostRulesTest, AStarIsAnythingBelowAndNotTheNameItself) {
  EXPECT_TRUE(allows({"*.example.com"}, "https://a.example.com/"));
  EXPECT_TRUE(allows({"*.example.com"}, "https://a.b.c.example.com/"));
  EXPECT_FALSE(allows({"*.example.com"}, "https://example.com/"));
  EXPECT_FALSE(allows({"*.example.com"}, "https://aexample.com/"));
  EXPECT_FALSE(allows({"*.example.com"}, "https://example.com.evil.test/"));
  EXPECT_TRUE(allows({"*.example.com:8443"}, "https://a.example.com:8443/"));
  EXPECT_FALSE(allows({"*.example.com:8443"}, "https://a.example.com/"));
}

TEST(HostRulesTest, AloneAStarIsAnyPublicHost) {
  EXPECT_TRUE(allows({"*"}, "https://example.org/", "1.1.1.1"));
  EXPECT_TRUE(allows({"*"}, "https://1.1.1.1/", "1.1.1.1"));
  EXPECT_FALSE(allows({"*"}, "https://example.org/", "10.0.0.1"));
  EXPECT_FALSE(allows({"*"}, "http://localhost/", "127.0.0.1"));
  EXPECT_FALSE(allows({"*"}, "http://10.0.0.1/", "10.0.0.1"));
  EXPECT_FALSE(allows({"*"}, "http://example.org:8080/", "1.1.1.1"));
}

TEST(HostRulesTest, APortIsOnlyThatPort) {
  EXPECT_TRUE(allows({"example.com:8080"}, "http://example.com:8080/"));
  EXPECT_TRUE(allows({"example.com:443"}, "https://example.com/"));
  EXPECT_FALSE(allows({"example.com:443"}, "http://example.com/"));
  EXPECT_FALSE(allows({"example.com:8080"}, "http://example.com/"));
}

TEST(HostRulesTest, ASchemeIsOnlyThatScheme) {
  EXPECT_TRUE(allows({"https://example.com"}, "https://example.com/"));
  EXPECT_FALSE(allows({"https://example.com"}, "http://example.com/"));
  EXPECT_FALSE(rules({"example.com"}).allows_downgrade(*Url::parse("http://example.com/")));
  EXPECT_TRUE(rules({"http://example.com"}).allows_downgrade(*Url::parse("http://example.com/")));
  EXPECT_FALSE(rules({"http://example.com"}).allows_downgrade(*Url::parse("https://example.com/")));
}

TEST(HostRulesTest, ANameDoesNotReachPrivateAddresses) {
  const std::vector<std::string> list = {"api.example.com", "127.0.0.1", "127.0.0.1:8080",
                                         "localhost:8080"};
  EXPECT_TRUE(allows(list, "https://api.example.com/", "1.1.1.1"));
  EXPECT_FALSE(allows(list, "https://api.example.com/", "127.0.0.1"));
  EXPECT_FALSE(allows(list, "http://api.example.com/", "127.0.0.1"));
  EXPECT_FALSE(allows(list, "https://api.example.com/", "169.254.169.254"));
  EXPECT_FALSE(allows(list, "https://api.example.com/", "::ffff:127.0.0.1"));
  EXPECT_FALSE(allows(list, "https://api.example.com/", "::1"));
}

TEST(HostRulesTest, AnAddressIsAllowedByItsOwnRule) {
  EXPECT_TRUE(allows({"127.0.0.1:8080"}, "http://127.0.0.1:8080/", "127.0.0.1"));
  EXPECT_TRUE(allows({"127.0.0.1:8080"}, "http://0x7f.1:8080/", "127.0.0.1"));
  EXPECT_FALSE(allows({"127.0.0.1:8080"}, "http://127.0.0.1/", "127.0.0.1"));
  EXPECT_FALSE(allows({"127.0.0.1:8080"}, "http://127.0.0.2:8080/", "127.0.0.2"));
  EXPECT_FALSE(allows({"127.0.0.1:8080"}, "http://localhost:8080/", "127.0.0.1"));
  EXPECT_FALSE(allows({"127.0.0.1:8080"}, "http://[::ffff:127.0.0.1]:8080/", "::ffff:127.0.0.1"));
  EXPECT_TRUE(allows({"[::1]:8080"}, "http://[::1]:8080/", "::1"));
  EXPECT_TRUE(allows({"[::1]"}, "http://[0:0::1]/", "::1"));
  EXPECT_TRUE(allows({"169.254.169.254"}, "http://169.254.169.254/", "169.254.169.254"));
  EXPECT_TRUE(allows({"[::ffff:10.0.0.1]"}, "http://[::ffff:a00:1]/", "::ffff:10.0.0.1"));
}

TEST(HostRulesTest, LocalhostIsLoopbackOnlyAndOnlyByName) {
  EXPECT_TRUE(allows({"localhost:8080"}, "http://localhost:8080/", "127.0.0.1"));
  EXPECT_TRUE(allows({"localhost:8080"}, "http://LOCALHOST.:8080/", "::1"));
  EXPECT_FALSE(allows({"localhost:8080"}, "http://localhost:8080/", "10.0.0.1"));
  EXPECT_FALSE(allows({"localhost:8080"}, "http://localhost:8081/", "127.0.0.1"));
  EXPECT_FALSE(allows({"localhost:8080"}, "http://127.0.0.1:8080/", "127.0.0.1"));
  EXPECT_FALSE(allows({"*.localhost"}, "http://x.localhost/", "127.0.0.1"));
}

TEST(HostRulesTest, ARangeListsPrivateAddressesForNamesToo) {
  EXPECT_TRUE(allows({"10.0.0.0/8"}, "http://10.1.2.3/", "10.1.2.3"));
  EXPECT_FALSE(allows({"10.0.0.0/8"}, "http://10.1.2.3:9000/", "10.1.2.3"));
  EXPECT_TRUE(allows({"10.0.0.0/8:9000"}, "http://10.1.2.3:9000/", "10.1.2.3"));
  EXPECT_FALSE(allows({"10.0.0.0/8"}, "http://minio.internal/", "10.1.2.3"));
  EXPECT_TRUE(allows({"10.0.0.0/8", "minio.internal"}, "http://minio.internal/", "10.1.2.3"));
  EXPECT_FALSE(allows({"10.0.0.0/8", "minio.internal"}, "http://minio.internal/", "192.168.0.1"));
  EXPECT_FALSE(
      allows({"10.0.0.0/8", "minio.internal:9000"}, "http://minio.internal:9000/", "10.1.2.3"));
  EXPECT_TRUE(allows({"10.0.0.0/8:9000", "minio.internal:9000"}, "http://minio.internal:9000/",
                     "10.1.2.3"));
  EXPECT_TRUE(allows({"fd00::/8", "x.internal"}, "http://x.internal/", "fd12::1"));
  EXPECT_TRUE(allows({"[fd00::/8]:8080"}, "http://[fd12::1]:8080/", "fd12::1"));
}

TEST(HostRulesTest, ARangeDoesNotListMetadataServicesInIt) {
  EXPECT_FALSE(allows({"169.254.0.0/16"}, "http://169.254.169.254/", "169.254.169.254"));
  EXPECT_TRUE(allows({"169.254.0.0/16"}, "http://169.254.1.1/", "169.254.1.1"));
  EXPECT_FALSE(allows({"fd00::/8"}, "http://[fd00:ec2::254]/", "fd00:ec2::254"));
  EXPECT_FALSE(allows({"100.64.0.0/10", "a.test"}, "http://a.test/", "100.100.100.200"));
  EXPECT_FALSE(allows({"0.0.0.0/0", "a.test"}, "http://a.test/", "168.63.129.16"));
  EXPECT_TRUE(allows({"169.254.169.254/32", "a.test"}, "http://a.test/", "169.254.169.254"));
}

TEST(HostRulesTest, WhatAnAddressStandsForIsJudgedToo) {
  const std::vector<std::string> nat64 = {"64:ff9b::/96", "a.test"};
  EXPECT_TRUE(allows(nat64, "http://a.test/", "64:ff9b::8.8.8.8"));
  EXPECT_FALSE(allows(nat64, "http://a.test/", "64:ff9b::10.0.0.1"));
  EXPECT_FALSE(allows(nat64, "http://a.test/", "64:ff9b::169.254.169.254"));
  EXPECT_TRUE(
      allows({"64:ff9b::/96", "10.0.0.0/8", "a.test"}, "http://a.test/", "64:ff9b::10.0.0.1"));
  EXPECT_FALSE(allows({"::/0", "a.test"}, "http://a.test/", "::ffff:169.254.169.254"));
}

TEST(HostRulesTest, ABadRuleIsNamedWithWhatIsWrong) {
  struct Case {
    const char *rule, *message;
  };
  for (const Case& each : std::initializer_list<Case>{
           {"", "names no host: it is empty."},
           {"https://", "names no host: it is empty."},
           {"https:///", "names no host: it is empty."},
           {"ftp://example.com", "neither http nor https"},
           {"https://example.com/path", "has a path"},
           {"example.com/", "has a path"},
           {"127.0.0.1:8123/api", "has a path"},
           {"127.0.0.1:8123/8", "has a path"},
           {"https://example.com//", "has a path"},
           {"10.0.0.0/", "has a path"},
           {"10.0.0/8", "has a path"},
           {"fd00::/x", "has a path"},
           {"user@example.com", "names no host"},
           {"a.*.com", "only as its first label"},
           {"*example.com", "only as its first label"},
           {"*.*.com", "only as its first label"},
           {"**", "only as its first label"},
           {"*.127.0.0.1", "before an address"},
           {"example.com:0", "port"},
           {"example.com:", "port"},
           {"example.com:70000", "port"},
           {"example.com:8o", "port"},
           {"::1", "port"},
           {"127.1", "write 127.0.0.1"},
           {"0x7f000001", "write 127.0.0.1"},
           {"10.0.0.1/8", "no range"},
           {"10.0.0.0/40", "no range"},
           {"fd00::1/8", "no range"},
           {"bücher.example", "xn--"},
           {"a b", "names no host"},
           {"a..b", "empty label"},
           {"*.", "names no host"},
       }) {
    const auto parsed = HostRules::parse(std::vector<std::string>{"good.example.com", each.rule});
    ASSERT_FALSE(parsed) << each.rule;
    EXPECT_NE(std::string::npos, parsed.error().message.find("\"" + std::string(each.rule) + "\""))
        << parsed.error().message;
    EXPECT_NE(std::string::npos, parsed.error().message.find(each.message))
        << parsed.error().message;
    EXPECT_EQ(std::string::npos, parsed.error().message.find("..", 20 + std::strlen(each.rule)))
        << parsed.error().message;
  }
}

TEST(HostRulesTest, AnOriginAsABrowserShowsItIsARule) {
  EXPECT_TRUE(allows({"http://127.0.0.1:8123/"}, "http://127.0.0.1:8123/x", "127.0.0.1"));
  EXPECT_TRUE(allows({"https://example.com/"}, "https://example.com/"));
  EXPECT_FALSE(allows({"https://example.com/"}, "http://example.com/"));
  EXPECT_TRUE(allows({"http://[::1]/"}, "http://[::1]/", "::1"));
}

std::string refusal(const std::vector<std::string>& texts, const char* url) {
  const Url parsed = Url::parse(url).value();
  EXPECT_FALSE(rules(texts).allows(parsed)) << url;
  return rules(texts).refusal(parsed);
}

TEST(HostRulesTest, ARefusalSaysWhatIsAllowed) {
  EXPECT_EQ(refusal({"a.test", "*.b.test:81"}, "https://evil.test:82/"),
            "the host evil.test:82 is not among the allowed hosts: a.test and *.b.test:81");
  EXPECT_EQ(HostRules().refusal(*Url::parse("http://a.test/")),
            "the host a.test is not among the allowed hosts");
  std::vector<std::string> many;
  for (int i = 0; i < 20; ++i) many.push_back("a" + std::to_string(i) + ".test");
  EXPECT_EQ(refusal(many, "https://evil.test/"),
            "the host evil.test is not among the allowed hosts: a0.test, a1.test, a2.test, "
            "a3.test, a4.test, a5.test, a6.test, a7.test and 12 more");
  const std::string label(63, 'a');
  EXPECT_LT(refusal({label + "." + label + "." + label}, "https://b.test/").size(), 160u);
}

TEST(HostRulesTest, ARefusalTellsThatOnlyThePortOrTheSchemeDiffers) {
  EXPECT_EQ(
      refusal({"127.0.0.1", "b.test"}, "http://127.0.0.1:8123/"),
      "the host 127.0.0.1 is allowed at port 80 (http) and 443 (https) only, not 8123 (http): "
      "allow 127.0.0.1:8123");
  EXPECT_EQ(refusal({"a.test:8080", "https://a.test", "a.test:8080"}, "https://a.test:81/"),
            "the host a.test is allowed at port 8080 and 443 (https) only, not 81 (https): allow "
            "a.test:81");
  EXPECT_EQ(refusal({"[::1]:8080"}, "http://[::1]/"),
            "the host [::1] is allowed at port 8080 only, not 80 (http): allow [::1]");
  EXPECT_EQ(refusal({"10.0.0.0/8"}, "http://10.1.2.3:9000/"),
            "the host 10.1.2.3 is allowed at port 80 (http) and 443 (https) only, not 9000 (http): "
            "allow 10.1.2.3:9000");
  EXPECT_EQ(refusal({"https://*.a.test"}, "http://x.a.test/"),
            "the host x.a.test is allowed with https only, not http: allow http://x.a.test");
  EXPECT_EQ(refusal({"*"}, "http://a.test:8080/"),
            "the host a.test is allowed at port 80 (http) and 443 (https) only, not 8080 (http): "
            "allow a.test:8080");
  // A star does not reach it at any port.
  EXPECT_EQ(refusal({"*"}, "http://127.0.0.1:8080/"),
            "the host 127.0.0.1:8080 is not among the allowed hosts: *");
}

}  // namespace
}  // namespace modebox::net

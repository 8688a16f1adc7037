#include "src/net/special_purpose.h"

#include <gtest/gtest.h>

#include <string>

namespace modebox::net {
namespace {

std::string purpose(const char* text) {
  return std::string(special_purpose(Address::parse(text).value()).value_or("public"));
}

TEST(SpecialPurposeTest, PublicAddressesArePublic) {
  for (const char* text : {"1.1.1.1",
                           "8.8.8.8",
                           "9.255.255.255",
                           "11.0.0.0",
                           "100.63.255.255",
                           "100.128.0.0",
                           "126.255.255.255",
                           "128.0.0.0",
                           "169.253.255.255",
                           "169.255.0.0",
                           "172.15.255.255",
                           "172.32.0.0",
                           "192.0.1.0",
                           "192.167.255.255",
                           "192.169.0.0",
                           "198.17.255.255",
                           "198.20.0.0",
                           "223.255.255.255",
                           "2606:4700::1111",
                           "2001:200::1",
                           "2a00:1450:4001::1",
                           "2001:4860:4860::8888",
                           "2003::1"}) {
    EXPECT_EQ("public", purpose(text)) << text;
  }
}

TEST(SpecialPurposeTest, BothEndsOfEveryRangeAreRefused) {
  struct Case {
    const char *first, *last, *purpose;
  };
  for (const Case& each : std::initializer_list<Case>{
           {"0.0.0.0", "0.255.255.255", "this network"},
           {"10.0.0.0", "10.255.255.255", "private"},
           {"100.64.0.0", "100.127.255.255", "shared (carrier-grade NAT)"},
           {"127.0.0.0", "127.255.255.255", "loopback"},
           {"169.254.0.0", "169.254.255.255", "link-local"},
           {"172.16.0.0", "172.31.255.255", "private"},
           {"192.0.0.0", "192.0.0.255", "IETF protocol assignments"},
           {"192.0.2.0", "192.0.2.255", "documentation"},
           {"192.88.99.0", "192.88.99.255", "6to4 relay (deprecated)"},
           {"192.168.0.0", "192.168.255.255", "private"},
           {"198.18.0.0", "198.19.255.255", "benchmarking"},
           {"198.51.100.0", "198.51.100.255", "documentation"},
           {"203.0.113.0", "203.0.113.255", "documentation"},
           {"224.0.0.0", "239.255.255.255", "multicast"},
           {"240.0.0.0", "255.255.255.254", "reserved"},
           {"255.255.255.255", "255.255.255.255", "broadcast"},
           {"::", "::", "unspecified"},
           {"::1", "::1", "loopback"},
           {"::2", "::ffff:ffff", "IPv4-compatible (deprecated)"},
           {"::ffff:0.0.0.0", "::ffff:255.255.255.255", "IPv4-mapped"},
           {"::ffff:8.8.8.8", "::ffff:8.8.8.8", "IPv4-mapped"},
           {"64:ff9b::", "64:ff9b::ffff:ffff", "NAT64"},
           {"64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "NAT64, local"},
           {"100::", "100::ffff:ffff:ffff:ffff", "discard-only"},
           {"2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", "Teredo"},
           {"2001:2::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "IETF protocol assignments"},
           {"2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"},
           {"2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "6to4"},
           {"3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"},
           {"5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "segment routing"},
           {"fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "unique local"},
           {"fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "link-local"},
           {"fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "site-local (deprecated)"},
           {"ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "multicast"},
           {"4000::", "4000::1", "reserved"},
       }) {
    EXPECT_EQ(each.purpose, purpose(each.first)) << each.first;
    EXPECT_EQ(each.purpose, purpose(each.last)) << each.last;
  }
}

TEST(SpecialPurposeTest, WhereCloudsServeCredentialsIsNamed) {
  for (const char* text : {"169.254.169.254", "168.63.129.16", "100.100.100.200", "192.0.0.192",
                           "fd00:ec2::254", "fd20:ce::254"}) {
    EXPECT_EQ("cloud metadata", purpose(text)) << text;
  }
}

TEST(SpecialPurposeTest, AddressesThatCarryOneOfIpv4AreNeverPublicAndTellIt) {
  struct Case {
    const char *outer, *inner;
  };
  for (const Case& each :
       std::initializer_list<Case>{{"::ffff:10.1.2.3", "10.1.2.3"},
                                   {"::ffff:0:10.1.2.3", "10.1.2.3"},
                                   {"::10.1.2.3", "10.1.2.3"},
                                   {"64:ff9b::169.254.169.254", "169.254.169.254"},
                                   {"64:ff9b:1::10.1.2.3", "10.1.2.3"},
                                   {"2002:0a01:0203::1", "10.1.2.3"},
                                   {"2001:0:4136:e378:8000:63bf:f5fe:fdfc", "10.1.2.3"},
                                   {"2606:4700::5efe:10.1.2.3", "10.1.2.3"},
                                   {"2606:4700::200:5efe:10.1.2.3", "10.1.2.3"}}) {
    const Address outer = Address::parse(each.outer).value();
    EXPECT_TRUE(special_purpose(outer)) << each.outer;
    ASSERT_TRUE(embedded_v4(outer)) << each.outer;
    EXPECT_EQ(each.inner, embedded_v4(outer)->text()) << each.outer;
  }
  for (const char* text : {"::", "::1", "2606:4700::1111", "fe80::1", "1.2.3.4"}) {
    EXPECT_FALSE(embedded_v4(*Address::parse(text))) << text;
  }
}

}  // namespace
}  // namespace modebox::net

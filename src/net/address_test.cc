#include "src/net/address.h"

#include <gtest/gtest.h>

namespace modebox::net {
namespace {

TEST(AddressTest, WhatPeopleWriteIsRead) {
  EXPECT_EQ("192.0.2.1", Address::parse("192.0.2.1")->text());
  EXPECT_EQ("2001:db8::1", Address::parse("2001:0DB8:0:0::1")->text());
  EXPECT_EQ(Address::loopback_v4(), Address::parse("127.0.0.1"));
  EXPECT_EQ(Address::loopback_v6(), Address::parse("::1"));
  EXPECT_EQ(0xc0000201U, Address::parse("192.0.2.1")->v4_number());
}

TEST(AddressTest, OddSpellingsAreNoAddresses) {
  for (const char* text : {"", "127.1", "0x7f.0.0.1", "0127.0.0.1", "127.0.0.01", "2130706433",
                           "1.2.3.4.5", " 1.2.3.4", "1.2.3.4 ", "1.2.3.256", "[::1]",
                           "fe80::1%eth0", "::1/128", ":::", "1::2::3", "::12345"}) {
    EXPECT_FALSE(Address::parse(text)) << text;
  }
  EXPECT_FALSE(Address::parse(std::string_view("1.2.3.4\0", 8)));
}

TEST(AddressTest, ARangeHoldsWhatBeginsLikeIt) {
  const auto range = AddressRange::parse("10.32.0.0/11");
  ASSERT_TRUE(range);
  EXPECT_TRUE(range->contains(*Address::parse("10.32.0.0")));
  EXPECT_TRUE(range->contains(*Address::parse("10.63.255.255")));
  EXPECT_FALSE(range->contains(*Address::parse("10.31.255.255")));
  EXPECT_FALSE(range->contains(*Address::parse("10.64.0.0")));
  EXPECT_FALSE(range->contains(*Address::parse("::10.32.0.0")));
  EXPECT_TRUE(AddressRange::parse("0.0.0.0/0")->contains(*Address::parse("255.255.255.255")));
  EXPECT_FALSE(AddressRange::parse("::/0")->contains(*Address::parse("1.2.3.4")));
  EXPECT_TRUE(AddressRange::parse("::1/128")->contains(Address::loopback_v6()));
}

TEST(AddressTest, WhatIsNoRangeIsRefused) {
  for (const char* text :
       {"10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.1/8", "/8",
        "fd00::/129", "fd00::1/64", "10.0.0.0/8/8", "10/8"}) {
    EXPECT_FALSE(AddressRange::parse(text)) << text;
  }
}

}  // namespace
}  // namespace modebox::net

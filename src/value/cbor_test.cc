// The bytes themselves: what each kind is encoded as, and what is refused.
#include <gtest/gtest.h>

#include <pthread.h>

#include <cmath>
#include <limits>
#include <string>

#include "modebox/bigint.h"
#include "src/value/cbor_decode.h"
#include "src/value/cbor_encode.h"
#include "src/value/cbor_reader.h"
#include "src/value/cbor_writer.h"

namespace modebox::value {
namespace {

using Bytes = std::vector<std::byte>;

std::string hex(const Bytes& bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    text += digits[std::to_integer<unsigned>(byte) >> 4];
    text += digits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

Bytes unhex(std::string_view text) {
  Bytes bytes;
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(digit(text[i]) * 16 + digit(text[i + 1])));
  }
  return bytes;
}

std::string encoded(const Value& value) { return hex(*encode(value)); }

std::string problem(std::string_view bytes, const DecodeLimits& limits = {}) {
  const Result<Value> result = decode(unhex(bytes), limits);
  return result ? "accepted" : result.error().message;
}

TEST(Cbor, EveryKindHasItsDocumentedForm) {
  const auto text = [](std::string_view bytes) { return std::as_bytes(std::span(bytes)); };
  const Value buffer = Value::array_buffer(text("abcd"));
  const std::pair<Value, const char*> forms[] = {
      {Value(), "f7"},
      {nullptr, "f6"},
      {true, "f5"},
      {false, "f4"},
      {0, "00"},
      {-1, "20"},
      {24, "1818"},
      {-500, "3901f3"},
      {9007199254740991, "1b001fffffffffffff"},
      {-9007199254740991.0, "3b001ffffffffffffe"},
      {9007199254740992.0, "fb4340000000000000"},
      {-0.0, "fb8000000000000000"},
      {1.5, "fb3ff8000000000000"},
      {std::numeric_limits<double>::quiet_NaN(), "fb7ff8000000000000"},
      {-std::numeric_limits<double>::infinity(), "fbfff0000000000000"},
      {BigInt(), "c240"},
      {BigInt::from(256), "c2420100"},
      {BigInt::from(-1), "c340"},
      {BigInt::from(-256), "c341ff"},
      {BigInt::from(-257), "c3420100"},
      {"", "60"},
      {"\xe2\x82\xac", "63e282ac"},
      {"\xed\xa0\x80z", "d9011144eda0807a"},
      {Value::object({{"a", 1}, {"b", Value()}}), "a26161016162f7"},
      {Value::array({1, Value::array()}), "820180"},
      {Value::map_of({{1, "x"}}), "d90103a1016178"},
      {Value::set_of({1, 2}), "d90102820102"},
      {Value::date(1000), "d99c411903e8"},
      {Value::date(std::nan("")), "d99c41fb7ff8000000000000"},
      {Value::regexp("a+", "g"), "d9524a8262612b6167"},
      {Value::array_buffer(text("abcd")), "4461626364"},
      {Value::uint8_array(text("ab")), "d840426162"},
      {Value::typed_array(ElementType::uint16, buffer, 2, 1),
       "d99c428418454461626364"
       "02"
       "01"},
      {Value::data_view(Value::array_buffer(text("ab")), 1, 1),
       "d99c42840042616201"
       "01"},
      {Value::error("E", "m"), "d99c43a2646e616d656145676d657373616765616d"},
  };
  for (const auto& [value, bytes] : forms) {
    EXPECT_EQ(encoded(value), bytes) << value;
    EXPECT_EQ(*decode(unhex(bytes)), value) << bytes;
  }
}

TEST(Cbor, HolesAndSparseArraysStayWhatTheyAre) {
  Value holes = Value::array({1});
  holes.resize(3);
  EXPECT_EQ(encoded(holes), "8301e0e0");
  Value sparse = Value::array();
  sparse.set(4294967294u, true);
  EXPECT_EQ(encoded(sparse), "d99c40821affffffff821afffffffef5");
  for (const Value& array : {holes, sparse}) EXPECT_EQ(*decode(*encode(array)), array);
}

TEST(Cbor, SharedValuesAndCyclesAreReferences) {
  const Value shared = Value::array();
  EXPECT_EQ(encoded(Value::array({shared, shared})), "82d81c80d81d1a00000000");
  Value loop = Value::array();
  loop.push(loop);
  EXPECT_EQ(encoded(loop), "d81c81d81d1a00000000");
  EXPECT_EQ(encoded(Value::object({{"k", shared}})),
            "a1616b80");  // held elsewhere, but once in here
  const Value decoded = *decode(unhex("82d81c80d81d00"));
  EXPECT_TRUE(same_node(decoded[0], decoded[1]));
  const Value again = *decode(unhex("d81c81d81d00"));
  EXPECT_TRUE(same_node(again, again[0]));
}

TEST(Cbor, NumbersOfReferencesFollowTheOrderOfTheirTags) {
  // The second one to occur again is the first to be tagged.
  const Value first = Value::array({1}), second = Value::array({2});
  const Value value = Value::array({first, second, second, first});
  EXPECT_EQ(encoded(value), "84d81c8101d81c8102d81d1a00000001d81d1a00000000");
  EXPECT_EQ(*decode(*encode(value)), value);
}

TEST(Cbor, ShorterFloatsAreRead) {
  EXPECT_EQ(*decode(unhex("f93c00")), 1);
  EXPECT_EQ(*decode(unhex("f98000")), -0.0);
  EXPECT_EQ(*decode(unhex("f90001")), std::ldexp(1, -24));
  EXPECT_EQ(*decode(unhex("f97bff")), 65504);
  EXPECT_EQ(*decode(unhex("f9fc00")), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(*decode(unhex("fa3fc00000")), 1.5);
  EXPECT_TRUE(std::isnan(decode(unhex("fa7fc12345"))->as_number()));
}

TEST(Cbor, MalformedBytesAreToldWithTheirPlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "the value is malformed at byte 0: an item is cut off or has an unknown form"},
      {"19", "the value is malformed at byte 0: an item is cut off or has an unknown form"},
      {"9f01ff", "the value is malformed at byte 0: an item is cut off or has an unknown form"},
      {"0000", "the value is malformed at byte 1: something follows it"},
      {"820181", "the value is malformed at byte 2: a container is longer than the message"},
      {"9b7fffffffffffffff",
       "the value is malformed at byte 0: a container is longer than the message"},
      {"bbffffffffffffffff",
       "the value is malformed at byte 0: a container is longer than the message"},
      {"5bffffffffffffffff",
       "the value is malformed at byte 9: a string is longer than the message"},
      {"62ff00", "the value is malformed at byte 0: a string is not valid UTF-8"},
      {"63eda080", "the value is malformed at byte 0: a string is not valid UTF-8"},
      {"d9011146eda0bdedb880", "the value is malformed at byte 0: a string is not valid UTF-8"},
      {"1b0020000000000000", "the value is malformed at byte 0: an integer is beyond 2^53-1"},
      {"e0", "the value is malformed at byte 0: a hole is not in an array"},
      {"f0", "the value is malformed at byte 0: an unknown simple value"},
      {"a10102", "the value is malformed at byte 1: an object's key is not a string"},
      {"d81d00", "the value is malformed at byte 0: tag 29 refers to nothing that came before"},
      {"82d81d00d81c80",
       "the value is malformed at byte 1: tag 29 refers to nothing that came before"},
      {"d81c01", "the value is malformed at byte 2: tag 28 is on a value without identity"},
      {"d81cc240", "the value is malformed at byte 2: tag 28 is on a value without identity"},
      {"d81cd81c80", "the value is malformed at byte 2: tag 28 stands twice"},
      {"d81cd81d00", "the value is malformed at byte 2: tag 28 is on a value without identity"},
      {"d9ffff00", "the value is malformed at byte 0: an unknown tag"},
      {"d8454161", "the value is malformed at byte 0: a typed array ends within an element"},
      {"d99c428418454461626364"
       "0101",
       "the value is malformed at byte 0: a view reaches beyond its buffer or is misaligned"},
      {"d99c428418454461626364"
       "0003",
       "the value is malformed at byte 0: a view reaches beyond its buffer or is misaligned"},
      {"d99c42840100"
       "0000",
       "the value is malformed at byte 0: a view has an unknown element type"},
      {"d99c4284000000"
       "00",
       "the value is malformed at byte 0: a view has no buffer"},
      {"d99c43a1646e616d656145",
       "the value is malformed at byte 0: an error's name, message, code or errors is missing or "
       "of a wrong kind"},
      {"d99c4060", "the value is malformed at byte 3: tag 40000 has no array of two"},
      {"d99c40820382030001", "the value is malformed"},
      {"d99c408203840001"
       "0002",
       "the value is malformed at byte 8: a sparse array's indices do not rise within its length"},
      {"d99c41d99c4100", "the value is malformed at byte 0: a Date has no number"},
      {"d99c4160", "the value is malformed at byte 0: a Date has no number"},
  };
  for (const auto& [bytes, message] : cases) {
    EXPECT_EQ(problem(bytes).substr(0, std::string_view(message).size()), message) << bytes;
  }
}

TEST(Cbor, OfEqualKeysTheLastWinsAtTheFirstPlace) {
  EXPECT_EQ(*decode(unhex("a3616101616202616103")), Value::object({{"a", 3}, {"b", 2}}));
  EXPECT_EQ(*decode(unhex("d90103a20001fb800000000000000002")), Value::map_of({{0, 2}}));
  EXPECT_EQ(*decode(unhex("d9010283010101")), Value::set_of({1}));
  EXPECT_EQ(decode(unhex("d9010282d81c80d81d00"))->size(), 1u);
}

TEST(Cbor, WhatAnEqualKeyReplacesMayStillBeReferredTo) {
  // {a: 28 [], a: [29 0]}; then one whose replaced value is in a cycle with a
  // value that stays: {a: 28 [28 [29 0]], a: 29 1}.
  const Value plain = *decode(unhex("a26161d81c80616181d81d00"));
  EXPECT_EQ(plain, Value::object({{"a", Value::array({Value::array()})}}));
  const Value kept = decode(unhex("a26161d81c81d81c81d81d006161d81d01"))->find("a")[0];
  EXPECT_TRUE(same_node(kept[0][0], kept));
  // {a: 28 [], a: 1} within a cycle around it all.
  const Value around = *decode(unhex("d81ca36161d81c80616101616bd81d00"));
  EXPECT_TRUE(same_node(around["k"], around));
}

TEST(Cbor, DepthIsBoundedOnBothSides) {
  const auto nested = [](std::size_t depth) {
    Value value = Value::object();
    for (std::size_t i = 1; i < depth; ++i) value = Value::object({{"in", value}});
    return value;
  };
  const Result<Bytes> deepest = encode(nested(1000));
  ASSERT_TRUE(deepest.ok());
  EXPECT_EQ(decode(*deepest)->size(), 1u);
  const std::string refused = encode(nested(1001)).error().message;
  EXPECT_TRUE(refused.starts_with("$.in.in.in")) << refused;
  EXPECT_TRUE(refused.ends_with(" is nested deeper than 1000 containers")) << refused;
  EXPECT_LT(refused.size(), 400u);
  EXPECT_EQ(problem("8181818100", {.max_depth = 3}),
            "the value is malformed at byte 3: it is nested deeper than 3 containers");
  EXPECT_EQ(encode(Value::array({1, Value::map_of({{"k", Value::array()}})}), {.max_depth = 2})
                .error()
                .message,
            "$[1].get(\"k\") is nested deeper than 2 containers");
}

TEST(Cbor, HostileNestingDoesNotOverflowTheStack) {
  // Every item that holds another, without an end, on a small stack.
  const auto work = [](void*) -> void* {
    for (const char* piece :
         {"81", "a16161", "d9010281", "d90103a1", "d90103a100", "d99c4284", "d99c428400", "d81c",
          "d81c81", "d81cd90103a1", "d99c41", "d99c40820181", "d99c4082018200", "d99c43a3",
          "d99c43a1656361757365", "d9524a82", "d840", "c2"}) {
      std::string text;
      for (int i = 0; i < 20'000; ++i) text += piece;
      EXPECT_NE(problem(text), "accepted") << piece;
    }
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 6 << 20);
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, work, nullptr), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

TEST(Cbor, MemoryIsBoundedByTheBudget) {
  std::string objects = "9a00010000";
  for (int i = 0; i < 65536; ++i) objects += "a0";
  EXPECT_EQ(problem(objects, {.max_memory = 1 << 20}).substr(0, 61),
            "the value takes more than 1048576 bytes of memory in the host");
  EXPECT_EQ(problem(objects), "accepted");
  // An array whose length alone is over the budget allocates nothing.
  std::string numbers = "9a00010000" + std::string(2 * 65536, '0');
  EXPECT_NE(problem(numbers, {.max_memory = 500'000}), "accepted");
}

TEST(Cbor, SizeIsBoundedWhenEncoding) {
  const Value value = Value::array({std::string(100, 'x'), 1});
  EXPECT_TRUE(encode(value, {.max_bytes = 104}).ok());
  EXPECT_EQ(encode(value, {.max_bytes = 103}).error().message,
            "the value takes more than 103 bytes when it is encoded");
  Bytes out(3);
  EXPECT_FALSE(encode_to(out, value, {.max_bytes = 50}).ok());
  EXPECT_EQ(out.size(), 3u);
  const Value shared = Value::array();  // the tags that are inserted at the end count
  EXPECT_FALSE(encode(Value::array({shared, shared}), {.max_bytes = 10}).ok());
  EXPECT_TRUE(encode(Value::array({shared, shared}), {.max_bytes = 11}).ok());
}

TEST(Cbor, SharedGraphsStaySmall) {
  Value value = Value::array({1});
  for (int i = 0; i < 30; ++i) value = Value::array({value, value});
  EXPECT_LT(encode(value)->size(), 500u);
  EXPECT_EQ(*decode(*encode(value)), value);
}

TEST(CborReader, ReadsWhatTheWriterWrote) {
  Bytes out;
  CborWriter writer(out);
  writer.array(8);
  writer.uint(1ull << 63);
  writer.text("caf\xc3\xa9 \xff");
  writer.string("\xed\xa0\x80");
  writer.null();
  writer.boolean(true);
  writer.number(-2.5);
  writer.bytes(std::string_view("\0\1", 2));
  ASSERT_TRUE(encode_to(out, Value::object({{"k", "v"}})).ok());

  CborReader reader(out);
  EXPECT_EQ(reader.array(), 8u);
  EXPECT_EQ(reader.uint(), 1ull << 63);
  EXPECT_EQ(reader.text(), "caf\xc3\xa9 \xef\xbf\xbd");
  EXPECT_EQ(reader.peek(), CborReader::Type::text);
  EXPECT_EQ(reader.text(), "\xed\xa0\x80");
  EXPECT_TRUE(reader.take_null());
  EXPECT_FALSE(reader.take_null());
  EXPECT_TRUE(reader.boolean());
  EXPECT_EQ(reader.number(), -2.5);
  EXPECT_EQ(reader.bytes().size(), 2u);
  const auto raw = CborReader(reader).raw();
  EXPECT_EQ(raw.size(), 5u);
  EXPECT_EQ(reader.value(), Value::object({{"k", "v"}}));
  reader.finish();
  EXPECT_TRUE(reader.ok());
}

TEST(CborReader, TheFirstProblemSticks) {
  const Bytes bytes = unhex("8201616102");
  CborReader reader(bytes);
  EXPECT_EQ(reader.array(), 2u);
  EXPECT_EQ(reader.text(), "");
  EXPECT_EQ(reader.uint(), 0u);
  EXPECT_TRUE(reader.raw().empty());
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.error().message, "the message is malformed at byte 1: expected a text");
  EXPECT_EQ(reader.peek(), CborReader::Type::end);
}

TEST(CborReader, HostileLengthsAreRefused) {
  for (const char* text :
       {"9b00ffffffffffffff", "7bffffffffffffffff", "5affffffff", "bbffffffffffffffff"}) {
    const Bytes bytes = unhex(text);
    for (int method = 0; method < 5; ++method) {
      CborReader reader(bytes);
      const std::size_t got = method == 0   ? reader.array()
                              : method == 1 ? reader.map()
                              : method == 2 ? reader.text().size()
                              : method == 3 ? reader.bytes().size()
                                            : reader.raw().size();
      EXPECT_EQ(got, 0u);
      EXPECT_FALSE(reader.ok()) << text << " " << method;
    }
  }
  const Bytes following = unhex("0000");
  CborReader reader(following);
  reader.uint();
  reader.finish();
  EXPECT_EQ(reader.error().message, "the message is malformed at byte 1: expected the end");
}

}  // namespace
}  // namespace modebox::value

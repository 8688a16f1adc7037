#include "src/engine/messages.h"

#include <gtest/gtest.h>

#include "src/value/cbor_reader.h"
#include "src/value/cbor_writer.h"

namespace modebox::engine {
namespace {

using value::CborReader;
using value::CborWriter;

template <typename F>
Bytes written(F write) {
  Bytes out;
  CborWriter writer(out);
  write(writer);
  return out;
}

TEST(Messages, AnAnswerOverItsLimitBecomesAnErrorOfThatCall) {
  const Bytes answer = encode_answer(7, Value(std::string(1000, 'x')), 100);
  CborReader reader(answer);
  EXPECT_EQ(reader.array(), 6u);
  EXPECT_EQ(reader.uint(), 7u);
  EXPECT_EQ(reader.uint(), 1u);
  EXPECT_EQ(reader.text(), "RangeError");
  EXPECT_NE(reader.text().find("maxHostFunctionOutputBytes"), std::string_view::npos);
  EXPECT_EQ(reader.text(), "RUN_TOO_LARGE");
  EXPECT_TRUE(reader.value().is_undefined());
  reader.finish();
  EXPECT_TRUE(reader.ok());
}

TEST(Messages, AnErrorOverItsLimitIsReplaced) {
  const Bytes reply = encode_reply(ToolError{std::string(1000, 'x'), "Error", ""}, 100);
  EXPECT_LT(reply.size(), 200u);
}

TEST(Messages, AnErrorLosesItsDataBeforeItsMessage) {
  const ToolError error{"full", "Error", "E_FULL", Value(std::string(1000, 'x'))};
  EXPECT_EQ(encode_reply(error, 100), encode_reply({ToolError{"full", "Error", "E_FULL"}}, 100));
}

TEST(Messages, ReadsACall) {
  const Bytes message = written([](CborWriter& w) {
    w.array(4);
    w.uint(0);
    w.uint(1);
    w.uint(2);
    w.array(1);
    w.text("hi");
  });
  const Result<GuestMessage> read = read_guest_message(message);
  ASSERT_TRUE(read);
  const auto& call = std::get<CallMessage>(*read);
  EXPECT_FALSE(call.synchronous);
  EXPECT_EQ(call.id, 1u);
  EXPECT_EQ(call.tool, 2u);
  const auto arguments = read_arguments(call.arguments);
  ASSERT_TRUE(arguments);
  ASSERT_EQ(arguments->size(), 1u);
  EXPECT_EQ((*arguments)[0].as_string(), "hi");
}

TEST(Messages, ReadsThatACallIsGivenUp) {
  const Bytes message = written([](CborWriter& w) {
    w.array(2);
    w.uint(6);
    w.uint(7);
  });
  const Result<GuestMessage> read = read_guest_message(message);
  ASSERT_TRUE(read);
  EXPECT_EQ(std::get<CancelMessage>(*read).id, 7u);
}

TEST(Messages, TheStartTellsWhatKindEachToolIs) {
  const auto nothing = [](const HostCall&) { return Value(); };
  std::vector<Tool> tools = {Tool("a", nothing), Tool("b", nothing), Tool("fetch", nothing)};
  tools[1].synchronous();
  tools[2].web_fetch();
  const Bytes message = start_message("1", RunOptions{}, tools, 1);
  value::CborReader reader(message);
  reader.array();
  reader.uint();
  reader.text();
  reader.text();
  ASSERT_EQ(reader.array(), 3u);
  for (const std::uint64_t kind : {0u, 1u, 2u}) {
    EXPECT_EQ(reader.array(), 2u);
    reader.text();
    EXPECT_EQ(reader.uint(), kind);
  }
}

TEST(Messages, AnAnswerTellsWhichCallItIsFor) {
  EXPECT_EQ(answered_call(encode_answer(300, Value("x"), 1000)), 300u);
  EXPECT_EQ(answered_call(encode_answer(7, ToolError{"no"}, 1000)), 7u);
}

TEST(Messages, RefusesMessagesOfTheWrongShape) {
  const Bytes shapes[] = {
      {},
      written([](CborWriter& w) { w.uint(0); }),
      written([](CborWriter& w) { w.array(0); }),
      written([](CborWriter& w) {
        w.array(1);
        w.uint(99);
      }),
      written([](CborWriter& w) {
        w.array(4);
        w.uint(0);
        w.uint(1);
        w.uint(2);
        w.text("no array");
      }),
      written([](CborWriter& w) {
        w.array(2);
        w.uint(3);
        w.uint(1 << 30);
      }),
      written([](CborWriter& w) {
        w.array(2);
        w.uint(6);
        w.text("all");
      }),
      written([](CborWriter& w) {
        w.array(1);
        w.uint(4);
        w.uint(4);
      }),
  };
  for (const Bytes& shape : shapes) {
    const Result<GuestMessage> read = read_guest_message(shape);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("malformed"), std::string::npos);
  }
}

Bytes failure(std::string_view kind, std::string_view code) {
  return written([&](CborWriter& w) {
    w.array(8);
    w.uint(2);
    w.text(kind);
    w.text("Error");
    w.text("m");
    w.text("at f (script.ts:1:2)");
    w.text(code);
    w.uint(1);
    w.uint(2);
  });
}

TEST(Messages, TakesAnUncaughtErrorsOwnCodeUnlessItClaimsToBeOurs) {
  const auto code = [](const Bytes& message) {
    return std::get<Failed>(*read_entry_outcome(message)).error.code;
  };
  EXPECT_EQ(code(failure("Uncaught", "E_QUOTA")), "E_QUOTA");
  EXPECT_EQ(code(failure("Uncaught", "RUN_TIMEOUT")), "RUN_UNCAUGHT");
  EXPECT_EQ(code(failure("Stalled", "E_QUOTA")), "RUN_STALLED");
  EXPECT_FALSE(read_entry_outcome(failure("NoSuchKind", "x")));
}

TEST(Messages, ReadsHowAnEntryEnded) {
  const auto waiting = read_entry_outcome(written([](CborWriter& w) {
    w.array(2);
    w.uint(0);
    w.number(12.5);
  }));
  ASSERT_TRUE(waiting);
  EXPECT_EQ(std::get<Waiting>(*waiting).due, 12.5);
  const auto completed = read_entry_outcome(written([](CborWriter& w) {
    w.array(2);
    w.uint(1);
    w.uint(42);
  }));
  ASSERT_TRUE(completed);
  EXPECT_EQ(std::get<Completed>(*completed).value.as_number(), 42);
}

}  // namespace
}  // namespace modebox::engine

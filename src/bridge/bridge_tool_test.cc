// Tools of a server, without an engine: what goes to the server, and what is known of the tools.
#include "src/bridge/bridge_tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "modebox/toolbox.h"
#include "src/bridge/call_arguments.h"
#include "src/bridge/questions.h"
#include "src/bridge/testing/fake_downstream.h"

namespace modebox::bridge {
namespace {

using ::testing::ElementsAre;
using testing::FakeDownstream;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::json;
using testing::remote_tool;

class BridgeTool : public ::testing::Test {
 protected:
  BridgeTools make(std::vector<RemoteTool> tools, bool approve_destructive = false) {
    RemoteTools remote;
    remote.tools = std::move(tools);
    return make_bridge_tools(link, remote, approve_destructive);
  }

  std::shared_ptr<FakeDownstream> server = std::make_shared<FakeDownstream>();
  std::shared_ptr<Link> link = std::make_shared<Link>("my-fs", "my_fs", server);
};

TEST_F(BridgeTool, APatternHoldsWhoeverHasTheNameNow) {
  const BridgeTools made = make({remote_tool("read-only"), remote_tool("read_only")});
  EXPECT_EQ(made.tools.at(0).name(), "my_fs.read_only_2");
  EXPECT_TRUE(made.tools.at(0).fits_any({"my_fs.read_only"}));
  EXPECT_TRUE(made.tools.at(1).fits_any({"my_fs.read_only"}));
}

TEST_F(BridgeTool, HasBothNames) {
  RemoteTool remote = remote_tool("read-only");
  remote.description = "Reads.";
  const Tool tool = make({remote}).tools.at(0);
  EXPECT_EQ(tool.name(), "my_fs.read_only");
  EXPECT_EQ(tool.original_name(), "my-fs.read-only");
  EXPECT_TRUE(tool.fits_any({"my-fs.read-*"}));
  EXPECT_TRUE(tool.fits_any({"my_fs.read_only"}));
  EXPECT_EQ(tool.description(), "Reads.\nIts server calls it \"read-only\".");
  EXPECT_EQ(make({remote_tool("read")}).tools.at(0).description(), "");
}

TEST_F(BridgeTool, NeedsConsentUnlessItOnlyReads) {
  RemoteTool reads = remote_tool("reads");
  reads.read_only = true;
  const std::vector<Tool> tools = make({reads, remote_tool("writes")}, true).tools;
  EXPECT_EQ(tools.at(0).approval().kind(), Approval::Kind::never);
  EXPECT_EQ(tools.at(1).approval().kind(), Approval::Kind::always);
  EXPECT_EQ(make({remote_tool("writes")}).tools.at(0).approval().kind(), Approval::Kind::never);
}

TEST_F(BridgeTool, OfTheSameNameTheFirstCounts) {
  const BridgeTools made = make({remote_tool("a", R"({"type":"object"})"), remote_tool("a")});
  ASSERT_EQ(made.tools.size(), 1U);
  EXPECT_TRUE(made.tools[0].input_schema().is_object());
  EXPECT_THAT(made.notes, ElementsAre("There are several tools named \"a\"; the first counts."));
}

TEST_F(BridgeTool, ABadSchemaIsLeftOutAlone) {
  const BridgeTools made = make({
      remote_tool("bad", R"({"type":"object","properties":null})", R"({"type":"object"})"),
      remote_tool("list", R"({"type":"array"})"),
      remote_tool("good", R"({"type":"object","properties":{"a":{}}})", R"({"type":"nonsense"})"),
      remote_tool("none"),
  });
  ASSERT_EQ(made.tools.size(), 4U);
  EXPECT_TRUE(made.tools[0].input_schema().is_undefined());
  EXPECT_TRUE(made.tools[0].output_schema().is_object());
  EXPECT_TRUE(made.tools[1].input_schema().is_undefined());
  EXPECT_TRUE(made.tools[2].input_schema().is_object());
  EXPECT_TRUE(made.tools[2].output_schema().is_undefined());
  EXPECT_THAT(made.notes, ElementsAre(HasSubstr("my_fs.bad"), HasSubstr("my_fs.list"),
                                      HasSubstr("my_fs.good")));
  Toolbox box;
  for (const Tool& tool : made.tools) EXPECT_TRUE(box.add(tool).ok()) << tool.name();
}

TEST_F(BridgeTool, NotesAreNotWithoutEnd) {
  EXPECT_EQ(make(std::vector<RemoteTool>(500, remote_tool("a"))).notes.size(), 51U);
}

TEST_F(BridgeTool, ACallIsCancelledWithTheScripts) {
  HostCall call;
  const Tool tool = make({remote_tool("a")}).tools.at(0);
  tool.start(call, Reply([](const ToolResult&) {}));
  ASSERT_EQ(server->calls().size(), 1U);
  EXPECT_FALSE(server->calls()[0].cancel.cancelled());
  call.cancel.cancel();
  EXPECT_TRUE(server->calls()[0].cancel.cancelled());
}

TEST_F(BridgeTool, AClosedServerIsNotStartedAgain) {
  const Tool tool = make({remote_tool("a")}).tools.at(0);
  link->close();
  EXPECT_EQ(server->stops(), 1);
  std::string code;
  tool.start(HostCall(),
             Reply([&code](const ToolResult& result) { code = std::get<ToolError>(result).code; }));
  EXPECT_EQ(code, "E_MCP_START");
  EXPECT_THAT(server->calls(), IsEmpty());
}

std::string problem(const std::vector<Value>& arguments) {
  auto made = call_arguments("s.t", arguments);
  const auto* error = std::get_if<ToolError>(&made);
  if (error == nullptr) return "fine";
  EXPECT_EQ(error->name, "TypeError");
  EXPECT_EQ(error->code, "E_INVALID_ARGUMENTS");
  return error->message;
}

TEST(CallArguments, AreOneObject) {
  EXPECT_EQ(std::get<Value>(call_arguments("s.t", {})), Value::object());
  EXPECT_EQ(std::get<Value>(call_arguments("s.t", {Value(), Value()})), Value::object());
  EXPECT_EQ(std::get<Value>(call_arguments("s.t", {json(R"({"a":[1]})")})), json(R"({"a":[1]})"));
  EXPECT_EQ(problem({Value::object(), Value(1)}), "s.t: takes one argument, not 2.");
  EXPECT_EQ(problem({Value("x")}), "s.t: input must be an object, not a string.");
  EXPECT_EQ(problem({Value(nullptr)}), "s.t: input must be an object, not null.");
  EXPECT_EQ(problem({Value::array()}), "s.t: input must be an object, not an array.");
}

TEST(CallArguments, AreAsJsonStringifyMakesThem) {
  const Value given = Value::object({{"when", Value::date(0)}, {"none", Value()}});
  EXPECT_EQ(std::get<Value>(call_arguments("s.t", {given})),
            json(R"({"when":"1970-01-01T00:00:00.000Z"})"));
}

TEST(CallArguments, NameWhatJsonCanNotHold) {
  EXPECT_THAT(problem({Value::object({{"a", Value::array({1, Value::map_of()})}})}),
              HasSubstr("input.a[1]"));
  EXPECT_THAT(problem({Value::object({{"a", std::numeric_limits<double>::quiet_NaN()}})}),
              HasSubstr("input.a"));
  Value circle = Value::object();
  circle.set("self", circle);
  EXPECT_THAT(problem({circle}), HasSubstr("input.self"));
  EXPECT_NE(problem({Value::object({{"a", Value("\xed\xa0\x80")}})}), "fine");
}

Value responses(const Value& resolution) {
  Resume resume;
  resume.payload =
      std::get<Interrupt>(interrupt_for("s", {json(R"({"a":{"method":"elicitation/create","params":
        {"requestedSchema":{"type":"object","properties":{"n":{"type":"number","default":3}}}}}})"),
                                              Value("h")}))
          .payload;
  resume.resolution = resolution;
  const auto answered = answered_question("s", resume);
  EXPECT_EQ(answered->value().handle, Value("h"));
  return answered->value().responses;
}

TEST(Questions, AreAnsweredByKeys) {
  EXPECT_EQ(responses(json(R"({"a":{"action":"accept","content":{"n":1},"x":1},"b":{}})")),
            json(R"({"a":{"action":"accept","content":{"n":1}}})"));
  EXPECT_EQ(responses(json(R"({"a":{"action":"decline","content":{"n":1}}})")),
            json(R"({"a":{"action":"decline"}})"));
  EXPECT_EQ(responses(json("{}")), json(R"({"a":{"action":"cancel"}})"));
}

TEST(Questions, TakeAPlainYesOrNo) {
  EXPECT_EQ(responses(Value(true)), json(R"({"a":{"action":"accept","content":{"n":3}}})"));
  EXPECT_EQ(responses(Value(false)), json(R"({"a":{"action":"decline"}})"));
  EXPECT_EQ(responses(Value("sure")), json(R"({"a":{"action":"decline"}})"));
  EXPECT_EQ(responses(Value()), json(R"({"a":{"action":"decline"}})"));
}

TEST(Questions, OfAPolicyOrAnotherServerAreNoneOfThisOne) {
  Resume resume;
  resume.resolution = Value(true);
  EXPECT_FALSE(answered_question("s", resume).has_value());
  resume.payload = std::get<Interrupt>(interrupt_for("s", {json(R"({"a":{}})"), {}})).payload;
  EXPECT_EQ(answered_question("other", resume)->error().code, "E_MCP_LOST");
  EXPECT_EQ(std::get<ToolError>(interrupt_for("s", {Value(), {}})).code, "E_MCP_PROTOCOL");
}

}  // namespace
}  // namespace modebox::bridge

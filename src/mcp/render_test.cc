#include "src/mcp/render.h"

#include <gtest/gtest.h>

#include <limits>

#include "modebox/bigint.h"
#include "modebox/json.h"
#include "modebox/text.h"
#include "src/mcp/call_summary.h"

namespace modebox::mcp {
namespace {

RunResult completed(Value value) {
  RunResult result;
  result.outcome = Completed{std::move(value)};
  return result;
}
RunResult failed(RunError error) {
  RunResult result;
  result.outcome = Failed{std::move(error)};
  return result;
}
void add_calls(RunResult& result, std::string name, CallState state, std::size_t count = 1) {
  for (std::size_t i = 0; i < count; ++i) result.calls.push_back({name, state, {}});
}
std::vector<std::string> texts(const Rendering& rendering) {
  std::vector<std::string> all;
  for (const ContentBlock& block : rendering.content) all.emplace_back(text_of(block));
  return all;
}
using Texts = std::vector<std::string>;
bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

TEST(Render, ShowsAStringAsItIsAndTheRestAsJson) {
  EXPECT_EQ(texts(render(completed("a \"b\"\n"))), Texts{"a \"b\"\n"});
  EXPECT_EQ(texts(render(completed(Value::object({{"a", Value::array({1, nullptr})}})))),
            Texts{R"({"a":[1,null]})"});
  EXPECT_EQ(texts(render(completed(nullptr))), Texts{"null"});
  EXPECT_EQ(texts(render(completed(0.5))), Texts{"0.5"});
  EXPECT_FALSE(render(completed(1)).is_error);
}

TEST(Render, NeverGivesAnEmptyText) {
  EXPECT_EQ(texts(render(completed(Value()))), Texts{"The script's value is undefined."});
  EXPECT_EQ(texts(render(completed(""))), Texts{"\"\""});
  EXPECT_EQ(texts(render(completed(" \n"))), Texts{"\" \\n\""});
  EXPECT_EQ(texts(render(completed(Value::object({{"type", "text"}, {"text", ""}})))),
            Texts{R"({"type":"text","text":""})"});
}

TEST(Render, ShowsWhatJsonCanNotHoldAsPeopleReadIt) {
  EXPECT_EQ(texts(render(completed(Value::map_of({{"k", BigInt::from(1)}})))),
            Texts{"Map(1) { \"k\" => 1n }"});
  EXPECT_EQ(texts(render(completed(std::numeric_limits<double>::quiet_NaN()))), Texts{"NaN"});
  Value cycle = Value::object();
  cycle.set("self", cycle);
  EXPECT_TRUE(has(texts(render(completed(cycle)))[0], "circular"));
}

TEST(Render, GivesContentAsContent) {
  const Value value =
      from_json(
          R"([{"type":"text","text":"a"},{"type":"resource_link","uri":"a:b","name":"n","x":1}])")
          .value();
  const Rendering rendering = render(completed(value));
  ASSERT_EQ(rendering.content.size(), 2u);
  EXPECT_EQ(to_json(rendering.content[1]).value(),
            R"({"type":"resource_link","uri":"a:b","name":"n"})");
  const Value error =
      from_json(R"({"content":[{"type":"text","text":"no"}],"isError":true})").value();
  EXPECT_TRUE(render(completed(error)).is_error);
}

TEST(Render, SaysWhyWhatLooksLikeContentIsNone) {
  const Value value = from_json(R"({"type":"image","data":"?","mimeType":"image/png"})").value();
  const Texts shown = texts(render(completed(value)));
  ASSERT_EQ(shown.size(), 2u);
  EXPECT_EQ(shown[0], R"({"type":"image","data":"?","mimeType":"image/png"})");
  EXPECT_TRUE(has(shown[1], "base64")) << shown[1];
}

TEST(Render, ShowsWhatWasLogged) {
  RunResult result = completed(1);
  result.logs = {{"log", "one\ntwo", 0}, {"warn", "careful", 0}, {"error", "\xed\xa0\x80", 0}};
  EXPECT_EQ(texts(render(result)),
            (Texts{"1", "Console:\none\ntwo\nwarn: careful\nerror: \ufffd\n"}));
}

TEST(Render, SaysWhatFailedWhereAndHowFarCallsCame) {
  RunError error = run_error(ErrorKind::uncaught, "quota is spent", "E_QUOTA");
  error.name = "RangeError";
  error.line = 2;
  error.column = 3;
  error.stack = "    at f (script.ts:2:3)\n    at script.ts:9:1";
  RunResult result = failed(error);
  add_calls(result, "mail.send", CallState::completed, 12);
  add_calls(result, "db.read", CallState::completed);
  add_calls(result, "tools.search", CallState::completed, 3);
  add_calls(result, "mail.send", CallState::failed);
  add_calls(result, "mail.list", CallState::running, 2);
  add_calls(result, "late", CallState::queued);
  result.logs = {{"log", "hello", 0}};
  const Rendering rendering = render(result, {.source = "one\n  f()\n"});
  EXPECT_TRUE(rendering.is_error);
  EXPECT_EQ(texts(rendering), (Texts{"Uncaught (E_QUOTA): RangeError: quota is spent\n"
                                     " --> script.ts:2:3\n2 |   f()\n  |   ^\n"
                                     "    at f (script.ts:2:3)\n    at script.ts:9:1\n"
                                     "Host calls of this run:\n"
                                     "Completed, do not repeat: mail.send \u00d712, db.read\n"
                                     "Failed: mail.send\n"
                                     "Still open, may have taken effect: mail.list \u00d72\n"
                                     "Not begun: late\n",
                                     "Console:\nhello\n"}));
}

TEST(Render, SaysThatNothingHadBeenDone) {
  const Rendering rendering = render(failed(run_error(ErrorKind::syntax, "no")), {.source = "("});
  EXPECT_EQ(texts(rendering), Texts{"Syntax (RUN_SYNTAX): no\nNo host call was made.\n"});
}

TEST(Render, SaysWhatARunWaitsForWithoutItsContinuation) {
  RunResult result;
  Interruption one;
  one.tool = "mail.send";
  one.arguments = {Value::object({{"to", "a@b.example"}})};
  result.outcome = Interrupted{"SECRET", {one}};
  const Rendering rendering = render(result);
  EXPECT_FALSE(rendering.is_error);
  const std::string text = texts(rendering).at(0);
  EXPECT_TRUE(has(text, "mail.send({ to: \"a@b.example\" })")) << text;
  EXPECT_FALSE(has(text, "SECRET"));
}

TEST(Render, CutsAndTellsHowToGetTheRest) {
  OutputStore outputs;
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "line " + std::to_string(i) + " \U0001f600\n";
  const Rendering rendering =
      render(completed(Value(text)), {.max_text = 500, .outputs = &outputs});
  const std::string shown = texts(rendering).at(0);
  EXPECT_LT(shown.size(), 1000u);
  const std::size_t marker = shown.find("\n[") + 1;
  const std::string units = std::to_string(to_utf16(shown.substr(0, marker)).size());
  EXPECT_TRUE(text.starts_with(shown.substr(0, marker)));
  EXPECT_TRUE(has(shown, "tools.output(\"o1\")")) << shown;
  EXPECT_TRUE(has(shown, ".slice(" + units + ", ...)")) << shown;
  EXPECT_EQ(**outputs.find("o1"), text);
}

TEST(Render, CutsWithoutAStoreToo) {
  const std::string shown =
      texts(render(completed(Value(std::string(1000, 'x'))), {.max_text = 100}))[0];
  EXPECT_EQ(shown, std::string(100, 'x') +
                       "\n[900 of 1000 characters are missing. Return or print less.]");
}

TEST(Render, SharesTheRoomBetweenValueAndConsole) {
  RunResult result = completed(Value(std::string(1000, 'v')));
  result.logs = {{"log", std::string(1000, 'l'), 0}};
  Texts shown = texts(render(result, {.max_text = 400}));
  EXPECT_TRUE(has(shown[0], std::string(200, 'v') + "\n[800 of 1000"));
  EXPECT_TRUE(has(shown[1], std::string(200, 'l') + "\n[801 of 1001"));
  result.outcome = Completed{Value("v")};
  shown = texts(render(result, {.max_text = 400}));
  EXPECT_TRUE(has(shown[1], std::string(399, 'l') + "\n[602 of 1001"));
}

TEST(Render, BoundsWhatAHostileScriptFailsWith) {
  RunError error =
      run_error(ErrorKind::uncaught, std::string(100'000, 'm'), std::string(100'000, 'c'));
  error.name = std::string(100'000, 'n') + "\xff";
  for (int i = 0; i < 10'000; ++i) error.stack += "    at " + std::string(50, 'f') + "\n";
  error.line = 1;
  error.column = 1'000'000;
  RunResult result = failed(error);
  for (int i = 0; i < 5000; ++i)
    add_calls(result, "n" + std::to_string(i) + std::string(200, 'x'), CallState::completed);
  const Rendering rendering = render(result, {.source = std::string(100'000, 's')});
  EXPECT_LT(texts(rendering).at(0).size(), 16'000u);
  EXPECT_TRUE(has(texts(rendering)[0], "and 4960 other functions"));
}

TEST(Render, BoundsManyBlocks) {
  Value blocks = Value::array();
  for (int i = 0; i < 60; ++i)
    blocks.push(Value::object({{"type", "text"}, {"text", std::string(10'000, 'x')}}));
  OutputStore outputs;
  std::size_t bytes = 0;
  for (const std::string& text : texts(render(completed(blocks), {.outputs = &outputs}))) {
    EXPECT_NE(text, "");
    bytes += text.size();
  }
  EXPECT_LT(bytes, 60'000u);
}

TEST(Render, CutsTheTextOfAResource) {
  const Value value = Value::object(
      {{"type", "resource"},
       {"resource", Value::object({{"uri", "a:b"}, {"text", std::string(1000, 'x')}})}});
  const Rendering rendering = render(completed(value), {.max_text = 100});
  ASSERT_EQ(rendering.content.size(), 1u);
  EXPECT_TRUE(has(std::string(text_of(rendering.content[0]["resource"])), "900 of 1000"));
}

TEST(Render, BoundsAValueThatSharesMuchOfItself) {
  Value shared = Value::array({std::string(1000, 'x')});
  for (int i = 0; i < 40; ++i) shared = Value::array({shared, shared});
  const Texts shown = texts(render(completed(shared)));
  EXPECT_LT(shown.at(0).size(), 45'000u);
}

TEST(Render, IsJsonWhateverTheBytesAre) {
  RunError error = run_error(ErrorKind::uncaught, "\xff\xfe", "\xc3");
  error.stack = "\xed\xa0\x80";
  error.line = 1;
  RunResult result = failed(error);
  result.calls.push_back({"\xff", CallState::completed, {}});
  for (const ContentBlock& block : render(result, {.source = "\xff\xed\xa0\x80"}).content) {
    const Result<std::string> json = to_json(block);
    ASSERT_TRUE(json);
    EXPECT_TRUE(is_well_formed(*json) && find_invalid_wtf8(*json) == std::string_view::npos);
  }
}

}  // namespace
}  // namespace modebox::mcp

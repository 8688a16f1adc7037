// What is told to whoever wrote a name that is not there. tests/scenarios/missing_names has the
// same in real runs.
#include "src/engine/name_hints.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace modebox::engine {
namespace {

std::vector<Tool> tools_named(const std::vector<std::string>& names) {
  std::vector<Tool> tools;
  for (const std::string& name : names) {
    tools.push_back(Tool::async(name, [](const HostCall&, const Reply&) {}));
  }
  return tools;
}

const std::vector<Tool>& usual_tools() {
  static const std::vector<Tool> tools =
      tools_named({"stock.count", "stock.list", "pay.card.refund", "notify"});
  return tools;
}

RunError thrown(std::string name, std::string message, std::int64_t column = 1) {
  RunError error = run_error(ErrorKind::uncaught, std::move(message));
  error.name = std::move(name);
  error.line = 1;
  error.column = column;
  return error;
}

/// The message for a call of what stands at `^`, which is taken out.
std::string call(std::string text, const std::vector<Tool>& tools = usual_tools()) {
  const std::size_t at = text.find('^');
  text.erase(at, 1);
  const auto column = static_cast<std::int64_t>(at) + 1;
  return explain_name_error(thrown("TypeError", "not a function", column), text, tools).message;
}

std::string undefined(const std::string& name, const std::vector<Tool>& tools = usual_tools()) {
  return explain_name_error(thrown("ReferenceError", name + " is not defined"), "", tools).message;
}

TEST(NameHints, AFunctionOfAGroupIsNamedWithTheOneThatWasMeant) {
  EXPECT_EQ(call("stock.^cont(1)"), "stock.cont is not a function. Did you mean stock.count?");
  EXPECT_EQ(call("pay.card.^refnd()"),
            "pay.card.refnd is not a function. Did you mean pay.card.refund?");
}

TEST(NameHints, WhereNoneIsNearTheGroupsNamesAreListed) {
  EXPECT_EQ(call("stock.^buy()"), "stock.buy is not a function. stock has count, list.");
  EXPECT_EQ(call("^stock()"), "stock is not a function. stock has count, list.");
  EXPECT_EQ(call("^pay()"), "pay is not a function. pay has card.");
}

TEST(NameHints, AtMostTenNamesAreListed) {
  std::vector<std::string> names;
  for (char c = 'a'; c <= 'l'; ++c) names.push_back(std::string("g.") + c);
  const std::string ten = "g.xyz is not a function. g has a, b, c, d, e, f, g, h, i, j";
  EXPECT_EQ(call("g.^xyz()", tools_named(names)), ten + " and 2 more.");
  names.resize(10);
  EXPECT_EQ(call("g.^xyz()", tools_named(names)), ten + ".");
}

TEST(NameHints, AFunctionOfAnotherGroupMayBeMeant) {
  EXPECT_EQ(call("stock.^refund()"),
            "stock.refund is not a function. Did you mean pay.card.refund?");
  EXPECT_EQ(undefined("refund"), "refund is not defined. Did you mean pay.card.refund?");
  EXPECT_EQ(undefined("get", tools_named({"a.get", "b.get", "c.get", "d.get"})),
            "get is not defined. Did you mean a.get or b.get or c.get?");
}

TEST(NameHints, AMemberOfAFunctionIsNone) {
  EXPECT_EQ(call("stock.count.^now()"),
            "stock.count.now is not a function. Did you mean stock.count?");
}

TEST(NameHints, ReadingFromAGroupThatIsMissingNamesIt) {
  const auto read = [](const std::string& text, std::int64_t column) {
    RunError error = thrown("TypeError", "cannot read property 'refund' of undefined", column);
    return explain_name_error(std::move(error), text, usual_tools()).message;
  };
  const std::string before = "cannot read property 'refund' of undefined";
  EXPECT_EQ(read("pay.crd.refund()", 9), before + ". There is no pay.crd. Did you mean pay.card?");
  EXPECT_EQ(read("pay.bank.refund", 10), before + ". There is no pay.bank. pay has card.");
  EXPECT_EQ(read("pay.card.refund", 10), before);
  EXPECT_EQ(read("user.refund", 6), before);
  EXPECT_EQ(read("pay.crd.other()", 9), before);
}

TEST(NameHints, AVariableIsHeldAgainstTheNamesAtTheTop) {
  EXPECT_EQ(undefined("stok"), "stok is not defined. Did you mean stock?");
  EXPECT_EQ(undefined("Notify"), "Notify is not defined. Did you mean notify?");
  EXPECT_EQ(undefined("total"), "total is not defined");
  EXPECT_EQ(undefined("stok", {}), "stok is not defined");
}

TEST(NameHints, WhatOtherRuntimesHaveIsExplained) {
  EXPECT_EQ(undefined("require", {}),
            "require is not defined. There are no modules to load: a script has the language and "
            "the functions that it was given.");
  EXPECT_EQ(undefined("fetch", tools_named({"web.fetch"})),
            "fetch is not defined. Scripts can use fetch only where whoever runs them lists the "
            "hosts. Did you mean web.fetch?");
}

TEST(NameHints, AVariableThatTakesTheNameOfAToolIsToBeRenamed) {
  const auto message = [](const char* name, const std::string& text) {
    return explain_name_error(thrown(name, text), "", usual_tools()).message;
  };
  const std::string hint =
      "stock is a group of functions that the script was given: choose another name for the "
      "variable.";
  EXPECT_EQ(message("SyntaxError", "redeclaration of 'stock'"),
            "redeclaration of 'stock'. " + hint);
  EXPECT_EQ(message("ReferenceError", "stock is not initialized"),
            "stock is not initialized. " + hint);
  EXPECT_EQ(message("ReferenceError", "notify is not initialized"),
            "notify is not initialized. notify is a function that the script was given: choose "
            "another name for the variable.");
  EXPECT_EQ(message("SyntaxError", "redeclaration of 'other'"), "redeclaration of 'other'");
  EXPECT_EQ(message("ReferenceError", "other is not initialized"), "other is not initialized");
}

TEST(NameHints, VariablesOfTheScriptAreNoTools) {
  EXPECT_EQ(call("const stock = []; stock.^map(3)"), "not a function");
  EXPECT_EQ(call("items.map((stock) => stock.^map(3))"), "not a function");
  EXPECT_EQ(call("list.^map(3)"), "not a function");
}

TEST(NameHints, WhatIsNotReadInTheTextLeavesTheErrorAsItIs) {
  for (const char* text :
       {"stock['cont']^()", "f().^cont()", "stock.^count()", "stock.^cont", "^"}) {
    EXPECT_EQ(call(text), "not a function") << text;
  }
  RunError far = thrown("TypeError", "not a function", 1'000'000'000'000);
  EXPECT_EQ(explain_name_error(far, "stock.cont()", usual_tools()).message, "not a function");
  far.line = 1'000'000'000'000;
  EXPECT_EQ(explain_name_error(far, "stock.cont()", usual_tools()).message, "not a function");
}

TEST(NameHints, OtherErrorsAndNamesThatAreNoneStayAsTheyAre) {
  for (const std::string name : {"", "a b", "stok.x", "1", "stock"}) {
    EXPECT_EQ(undefined(name), name + " is not defined");
  }
  const std::string longest(10'000, 's');
  EXPECT_EQ(undefined(longest), longest + " is not defined");
  const auto unchanged = [](const RunError& error) {
    return explain_name_error(error, "stock.cont()", usual_tools()).message == error.message;
  };
  EXPECT_TRUE(unchanged(thrown("Error", "stok is not defined")));
  EXPECT_TRUE(unchanged(thrown("TypeError", "stok is not defined")));
  EXPECT_TRUE(unchanged(thrown("TypeError", "not a function!", 7)));
  EXPECT_TRUE(unchanged(thrown("MyError", "not a function", 7)));
}

TEST(NameHints, OnlyTheMessageIsExtended) {
  RunError error = thrown("TypeError", "not a function", 7);
  error.thrown = Value("kept");
  error.stack = "    at script.ts:1:7";
  const RunError told = explain_name_error(error, "stock.cont()", usual_tools());
  EXPECT_NE(told.message, error.message);
  EXPECT_EQ(told.thrown, error.thrown);
  EXPECT_EQ(told.stack, error.stack);
  EXPECT_EQ(told.name, "TypeError");
  EXPECT_EQ(told.kind, ErrorKind::uncaught);
  EXPECT_EQ(told.code, "RUN_UNCAUGHT");
}

}  // namespace
}  // namespace modebox::engine

#include "src/engine/source_names.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace modebox::engine {
namespace {

/// The dotted name that ends with the name at `^`, which is taken out.
std::string at_mark(std::string text) {
  const std::size_t at = text.find('^');
  text.erase(at, 1);
  return dotted_name_at(text, at);
}

TEST(DottedName, IsReadBackFromItsLastPart) {
  EXPECT_EQ(at_mark("^stock"), "stock");
  EXPECT_EQ(at_mark("await stock.^count(1)"), "stock.count");
  EXPECT_EQ(at_mark("[...pay.card.^refund()]"), "pay.card.refund");
  EXPECT_EQ(at_mark("1+stock \n .\t^count (1)"), "stock.count");
  EXPECT_EQ(at_mark("stock?.^count"), "stock.count");
  EXPECT_EQ(at_mark("$a._b.^été9"), "$a._b.été9");
  EXPECT_EQ(at_mark("other\nstock.^count"), "stock.count");
}

TEST(DottedName, IsNothingWhereTheTextHasSomethingElse) {
  for (const char* text : {"f().^count()", "list[0].^count()", "'text'.^length", "1.^e", "#x.^y",
                           "a.#x.^y", ".^x", "^", "^ a", "a.^1", "co^unt"}) {
    EXPECT_EQ(at_mark(text), "") << text;
  }
  EXPECT_EQ(dotted_name_at("stock", 5), "");
  EXPECT_EQ(dotted_name_at("stock", 500), "");
}

TEST(DottedName, HasAtMost200Bytes) {
  const std::string fits(198, 'a');
  EXPECT_EQ(at_mark("b.^" + fits), "b." + fits);
  EXPECT_EQ(at_mark("bc.^" + fits), "");
  EXPECT_EQ(at_mark("^" + std::string(201, 'a')), "");
}

TEST(Called, WhereParenthesesOrATemplateFollow) {
  for (const char* text : {"count()", "count  (1)", "count`a`", "count?.()"}) {
    EXPECT_TRUE(is_called_at(text, 0)) << text;
  }
  for (const char* text : {"count", "count)", "count.x()", "count = (1)"}) {
    EXPECT_FALSE(is_called_at(text, 0)) << text;
  }
}

TEST(Declared, WhateverTheSyntaxIs) {
  for (const char* text : {"const stock = 1",
                           "let stock;",
                           "let a, stock;",
                           "let a = 1, stock = 2",
                           "var\nstock",
                           "function stock() {}",
                           "async function* stock() {}",
                           "class stock {}",
                           "stock => 1",
                           "async stock => 1",
                           "(stock) => 1",
                           "(a, stock) => stock.x",
                           "(...stock) => 1",
                           "(a, stock, b) => 1",
                           "(stock = 1) => 1",
                           "function f(stock) {}",
                           "catch (stock) {}",
                           "const { stock } = x",
                           "const { x: stock } = x",
                           "const [a, stock] = x",
                           "({ a: { stock }, b }) => 1",
                           "for (const stock of x) {}",
                           "for (const [stock] of x) {}",
                           "o = { method(stock) { return 1 } }",
                           "stock = 1"}) {
    EXPECT_TRUE(may_declare(text, "stock")) << text;
  }
}

TEST(Declared, NotByUse) {
  for (const char* text :
       {"stock.count()", "await stock\n.count()", "f(stock)", "f(stock).map((x) => x)",
        "Object.keys(stock); const a = {}", "[stock, 1].x", "a ? stock : b", "stock === a",
        "stock == a", "({ stock: 1 })", "2 * stock.count()", "const stocks = 1",
        "const restock = 1", "const $stock = 1", "// stock, (and) more", "return stock;"}) {
    EXPECT_FALSE(may_declare(text, "stock")) << text;
  }
}

TEST(Declared, IsDecidedQuicklyInAnyText) {
  const auto began = std::chrono::steady_clock::now();
  for (const char* piece : {"a", "a ", "(a", "(a)", "(a,", "[a]", "a, ", "\xc3\xa9", "a.", "   "}) {
    std::string text;
    while (text.size() < (std::size_t{256} << 10)) text += piece;
    may_declare(text, "a");
    may_declare(text, "aa");
    dotted_name_at(text, text.size() - 1);
    dotted_name_at(text, 0);
    is_called_at(text, 0);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(2));
}

}  // namespace
}  // namespace modebox::engine

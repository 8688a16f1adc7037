// What becomes of a source: whole, in errors, in time. Case by case in strip_cases_test.cc.
#include "src/typescript/strip.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace modebox::typescript {
namespace {

std::string times(std::size_t count, std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

StripError error_of(std::string_view source, TypeScriptMode mode = TypeScriptMode::strip) {
  StripResult result = strip(source, mode);
  if (auto* error = std::get_if<StripError>(&result)) return *error;
  ADD_FAILURE() << "stripped to " << std::get<std::string>(result);
  return {};
}

std::string text_of(std::string_view source, TypeScriptMode mode = TypeScriptMode::strip) {
  StripResult result = strip(source, mode);
  if (auto* text = std::get_if<std::string>(&result)) return *text;
  ADD_FAILURE() << std::get<StripError>(result).message;
  return {};
}

TEST(Strip, a_large_source_is_stripped) {
  std::string source = "interface A { b: number }\n";
  while (source.size() < 200'000) source += "export const f = (a: A, b?: string): number => a.b;\n";
  const std::string text = text_of(source);
  EXPECT_EQ(text.size(), source.size());
  EXPECT_EQ(text.find("number"), std::string::npos);
}

TEST(Strip, one_source_does_not_change_the_next) {
  const std::string alone = text_of("let a: number = 1");
  (void)strip("enum E { A }", TypeScriptMode::transform);
  (void)strip("let x: = ;", TypeScriptMode::strip);
  (void)strip(times(28, "<T>(") + "1" + times(28, ")"), TypeScriptMode::strip);
  EXPECT_EQ(text_of("let a: number = 1"), alone);
}

TEST(Strip, threads_strip_at_the_same_time) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([i] {
      const std::string source = "let a" + std::to_string(i) + ": number = 1";
      for (int round = 0; round < 50; ++round) {
        EXPECT_EQ(text_of(source), "let a" + std::to_string(i) + "         = 1");
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST(Strip, hostile_sources_end_in_time) {
  const std::string sources[] = {
      times(28, "<T>(") + "1" + times(28, ")"),
      times(256 << 10, "<"),
      times(256 << 10, "("),
      times(256 << 10, "!") + "x as any",
      "x" + times(200'000, "!"),
      "let x: " + times(60'000, "A<") + "1" + times(60'000, ">"),
      "type A = " + times(60'000, "{a:") + "1" + times(60'000, "}"),
      "type A = " + times(15'000, "a extends b ? "),
      times(28'000, "enum A{} "),
      times(20'000, "a?(b):c=>") + "1",
      times(20'000, "`${a as "),
      "x" + times(35'000, " as any"),
  };
  for (const std::string& source : sources) {
    for (const auto mode : {TypeScriptMode::strip, TypeScriptMode::transform}) {
      const auto start = std::chrono::steady_clock::now();
      const StripResult result = strip(source, mode);
      const auto took = std::chrono::steady_clock::now() - start;
      if (const auto* error = std::get_if<StripError>(&result)) {
        EXPECT_NE(error->kind, StripError::Kind::internal) << source.substr(0, 40);
      }
      EXPECT_LT(took, std::chrono::milliseconds(1500)) << source.substr(0, 40);
    }
  }
}

TEST(Strip, exponential_nesting_is_too_complex) {
  const StripError error = error_of(times(28, "<T>(") + "1" + times(28, ")"));
  EXPECT_EQ(error.kind, StripError::Kind::too_complex);
  EXPECT_NE(error.message.find("too complex"), std::string::npos);
}

TEST(Strip, less_time_makes_less_too_complex) {
  std::string source;
  while (source.size() < 200'000) source += "const f = (a: number): string => String(a);\n";
  const StripResult result = strip(source, TypeScriptMode::strip, brief_time);
  ASSERT_TRUE(std::holds_alternative<StripError>(result));
  EXPECT_EQ(std::get<StripError>(result).kind, StripError::Kind::too_complex);
}

struct Refused {
  std::string_view source;
  StripError::Kind kind;
  std::string_view part;
  std::int64_t line;
  std::int64_t column;
};

TEST(Strip, what_can_not_be_stripped_is_named_with_its_place) {
  using Kind = StripError::Kind;
  const Refused cases[] = {
      {"enum E { A }", Kind::unsupported, "enum", 1, 1},
      {"let é: any; const enum E { A }", Kind::unsupported, "enum", 1, 13},
      {"let s = '日本😀'; enum E { A }", Kind::unsupported, "enum", 1, 17},
      {"\tenum E { A }", Kind::unsupported, "enum", 1, 2},
      {"\xef\xbb\xbf"
       "enum E { A }",
       Kind::unsupported, "enum", 1, 2},
      {"let a: any;\r\n  enum E { A }", Kind::unsupported, "enum", 2, 3},
      {"namespace N { export const a = 1 }", Kind::unsupported, "namespace", 1, 1},
      {"module N { export const a = 1 }", Kind::unsupported, "namespace", 1, 1},
      {"class A { constructor(public x: number) {} }", Kind::unsupported, "parameter property", 1,
       30},
      {"class A { constructor(private readonly x = 1) {} }", Kind::unsupported, "parameter", 1, 40},
      {"import a = require('a')", Kind::unsupported, "import =", 1, 1},
      {"export = 1", Kind::unsupported, "export =", 1, 1},
      {"let x = <number>y", Kind::unsupported, "angle brackets", 1, 9},
      {"let a: any;\nreturn <any>a", Kind::unsupported, "angle brackets", 2, 8},
      {"enum E { A } return E.A", Kind::unsupported, "transform", 1, 1},
      {"return 1; enum E { A }", Kind::unsupported, "enum", 1, 11},
      {"let x: = 1", Kind::syntax, "`=`", 1, 8},
      {"let x: number = ;", Kind::syntax, "Expression expected", 1, 17},
      {"return x as ;", Kind::syntax, "", 1, 13},
      {"function f(a: number {", Kind::syntax, "", 1, 22},
      {"let a: any = 'abc", Kind::syntax, "nterminated", 1, 14},
      {"if (a as any) {", Kind::syntax, "", 1, 16},
      {"return (a as any", Kind::syntax, "", 1, 17},
  };
  for (const Refused& refused : cases) {
    const StripError error = error_of(refused.source);
    EXPECT_EQ(error.kind, refused.kind) << refused.source << ": " << error.message;
    EXPECT_NE(error.message.find(refused.part), std::string::npos) << error.message;
    EXPECT_EQ(error.message.back(), '.') << error.message;
    EXPECT_EQ(error.line, refused.line) << refused.source;
    EXPECT_EQ(error.column, refused.column) << refused.source;
  }
}

TEST(Strip, a_script_may_return_and_import_types) {
  EXPECT_EQ(text_of("import type { A } from 'é'; export type B = A\nreturn 1 as B"),
            "                          ;                  \nreturn 1     ");
  EXPECT_EQ(text_of("export interface A {}\nexport type B = 1;\nreturn 2"),
            "                     \n                  \nreturn 2");
}

TEST(Strip, transform_does_not_help_everything) {
  for (const auto* source :
       {"import a = require('a')", "export = 1", "namespace N { export = 1 }"}) {
    const StripError error = error_of(source, TypeScriptMode::transform);
    EXPECT_EQ(error.kind, StripError::Kind::unsupported);
    EXPECT_EQ(error.message.find("transform"), std::string::npos) << error.message;
  }
}

TEST(Strip, a_literal_that_does_not_end_is_a_syntax_error_in_transform_too) {
  const StripError error =
      error_of("enum E { A }\nx = a++ / te|urn$tp\\return /*c", TypeScriptMode::transform);
  EXPECT_EQ(error.kind, StripError::Kind::syntax) << error.message;
  EXPECT_EQ(error.line, 2);
}

/// Where a word of the source is, and where it is in what the source became.
void expect_same_place(std::string_view source, std::string_view word) {
  const std::string text = text_of(source, TypeScriptMode::transform);
  const auto place = [word](std::string_view in) {
    const std::size_t at = in.find(word);
    if (at == std::string_view::npos) return std::string("nowhere");
    const std::string_view before = in.substr(0, at);
    const std::size_t line_start = before.rfind('\n') + 1;
    return std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ":" +
           std::to_string(at - line_start + 1);
  };
  EXPECT_EQ(place(text), place(source)) << source << "\nbecame\n" << text;
}

TEST(Strip, what_is_compiled_keeps_its_places) {
  expect_same_place("enum E { A }\nboom()", "boom");
  expect_same_place("enum E {\n  A,\n  B,\n}\n\n\n   boom()", "boom");
  expect_same_place("enum E { A }\nreturn boom()", "boom");
  expect_same_place("/* one\n two */ enum E { A } // three\n\n  boom() // four", "boom");
  expect_same_place("enum E { A }\nfoo\n  .bar()\n    .boom()", "boom");
  expect_same_place("enum E { A }\nconst s = `a\nb${ 1 }\nc`;\n boom()", "boom");
  expect_same_place("class A {\n  constructor(private x: number) {\n    boom(x);\n  }\n}", "boom");
  expect_same_place(
      "class A {\n  constructor(private x: number) {}\n  m(): void {\n    boom(this.x);\n  }\n}",
      "boom");
  expect_same_place("namespace N {\n  export function f() {\n    return boom();\n  }\n}\nN.f()",
                    "boom");
  expect_same_place("namespace N {\n  export const a = 1\n}\nif (N.a) {\n  boom()\n}", "boom");
  expect_same_place("const x = <number>1;\nboom(x)", "boom");
  expect_same_place("enum E { A }\nconst r = /[/'\"`]/.test('a'), q = 4 / 2;\nboom(r)", "boom");
  expect_same_place("enum E { A }\nconst o = {\n  a: 1,\n  b: [\n    boom(),\n  ],\n}", "boom");
  expect_same_place("enum E { A }\nif (a) x()\nelse if (b) y()\nelse\n  boom()", "boom");
  expect_same_place("enum E { A }\nconst f = async () => {\n  await g();\n  boom()\n}", "boom");
}

TEST(Strip, compiling_leaves_no_frame_behind) {
  EXPECT_EQ(text_of("enum E { A } return 1", TypeScriptMode::transform).find("async"),
            std::string::npos);
  const std::string out =
      text_of("return 1; }); enum E { A } (async () => {", TypeScriptMode::transform);
  EXPECT_NE(out.find("});"), std::string::npos) << out;
}

TEST(Strip, a_template_keeps_every_character_when_compiled) {
  const std::string out =
      text_of("enum E { A }\nconst s = `a  b\n\n   // c ${ `d /* e */ ${1}` } \\` f`;",
              TypeScriptMode::transform);
  EXPECT_NE(out.find("`a  b\n\n   // c ${"), std::string::npos) << out;
  EXPECT_NE(out.find("`d /* e */ ${"), std::string::npos) << out;
  EXPECT_NE(out.find("} \\` f`"), std::string::npos) << out;
}

}  // namespace
}  // namespace modebox::typescript

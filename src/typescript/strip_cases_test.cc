// What each kind of syntax becomes. In a case, [[ and ]] stand around what turns into white
// space: a space for each UTF-16 unit, line ends as they are. A case without them is
// JavaScript, or looks like it, and has to come back as it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "src/typescript/place.h"
#include "src/typescript/prescan.h"
#include "src/typescript/strip.h"

namespace modebox::typescript {
namespace {

constexpr std::string_view cases[] = {
    // Annotations.
    "let x[[: number]] = 1",
    "let x[[: string]], y[[: any]]",
    "const { a, b }[[: { a: number; b: string }]] = o",
    "const [a, b][[: [number, string]]] = o",
    "function f(a[[: number]], b[[?: string]])[[: void]] {}",
    "function f([[this: Window,]] a[[: number]]) {}",
    "function f({ a }[[: { a: number }]], ...rest[[: number[]]]) {}",
    "function f(a[[: number]] = 1) {}",
    "function f(a[[?]]) {}",
    "const f = (a[[: number]])[[: number]] => a",
    "const f = async (a[[: number]])[[: Promise<number>]] => a",
    "const f = [[<T>]](a[[: T]])[[: T]] => a",
    "const f = [[<T,>]](a[[: T]]) => a",
    "const f = async [[<T extends object = {}>]](a[[: T]]) => a",
    "function* g()[[: Generator<number>]] { yield 1 }",
    "try {} catch (e[[: unknown]]) {}",
    "let f[[: (a: number) => void]] = g",
    "let f[[: new (a: number) => A]] = g",
    "let a[[: typeof b]], c[[: keyof typeof d]]",
    "let a[[: A.B.C]], b[[: A['b']]], c[[: A extends B ? C : D]]",
    "let a[[: `x${string}`]], b[[: 'a' | 'b']], c[[: -1 | 1n]]",
    "let a[[: readonly string[]]], b[[: unique symbol]]",
    "let a[[: { [key: string]: number }]], b[[: { readonly [K in keyof T]?: T[K] }]]",
    "let a[[!: number]]",
    "function isA(x[[: any]])[[: x is A]] { return true }",
    "function check(x[[: any]])[[: asserts x is A]] {}",
    "function check(x[[: any]])[[: asserts x]] {}",
    "({ m(a[[: number]])[[: void]] {}, get x()[[: number]] { return 1 } })",
    // Assertions.
    "x [[as number]]",
    "x [[as const]]",
    "x [[as any]] [[as string]]",
    "(x [[as any]]).y",
    "x [[satisfies A]]",
    "[1, 2] [[as const]] [[satisfies A]]",
    "x[[!]]",
    "x[[!]].y[[!]].z",
    "x?.y[[!]].z",
    "x[[!]]()",
    "x[[!]][0]",
    "x[[!]] = 1",
    "x[[!]]++",
    "for (const a of b[[!]]) {}",
    "f(a[[!]], b [[as any]])",
    "`${x [[as string]]}`",
    "`${x[[!]]} as string`",
    "return_ = x [[as Map<string, number[]>]]",
    "await (x [[as any]])",
    "new (A [[as any]])(1)",
    // Type arguments.
    "f[[<string>]](x)",
    "f[[<string, number>]](x)",
    "new Map[[<string, number>]]()",
    "new Set[[<string>]](['a'])",
    "new Foo[[<Bar>]]()",
    "a.b[[<string>]](x)",
    "a?.b[[<string>]](x)",
    "f[[<A[]>]](x)",
    "f[[<{ a: b }>]](x)",
    "f[[<A>]]()",
    "f[[<Promise<A>>]](x)",
    "Promise.all[[<any>]]([])",
    "x.reduce[[<number>]]((a, b) => a + b, 0)",
    "tag[[<string>]]`x`",
    "class A extends B[[<C>]] {}",
    "class A extends b.c[[<A>]]('A')({}) {}",
    "const g = f[[<string>]];",
    // Whole statements.
    "[[interface A { b: number }]]",
    "[[interface A<T> extends B, C<T> { (x: T): void; new (): A; m?(): void }]]",
    "[[type A = number]]",
    "[[type A<T> = { [K in keyof T]: T[K] };]]",
    "[[type A = number]]\n1",
    "[[type A = | 'a'\n  | 'b']]\n1",
    "[[declare const a: number;]]",
    "[[declare function f(): void;]]",
    "[[declare class A { b: number }]]",
    "[[declare enum E { A }]]",
    "[[declare namespace N { const a: number }]]",
    "[[declare module 'x' { const a: number }]]",
    "[[declare global { interface A {} }]]",
    "[[namespace N { export type A = 1 }]]",
    "[[namespace N {}]]",
    "[[import type { A } from 'a'; ]]1",
    "[[import type A from 'a';]]",
    "[[import type * as A from 'a';]]",
    "[[export type { A } from 'a';]]",
    "[[export type A = 1;]]",
    "[[export interface A {}]]",
    "import { [[type A,]] b } from 'a'",
    "export { [[type A,]] b } from 'a'",
    "[[function f(a: number): void;]]\nfunction f(a[[: any]]) {}",
    "[[export declare const a: number;]]",
    // Classes.
    "class A[[<T>]] {}",
    "class A [[implements B, C]] {}",
    "class A[[<T>]] extends B[[<T>]] [[implements C<T>]] {}",
    "class A { b[[: number]] = 1 }",
    "class A { b[[?: number]] }",
    "class A { b[[!: number]] }",
    "class A { [[private]] b = 1 }",
    "class A { [[public]] static b = 1 }",
    "class A { static [[readonly]] b = 1 }",
    "class A { [[protected]] m()[[: void]] {} }",
    "class A { [[private]] async m[[<T>]](a[[: T]])[[: Promise<T>]] { return a } }",
    "class A extends B { [[override]] m() {} }",
    "class A { m[[?]]() {} }",
    "class A { get b()[[: number]] { return 1 } set b(v[[: number]]) {} }",
    "class A { constructor(a[[: number]]) {} }",
    "class A { [[m(): void;]] m() {} }",
    "class A { [[declare b: number;]] c = 1 }",
    "class A { [[[key: string]: any;]] b = 1 }",
    "[[abstract]] class A { [[abstract m(): void;]] [[abstract b: number;]] }",
    "class A { #b[[: number]] = 1 }",
    "class A { static { let x[[: number]] = 1 } }",
    "const A = class[[<T>]] { b[[: T]] }",
    // At the top.
    "return x [[as any]]",
    "const x[[: number]] = await y; return x",
    "if (a) { return b [[as any]] }\nconst c[[: number]] = 1",
    "[[interface A {}]]\nreturn 1",
    "[[declare global { var a: number }]]\nreturn a",
    "[[namespace N { type A = 1 }]]\nreturn 1",
    "[[import type { A } from 'a';]]\n1 [[as A]]",
    "'use strict'; let a[[: any]]",
    "#!/usr/bin/env node\nlet a[[: any]]",
    // Text that is not ASCII.
    "let é[[: 'é']] = 'é'",
    "let a[[: '日本']] = '日本'",
    "let a[[: '😀😀']] = '😀'; b",
    "[[type A = '日本😀é';]] b",
    "/* 日本 */ let a[[: /* 😀 */ any]]",
    "const 変数[[: Map<'é', '😀'>]] = 1",
    "let a[[: any]] // é: b as c",
    "\xef\xbb\xbflet a[[: number]] = 1",
    "let a[[: {\r\n  b: 'é'\r\n}]] = 1",
    // JavaScript that looks like it.
    "a < b > (c)",
    "a < b > (c, d)",
    "f(a < b, c > (d))",
    "a<b>(c)",
    "(a < b) > c",
    "a < b && c > (d)",
    "a ? (b) : c => d",
    "a ? (b, c) : d => e",
    "a ? b : (c) => d",
    "x = a ? (b) : (c)",
    "type = 1; as = 2; of = 3; declare = 4; namespace = 5",
    "var abstract = 1, module = 2, readonly = 3, is = 4",
    "type\nA = 1",
    "declare\nvar a",
    "abstract\nclass A {}",
    "namespace\nA\n{}",
    "interface_ = { type: 1, as: 2, enum: 3, private: 4 }",
    "class A { type = 1; declare = 2; readonly = 3; private = 4 }",
    "class A { static async *[Symbol.iterator]() {} get() {} set() {} async() {} }",
    "label: for (;;) { continue label }",
    "({ a: 1, b: { c: 2 } })",
    "'let x: number' + `as any ${1 + 1} : string`",
    "/let x: number/.test(y) // as any",
    "!x != !y, x !== y",
    "a?.b ?? c?.[d] ?? e?.(f)",
    "async (x) => x; async x => x; async(x)",
    "for await (const x of y) {}",
    "switch (a) { case b: default: }",
    "new A(b)(c)",
    "@d class A {}",
    "f(<const>[1])",
    "if (a < b > (c)) {}",
    "const {a: b, c: d = 1} = {a: 1}",
    "import('a')",
    "",
    " \n\t ",
    "1+1",
};

/// The two readings of a case.
struct Case {
  std::string source;
  std::string expected;
};

Case read(std::string_view text) {
  Case result;
  int depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    // Where more brackets than two stand together, the outer ones are the marks.
    const bool opens = depth == 0 && text.substr(at, 2) == "[[" && text.find("]]", at) != text.npos;
    const bool closes = depth == 1 && text.substr(at, 2) == "]]" && text.substr(at + 1, 2) != "]]";
    if (opens || closes) {
      depth = opens ? 1 : 0;
      at += 2;
      continue;
    }
    const Width width = width_at(text, at);
    const std::string_view character = text.substr(at, width.bytes);
    result.source += character;
    const bool blank = depth == 1 && character != "\n" && character != "\r";
    blank ? result.expected.append(width.units, ' ') : result.expected.append(character);
    at += width.bytes;
  }
  return result;
}

std::string outcome(std::string_view source) {
  StripResult result = strip(source, TypeScriptMode::strip);
  if (auto* error = std::get_if<StripError>(&result)) return "error: " + error->message;
  return std::get<std::string>(result);
}

TEST(StripCases, each_becomes_what_its_marks_say) {
  EXPECT_GE(std::size(cases), 150u);
  for (const std::string_view text : cases) {
    const Case expected = read(text);
    EXPECT_EQ(outcome(expected.source), expected.expected) << text;
  }
}

TEST(StripCases, each_with_a_return_behind_it_becomes_the_same) {
  for (const std::string_view text : cases) {
    const Case expected = read(text);
    // Only where there are no modules can something be returned.
    if (text.find("import") != text.npos || text.find("export") != text.npos) continue;
    EXPECT_EQ(outcome(expected.source + "\nreturn 1"), expected.expected + "\nreturn 1") << text;
  }
}

TEST(StripCases, what_is_stripped_was_not_passed_over) {
  for (const std::string_view text : cases) {
    const Case expected = read(text);
    if (expected.source != expected.expected) {
      EXPECT_TRUE(may_be_typescript(expected.source)) << text;
    }
  }
}

/// What the engine itself can not parse, and what has another meaning in TypeScript, is not
/// made cheap by this; what scripts mostly are is.
TEST(StripCases, plain_scripts_are_passed_over) {
  for (const auto* source : {"1+1", "return 6 * 7", "const a = await t.add(1, 2)\nreturn a",
                             "a?.b ?? c", "!a && !b != c", "for (const a of [1, 2]) console.log(a)",
                             "if (!(a >= b)) return `${a}`", "x => x * 2"}) {
    EXPECT_FALSE(may_be_typescript(source)) << source;
  }
}

TEST(StripCases, words_count_only_as_a_whole) {
  EXPECT_TRUE(has_word("a return b", "return"));
  EXPECT_TRUE(has_word("return", "return"));
  EXPECT_TRUE(has_word("returns;return", "return"));
  EXPECT_FALSE(has_word("returns $return return_", "return"));
}

TEST(StripCases, places_count_utf16_units) {
  constexpr std::string_view source = "a\né😀b\n";
  EXPECT_EQ(offset_of(source, {1, 1}), 0u);
  EXPECT_EQ(offset_of(source, {2, 1}), 2u);
  EXPECT_EQ(offset_of(source, {2, 4}), 8u);
  EXPECT_EQ(offset_of(source, {9, 1}), source.size());
  EXPECT_EQ(of_plain_width("\té😀\xe3\x80\x80x\r\n"), " aaa x\r\n");
  EXPECT_TRUE(has_plain_width("a b\r\n"));
  EXPECT_FALSE(has_plain_width("a\tb"));
}

}  // namespace
}  // namespace modebox::typescript

// What a script sees and what becomes of it, tried on the module itself, in
// Node's WebAssembly. The module is $MODEBOX_GUEST_WASM, or the build's.
import { test, describe } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { HOLE, OutOfMemory, Stopped, Tagged, encode, decode, hang, openGuest } from "./harness.mjs";

const guest = openGuest(import.meta.url);

const failing = (name, message, code) => () => {
  throw Object.assign(new Error(message), { name, code });
};
const tools = {
  "t.echo": (...args) => (args.length === 1 ? args[0] : args.length === 0 ? undefined : args),
  "t.boom": failing("RangeError", "boom", "E_BOOM"),
  "t.odd": failing("WeirdError", "odd"),
  "t.hang": hang,
  "t.now": { sync: (x) => x },
  "t.nowBoom": { sync: failing("TypeError", "sync boom") },
  top: (x) => x,
};
const run = (source, options = {}) => guest.run(source, { tools, ...options });

function completes(source, expected, options) {
  const result = run(source, options);
  assert.equal(result.kind, "completed", `${result.kind}: ${result.message}`);
  assert.deepEqual(result.value, expected);
  return result;
}
function fails(source, kind, parts = {}, options) {
  const result = run(source, options);
  assert.equal(result.kind, kind, `${result.kind}: ${result.message ?? JSON.stringify(result.value)}`);
  for (const [key, expected] of Object.entries(parts)) {
    if (expected instanceof RegExp) assert.match(result[key], expected);
    else assert.deepEqual(result[key], expected, key);
  }
  return result;
}
const logged = (source, options) => run(source, options).logs.map((l) => l.text);
const map = (object) => new Map(Object.entries(object));

describe("the boundary", () => {
  test("is as the worked example of docs/boundary.md has it", () => {
    const page = readFileSync(new URL("../docs/boundary.md", import.meta.url), "utf8");
    const blocks = [...page.matchAll(/```hex\n([^]*?)```/g)].map((m) =>
      Uint8Array.from(m[1].split("\n").flatMap((line) => line.match(/^ *((?:[0-9a-f]{2}(?: |$))*)/)[1].trim().split(" ")).filter(Boolean)
        .map((byte) => parseInt(byte, 16))));
    assert.equal(blocks.length, 5);
    const [start, call, waits, answer, completed] = blocks;
    const r = guest.start("", { tools: { "t.add": hang } });
    const calls = [];
    const original = r.call.bind(r);
    r.call = (pointer, length) => {
      calls.push(r.memory.slice(pointer, pointer + length));
      return original(pointer, length);
    };
    assert.deepEqual(encode(r.enterBytes(start)), waits);
    assert.deepEqual(calls, [call]);
    assert.deepEqual(encode(r.enterBytes(answer)), completed);
  });
});

describe("the image", () => {
  test("is the same every time", () => {
    const again = guest.instantiate();
    again.exports.modebox_boot();
    assert.ok(Buffer.from(again.exports.memory.buffer).equals(Buffer.from(guest.image)));
  });
  test("is changed in few places by a small script", () => {
    const { run: r } = guest.run("1 + 1");
    let dirty = 0;
    for (let page = 0; page < guest.image.length; page += 4096)
      dirty += !Buffer.from(r.memory.buffer, page, 4096).equals(Buffer.from(guest.image.buffer, page, 4096));
    assert.ok(dirty <= 25, `${dirty} pages`);
  });
});

describe("completion", () => {
  test("the value of the last statement is the result", () => {
    completes("const w = { temp: 21 }; w.temp", 21);
    completes("if (true) { 'inner' }", "inner");
    completes("", undefined);
    completes("let x = 1", undefined);
  });
  test("a top-level return gives the result, wherever it stands", () => {
    completes("return 5", 5);
    completes("return", undefined);
    completes("return\n5", undefined);
    completes("if (1) return 'a'; else return 'b'", "a");
    completes("for (const x of [1, 2, 3]) { if (x === 2) return x * 10 } 'end'", 20);
    completes("for await (const x of [1, 2, 3]) { if (x === 2) return x }", 2);
    completes("while (true) { switch (1) { case 1: return 'one' } }", "one");
    completes("a: for (;;) { for (;;) { return 7 } }", 7);
    completes("{ { return { a: [1] } } }", map({ a: [1] }));
    completes("return 1, 2", 2);
    completes("return /* c */ 3 // d", 3);
  });
  test("finally blocks run on a top-level return, and closes iterators", () => {
    const result = completes("try { return 1 } finally { console.log('finally') }", 1);
    assert.equal(result.logs[0].text, "finally");
    completes("try { return 1 } finally { return 2 }", 2);
    assert.deepEqual(
      logged("function* g() { try { yield 1 } finally { console.log('closed') } } for (const x of g()) return x"),
      ["closed"]);
    completes("try { throw 1 } catch { return 'caught' }", "caught");
    completes("try { return await t.boom() } catch (e) { return e.message }", "boom");
  });
  test("using and await using are disposed of on a top-level return", () => {
    assert.deepEqual(logged(`await using a = { async [Symbol.asyncDispose]() { console.log('a') } };
      using b = { [Symbol.dispose]() { console.log('b') } }; return 1`), ["b", "a"]);
    assert.deepEqual(logged("{ using x = { [Symbol.dispose]() { console.log('x') } }; return 1 }"), ["x"]);
  });
  test("a promise as completion value is awaited", () => {
    completes("Promise.resolve(7)", 7);
    completes("t.echo(3)", 3);
    completes("return t.echo(3)", 3);
    completes("(async () => { await null; return 'late' })()", "late");
    completes("({ then(resolve) { resolve('thenable') } })", "thenable");
    fails("Promise.reject(new Error('no'))", "Uncaught", { message: "no" });
  });
  test("a function is not called, and can not leave", () => {
    fails("async () => 42", "NotSerializable", { message: /^\$ is a function/ });
  });
  test("a script can not hijack its own result", () => {
    completes("Object.prototype.then = function (r) { r('hijack') }; 42", 42);
    completes("Object.defineProperty(Object.prototype, 'value', { set() { throw 1 } }); 42", 42);
  });
  test("the source is parsed on its own", () => {
    fails("}); globalThis.x = 1; (async () => {", "Syntax");
    fails("} evil(); {", "Syntax");
    fails("*/ evil() /*", "Syntax");
    fails("return 1 }", "Syntax");
  });
  test("eval and Function reach guest globals only and have no top-level return", () => {
    completes("[eval, Function, (async () => {}).constructor, (function* () {}).constructor]" +
      ".map((f) => typeof f === 'function' && (f === eval ? f('this') : 0) !== 1).length", 4);
    completes("Function('return this')() === globalThis", true);
    completes("this.constructor.constructor('return typeof process + typeof require')()", "undefinedundefined");
    completes("t.echo.constructor.constructor('return this')() === globalThis", true);
    fails("eval('return 1')", "Uncaught", { name: "SyntaxError" });
  });
  test("modules are refused with a clear message", () => {
    fails("import fs from 'fs'", "Syntax", { message: /no modules in the sandbox/ });
    fails("import * as x from 'fs'", "Syntax", { message: /no modules in the sandbox/ });
    fails("export const a = 1", "Syntax", { message: /no modules in the sandbox/ });
    fails("await import('fs')", "Uncaught", { message: /'fs' can not be imported/ });
    completes("try { await import('x') } catch (e) { e.name }", "TypeError");
    fails("import.meta", "Syntax");
  });
});

describe("tools", () => {
  test("calls give promises, in order, each with a number", () => {
    const result = completes("const a = await t.echo(1); const [b, c] = await Promise.all([t.echo(2), top(3)]); [a, b, c]",
      [1, 2, 3]);
    assert.deepEqual(result.calls.map((c) => [c.id, c.name, c.args]), [[1, "t.echo", [1]], [2, "t.echo", [2]], [3, "top", [3]]]);
  });
  test("synchronous tools block for the value", () => {
    completes("t.now({ a: 1 }).a", 1);
    completes("try { t.nowBoom() } catch (e) { [e instanceof TypeError, e.message] }", [true, "sync boom"]);
  });
  test("numbers count over both kinds", () => {
    const result = completes("const p = t.echo(1); t.now(2); await p; await t.echo(3); 0", 0);
    assert.deepEqual(result.calls.map((c) => c.id), [1, 2, 3]);
  });
  test("errors have name, message, code and the place of the call, and no more of the host", () => {
    completes("try { await t.boom() } catch (e) { [e instanceof RangeError, e.name, e.message, e.code, Object.keys(e)] }",
      [true, "RangeError", "boom", "E_BOOM", ["code"]]);
    completes("try { await t.odd() } catch (e) { [e instanceof Error, e.constructor.name, e.name, 'code' in e] }",
      [true, "Error", "WeirdError", false]);
    completes("async function f() {\n  await t.boom()\n}\ntry { await f() } catch (e) { e.stack }",
      "RangeError: boom\n    at f (script.ts:2:11)\n    at script.ts:4:13");
  });
  test("namespaces and functions are frozen and named", () => {
    completes("'use strict'; let n = 0; for (const f of [() => { t.echo = 1 }, () => { t.more = 1 }, () => { delete t.echo }," +
      " () => { t.echo.x = 1 }, () => { globalThis.t = 1 }, () => { delete globalThis.t }, () => { top.name = 'x' }])" +
      " try { f() } catch (e) { n += e instanceof TypeError } n", 7);
    completes("[t.echo.name, typeof t.echo, Object.isFrozen(t), Object.isFrozen(t.echo), Object.isFrozen(top), 'then' in t]",
      ["echo", "function", true, true, true, false]);
    completes("Object.keys(t).includes('echo') && Object.keys(globalThis).includes('top')", true);
    fails("new t.echo()", "Uncaught", { name: "TypeError" });
    fails("let t = 1", "Uncaught", { name: /Error/ });
  });
  test("deep namespaces share their parts", () => {
    completes("[await a.b.c(1), await a.b.d(2), await a.e(3), Object.isFrozen(a.b)]", [1, 2, 3, true],
      { tools: { "a.b.c": (x) => x, "a.b.d": (x) => x, "a.e": (x) => x } });
  });
  test("arguments that can not leave reject that call, naming the path", () => {
    completes("try { await t.echo({ callback() {} }) } catch (e) { [e.name, e.message] }",
      ["TypeError", "$[0].callback is a function, which can not leave the sandbox"]);
    completes("try { await t.echo(1, [Symbol('s')]) } catch (e) { e.message }",
      "$[1][0] is a symbol, which can not leave the sandbox");
    completes("try { t.now(() => 1) } catch (e) { e.message }", "$[0] is a function, which can not leave the sandbox");
    assert.equal(run("try { await t.echo(() => 1) } catch {} 0").calls.length, 0);
  });
  test("arguments that are too large reject that call", () => {
    completes("try { await t.echo('x'.repeat(2000)) } catch (e) { [e.name, e.code, e.message] }",
      ["RangeError", "RUN_TOO_LARGE", "the arguments of t.echo are larger than 1000 bytes"], { maxArguments: 1000 });
    // Shared parts are sent once, so this is small, though it would be 2^40 numbers if it were written out.
    const result = run("let d = [1]; for (let i = 0; i < 40; i++) d = [d, d]; await t.echo(d); 0");
    assert.equal(result.kind, "completed");
  });
  test("what a getter among the arguments throws rejects the call", () => {
    completes("try { await t.echo({ get a() { throw new Error('mine') } }) } catch (e) { e.message }", "mine");
  });
  test("a getter among the arguments may make calls of its own", () => {
    const result = completes("await t.echo({ get a() { t.now('inner'); return 1 } })", map({ a: 1 }));
    assert.deepEqual(result.calls.map((c) => [c.id, c.args]), [[1, ["inner"]], [2, [new Map([["a", 1]])]]]);
  });
  test("a script that overwrites every global still makes its calls by the rules", () => {
    const result = completes(`const call = t.rec;
      for (const name of Object.getOwnPropertyNames(globalThis)) { try { globalThis[name] = () => 1 } catch {} }
      for (const p of [Promise, Object, Array, Function].map((c) => c && c.prototype)) if (p)
        for (const k of Reflect ? [] : []) p[k] = 1;
      await call('x')`, "x", { tools: { "t.rec": (x) => x } });
    assert.equal(result.calls.length, 1);
  });
  test("a script that tampers with prototypes does not reach what crosses", () => {
    const result = completes(`Promise.prototype.then = () => { throw 1 };
      Array.prototype[Symbol.iterator] = null; Array.prototype.push = null; Object.prototype.get = () => 'x';
      Map.prototype.get = null; Error.prototype.name = 'Fake'; JSON.stringify = null;
      Object.defineProperty(Object.prototype, 'a', { get() { throw 2 }, set() { throw 3 } });
      Object.defineProperty(Array.prototype, '0', { get() { throw 2 }, set() { throw 3 } });
      await t.echo({ a: [1, { a: 2 }], m: new Map() })`, map({ a: [1, map({ a: 2 })], m: new Tagged(259, new Map()) }));
    assert.equal(result.calls.length, 1);
  });
  test("an object with a then of the host's is not taken for a promise", () => {
    completes("const v = await t.give(); typeof v", "object", { tools: { "t.give": () => ({ then: 1 }) } });
    completes("Object.prototype.then = function () { throw 1 }; const p = t.give(); await null; 1", 1,
      { tools: { "t.give": { sync: () => ({}) } } });
  });
  test("answers settle in their order, then the script goes on", () => {
    completes("const order = []; const ps = ['a', 'b', 'c'].map((x) => t.echo(x).then((v) => order.push(v)));" +
      " await Promise.all(ps); order", ["a", "b", "c"]);
    const r = guest.start("const order = []; await Promise.race([t.echo(1).then(() => order.push(1)), t.echo(2).then(() => order.push(2))]);" +
      " await null; order", { tools });
    assert.deepEqual(r.begin(), [0, null]);
    assert.deepEqual(r.enter([1, [[2, 0, null], [1, 0, null]]]), [1, [2, 1]]);
  });
  test("a malformed or repeated answer is the host's mistake and ends the guest", () => {
    for (const answers of [[[9, 0, 1]], [[1, 0, 1], [1, 0, 1]], [[1, 5, 1]], [[1]], 7]) {
      const r = guest.start("await t.echo(1)", { tools });
      r.begin();
      assert.throws(() => r.enter([1, answers]), /guest broke/);
    }
  });
  test("a thousand calls in flight are told apart", () => {
    completes("const r = await Promise.all(Array.from({ length: 1000 }, (_, i) => t.echo(i))); r.every((v, i) => v === i)", true);
  });
});

describe("the end of a run", () => {
  test("a call that is still running is a DetachedCall", () => {
    fails("t.hang(); 'done'", "DetachedCall", { message: /t\.hang/ });
    fails("t.echo(1); t.hang(); top(2); 0", "DetachedCall", { message: /t\.echo, t\.hang, top/ });
    fails("await Promise.race([t.hang(), t.echo('fast')])", "DetachedCall", { message: /t\.hang/ });
    fails("(async () => { await t.echo(1) })(); 1", "DetachedCall", { message: /t\.echo/ });
  });
  test("a failed call that nothing handled is a DetachedCall", () => {
    fails("t.boom(); await t.echo(1); 'done'", "DetachedCall", { message: /t\.boom: boom/ });
    completes("t.boom().catch(() => {}); await t.echo(1); 'done'", "done");
    completes("const p = t.boom(); await t.echo(1); try { await p } catch {} 'done'", "done");
  });
  test("a result that holds a promise names it", () => {
    fails("({ p: Promise.resolve(1) })", "NotSerializable", { message: /^\$\.p is a promise/ });
    fails("({ p: t.echo(1) })", "DetachedCall", { message: /t\.echo/ });
  });
  test("an unhandled rejection is an error", () => {
    fails("Promise.reject(new TypeError('lost')); 1", "UnhandledRejection", { name: "TypeError", message: "lost", line: 1 });
    fails("(async () => { throw { code: 'E1' } })(); 1", "UnhandledRejection", { code: "E1" });
    fails("Promise.reject(5); await new Promise(() => {})", "UnhandledRejection", { message: "5", thrown: 5 });
    completes("const p = Promise.reject(1); await null; p.catch(() => {}); 2", 2);
    completes("const p = Promise.reject(1); setTimeout(() => p.catch(() => {}), 5); await new Promise((r) => setTimeout(r, 9)); 2", 2);
  });
  test("many handled rejections leave nothing behind", () => {
    completes("let n = 0; for (let i = 0; i < 20000; i++) { const p = Promise.reject(i); try { await p } catch { n++ } } n", 20000,
      { memoryLimit: 4 << 20, fuel: 1e6 });
  });
  test("waiting for what nothing can settle is Stalled", () => {
    fails("await new Promise(() => {})", "Stalled");
    fails("await t.echo(1); await new Promise(() => {})", "Stalled");
    fails("await { then() {} }", "Stalled");
    fails("new Promise(() => {})", "Stalled");
  });
  test("timers that are armed when the script ends are dropped", () => {
    const result = completes("setTimeout(() => console.log('never'), 10); setInterval(() => {}, 1); 1", 1);
    assert.equal(result.logs.length, 0);
  });
  test("an exception in a microtask ends the run", () => {
    fails("queueMicrotask(() => { throw new Error('micro') }); await new Promise((r) => setTimeout(r, 1)); 1", "Uncaught",
      { message: "micro" });
  });
  test("a result larger than allowed is TooLarge", () => {
    fails("'x'.repeat(2000)", "TooLarge", { message: /larger than 1000 bytes/ }, { maxResult: 1000 });
    fails("new Uint8Array(5000)", "TooLarge", {}, { maxResult: 1000 });
    fails("Array.from({ length: 500 }, (_, i) => i * 1000)", "TooLarge", {}, { maxResult: 1000 });
    fails("({ get a() { return 'x'.repeat(5000) } })", "TooLarge", {}, { maxResult: 1000 });
    completes("'x'.repeat(900).length", 900, { maxResult: 1000 });
  });
});

describe("reports of failures", () => {
  test("an error has name, message, stack, code, line and column", () => {
    fails("function f() {\n  throw Object.assign(new TypeError('bad'), { code: 'E_BAD' })\n}\n\nf()", "Uncaught",
      { name: "TypeError", message: "bad", code: "E_BAD", line: 2, column: 27,
        stack: "    at f (script.ts:2:27)\n    at script.ts:5:1" });
  });
  test("a code that begins with RUN_ is not taken over, nor one that is no string", () => {
    fails("throw Object.assign(new Error('x'), { code: 'RUN_TIMEOUT' })", "Uncaught", { code: null });
    fails("throw Object.assign(new Error('x'), { code: 7 })", "Uncaught", { code: null });
    fails("class E extends Error { get code() { return 'E_INHERITED' } } throw new E('x')", "Uncaught", { code: "E_INHERITED" });
  });
  test("whatever is thrown is reported", () => {
    fails("throw 'text'", "Uncaught", { name: "", message: "text", thrown: "text" });
    fails("throw null", "Uncaught", { message: "null", thrown: null, hasThrown: true });
    fails("throw undefined", "Uncaught", { message: "undefined", hasThrown: true });
    fails("throw 12n", "Uncaught", { message: "12n" });
    fails("throw Symbol('s')", "Uncaught", { message: "Symbol(s)", hasThrown: false });
    fails("throw { a: [1] }", "Uncaught", { message: "{ a: [ 1 ] }", thrown: map({ a: [1] }) });
    fails("throw () => 1", "Uncaught", { message: "[Function (anonymous)]", hasThrown: false });
    fails("throw new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 }, getPrototypeOf() { throw 3 } })", "Uncaught",
      { message: "{}", hasThrown: false });
  });
  test("getters that throw do not lose the report", () => {
    fails("const e = new Error('x'); Object.defineProperty(e, 'name', { get() { throw 1 } }); throw e", "Uncaught",
      { name: "Error", message: "x" });
    fails("const e = new Error('x'); Object.defineProperty(e, 'message', { get() { throw e } }); throw e", "Uncaught",
      { name: "Error", message: "" });
    fails("const e = new Error('x'); Object.defineProperty(e, 'code', { get() { throw e } }); throw e", "Uncaught",
      { message: "x", code: null });
    fails("class E extends Error { get name() { return { toString() { throw 1 } } } } throw new E('m')", "Uncaught",
      { name: "Error", message: "m" });
  });
  test("getters of what was thrown run within the limits", () => {
    assert.throws(() => run("throw { get message() { for (;;); }, get code() { for (;;); } }", { fuel: 5 }), Stopped);
    assert.throws(() => run("const e = new Error; Object.defineProperty(e, 'message', { get() { for (;;); } }); throw e", { fuel: 5 }),
      Stopped);
  });
  test("long messages are cut, with a marker", () => {
    const result = fails("throw new Error('x'.repeat(5e6))", "Uncaught");
    assert.equal(result.message.length, 16384);
    assert.match(result.message, /x\.\.\. \[cut\]$/);
    const wide = fails("throw new Error('\u20ac'.repeat(1e5))", "Uncaught");
    assert.ok(Buffer.byteLength(wide.message) <= 16384);
    assert.match(wide.message, /\u20ac\.\.\. \[cut\]$/);
  });
  test("a thrown value that is too large is left out", () => {
    fails("throw { text: 'x'.repeat(5000) }", "Uncaught", { hasThrown: false }, { maxResult: 1000 });
  });
  test("lone surrogates and NUL in a message survive", () => {
    const result = fails("throw new Error('\\ud800\\0a')", "Uncaught");
    assert.deepEqual(result.message, new Tagged(273, Uint8Array.from([0xed, 0xa0, 0x80, 0, 0x61])));
  });
  test("errors without frames, or with frames of the engine only, have an empty stack", () => {
    fails("Error.stackTraceLimit = 0; throw new Error('x')", "Uncaught", { stack: "", line: 0, message: "x" });
    fails("await Promise.any([])", "Uncaught", { name: "AggregateError" });
  });
  test("a stack overflow is a RangeError with a place", () => {
    fails("function f() { return f() + 1 }\nf()", "Uncaught", { name: "RangeError", message: /call stack/, line: 1 });
  });
});

describe("positions", () => {
  test("syntax errors have line and column", () => {
    fails("let a = {\n  b: 1,\n  c: ;\n}", "Syntax", { line: 3, column: 6 });
    fails("let x = 'unfinished", "Syntax", { line: 1, column: 9 });
    fails("foo(]", "Syntax", { line: 1, column: 5 });
    fails("a b", "Syntax", { line: 1, column: 3 });
    fails("let x = 1;\nlet x = 2;", "Syntax", { line: 2 });
    fails("/(/", "Syntax", { line: 1 });
  });
  test("columns count UTF-16 code units", () => {
    fails("/* \u00e9\u20ac\u{1f600} */ throw new Error('x')", "Uncaught", { line: 1, column: 22 });
    fails("const s = '\u65e5\u672c\u8a9e'; nope()", "Uncaught", { line: 1, column: 18 });
    fails("'\u{1f600}' ]", "Syntax", { line: 1, column: 6 });
    fails("`\u00e9\n\u00e9`; nope()", "Uncaught", { line: 2, column: 5 });
  });
  test("columns beyond 65,536 are right", () => {
    fails(" ".repeat(100_000) + "nope()", "Uncaught", { line: 1, column: 100_001 });
    fails("/*\u00e9*/" + " ".repeat(200_000) + "]", "Syntax", { line: 1, column: 200_006 });
    fails("1;".repeat(50_000) + "throw new Error('x')", "Uncaught", { line: 1, column: 100_011 });
  });
  test("every kind of line end counts once", () => {
    for (const end of ["\n", "\r\n", "\r", "\u2028", "\u2029"])
      fails(`1${end}/* a${end}b */${end}// c${end}'d\\${end}e';${end}nope()`, "Uncaught", { line: 7, column: 1 });
    for (const end of ["\n", "\r\n", "\r"]) fails(`\`a${end}\${1}${end}\`;${end}nope()`, "Uncaught", { line: 4, column: 1 });
  });
  test("tokens after each other without space between have their own columns", () => {
    fails("[1].map(x=>{nope()})", "Uncaught", { line: 1, column: 13, stack: "    at script.ts:1:13\n    at script.ts:1:5" });
    fails("(1)(2)", "Uncaught", { line: 1 });
    fails("let o={a:null};o.a.b", "Uncaught", { line: 1, column: 20 });
  });
  test("stacks name the source as it is called", () => {
    fails("function g() { null.x }\ng()", "Uncaught", { stack: "    at g (dir/my file.js:1:21)\n    at dir/my file.js:2:1" },
      { name: "dir/my file.js" });
    fails("x", "Uncaught", { line: 1, column: 1 }, { name: "a(b):1:2" });
  });
  test("stacks leave out the engine's own functions", () => {
    fails("[1].map(function cb() { JSON.parse('{') })", "Uncaught",
      { name: "SyntaxError", stack: "    at cb (script.ts:1:30)\n    at script.ts:1:5" });
    completes("let s; [3, 1].sort((a, b) => { s = new Error('e').stack; return a - b }); s",
      "Error: e\n    at script.ts:1:40\n    at script.ts:1:15");
  });
  test("a stack as the script sees it begins with name and message", () => {
    completes("new TypeError('m').stack", "TypeError: m\n    at script.ts:1:5");
    completes("class MyError extends Error { name = 'MyError' } function f() { return new MyError('q').stack } f().split('\\n')[0]",
      "MyError: q");
    completes("const e = new Error('a'); e.stack = 'mine'; e.stack", "mine");
    completes("Error.prepareStackTrace = (e, frames) => frames.length; new Error('x').stack", 1);
  });
});

describe("timers", () => {
  test("fire in order of time, then of arming", () => {
    completes("const o = []; setTimeout(() => o.push('c'), 20); setTimeout(() => o.push('a'), 10); setTimeout(() => o.push('b'), 10);" +
      " await new Promise((r) => setTimeout(r, 30)); o", ["a", "b", "c"]);
  });
  test("microtasks run after each", () => {
    completes("const o = []; setTimeout(() => { o.push(1); Promise.resolve().then(() => o.push(2)) }, 5); setTimeout(() => o.push(3), 5);" +
      " await new Promise((r) => setTimeout(r, 6)); o", [1, 2, 3]);
  });
  test("take arguments and any delay", () => {
    completes("const o = []; setTimeout((...a) => o.push(a), 1, 'x', 2); setTimeout((a) => o.push(a), -5, 'neg'); setTimeout((a) => o.push(a), NaN, 'nan');" +
      " setTimeout((a) => o.push(a), '3', 'text'); await new Promise((r) => setTimeout(r, 4.9)); [o, performance.now()]",
      [["neg", "nan", ["x", 2], "text"], 4]);
  });
  test("intervals repeat until they are cleared, and a callback may clear any timer", () => {
    completes("let n = 0; const id = setInterval(() => { if (++n === 3) clearInterval(id) }, 10); await new Promise((r) => setTimeout(r, 100)); n", 3);
    completes("let n = 0; setTimeout(() => clearTimeout(b), 1); const b = setTimeout(() => n++, 1); await new Promise((r) => setTimeout(r, 5)); n", 0);
    completes("clearTimeout(99); clearTimeout(); clearTimeout('x'); clearInterval(null); clearTimeout(-1); clearTimeout(1.5); 1", 1);
  });
  test("an interval of nothing still lets time move", () => {
    completes("let n = 0; const id = setInterval(() => n++, 0); await new Promise((r) => setTimeout(r, 5)); clearInterval(id); n > 2 && n <= 6", true);
  });
  test("only functions are called", () => {
    fails("setTimeout('evil()', 1)", "Uncaught", { name: "TypeError" });
    fails("setInterval(null)", "Uncaught", { name: "TypeError" });
  });
  test("an exception in a callback ends the run", () => {
    fails("setTimeout(() => { throw new Error('late') }, 5); await new Promise((r) => setTimeout(r, 10))", "Uncaught", { message: "late" });
  });
  test("a timer set by a timer waits for another entry", () => {
    const r = guest.start("const f = () => setTimeout(f, 0); f(); await new Promise(() => {})", {});
    let outcome = r.begin();
    for (let i = 0; i < 5; i++) {
      assert.deepEqual(outcome, [0, 0]);
      outcome = r.enter([1, []]);
    }
  });
  test("thousands can be set and cleared", () => {
    completes("const ids = Array.from({ length: 5000 }, (_, i) => setTimeout(() => {}, i % 97)); for (const id of ids) if (id % 2) clearTimeout(id);" +
      " let n = 0; setTimeout(() => n++, 200); await new Promise((r) => setTimeout(r, 300)); n", 1);
  });
  test("while calls are in flight the next due time is told", () => {
    const r = guest.start("setTimeout(() => {}, 250); await t.hang()", { tools });
    assert.deepEqual(r.begin(), [0, 250]);
    r.clock = 250;
    assert.deepEqual(r.enter([1, []]), [0, null]);
  });
});

describe("clock and chance", () => {
  test("the clocks are the host's", () => {
    completes("[Date.now(), new Date().getTime(), performance.now(), performance.timeOrigin]",
      [1_700_000_000_000, 1_700_000_000_000, 0, 1_700_000_000_000]);
    completes("await new Promise((r) => setTimeout(r, 7)); [Date.now() % 1000, performance.now()]", [7, 7]);
  });
  test("time is UTC", () => {
    completes("[new Date(0).getTimezoneOffset(), new Date(2020, 6, 1).toISOString(), new Date(0).toString()]",
      [0, "2020-07-01T00:00:00.000Z", "Thu Jan 01 1970 00:00:00 GMT+0000 (UTC)"].slice(0, 2).concat([run("new Date(0).toString()").value]));
    assert.match(run("new Date(0).toString()").value, /GMT\+0000/);
  });
  test("a seed fixes Math.random, and different seeds differ", () => {
    const draw = (seed) => run("[Math.random(), Math.random()]", { seed }).value;
    assert.deepEqual(draw(1), draw(1));
    assert.notDeepEqual(draw(1), draw(2));
    assert.notDeepEqual(draw(1), draw(0));
    assert.notEqual(draw(3)[0], draw(3)[1]);
    for (let seed = 0; seed < 50; seed++) for (const n of draw(BigInt(seed) * 0x1234567n)) assert.ok(n >= 0 && n < 1);
  });
});

describe("globals", () => {
  test("what can not be used here is not there", () => {
    completes("[typeof SharedArrayBuffer, typeof Atomics, typeof std, typeof os, typeof require, typeof process, typeof navigator, typeof WebAssembly]",
      Array(8).fill("undefined"));
  });
  test("structuredClone copies what can be copied", () => {
    completes(`const a = { d: new Date(5), m: new Map([[1, { x: 1 }]]), s: new Set([2]), r: /x/gi, b: new Uint8Array([1, 2]), n: [1, , 3], big: 5n, u: undefined };
      a.self = a; const c = structuredClone(a);
      [c !== a, c.self === c, c.d.getTime(), c.m.get(1).x, c.m.get(1) !== a.m.get(1), c.s.has(2), String(c.r), c.b[1], c.b.buffer !== a.b.buffer, 1 in c.n, c.n.length, c.big === 5n, 'u' in c]`,
      [true, true, 5, 1, true, true, "/x/gi", 2, true, false, 3, true, true]);
    completes("class A { x = 1 } const c = structuredClone(new A()); [c.x, c.constructor === Object]", [1, true]);
    completes("const e = structuredClone(new RangeError('m', { cause: 1 })); [e instanceof RangeError, e.message, e.cause]", [true, "m", 1]);
    completes("const l = [1]; l.extra = 2; structuredClone(l).extra", 2);
    completes("typeof structuredClone(new String('s'))", "object");
    completes("const b = new ArrayBuffer(8); const c = structuredClone(b, { transfer: [b] }); [b.byteLength, c.byteLength]", [0, 8]);
  });
  test("structuredClone refuses the rest with a DataCloneError", () => {
    for (const what of ["() => 1", "Symbol()", "{ f() {} }", "new WeakMap()", "Promise.resolve()", "new Proxy({}, {})"])
      completes(`try { structuredClone(${what === "{ f() {} }" ? "({ f() {} })" : what}) } catch (e) { [e.name, e instanceof DOMException] }`,
        ["DataCloneError", true]);
  });
});

describe("console", () => {
  test("prints strings as they are and other values in short", () => {
    assert.deepEqual(logged("console.log('a', 1, -0, 2n, null, undefined, true, Symbol('q'))"), ["a 1 -0 2n null undefined true Symbol(q)"]);
    assert.deepEqual(logged("console.log({ a: 'x', 'odd key': [1, , 2], [Symbol('k')]: () => 1 })"),
      ["{ a: 'x', 'odd key': [ 1, <1 empty item>, 2 ], [Symbol(k)]: [Function: [k]] }"]);
    assert.deepEqual(logged("console.log(new Map([['k', { v: 1 }]]), new Set([1]), new Date(0), /r/g, [], {})"),
      ["Map(1) { 'k' => { v: 1 } } Set(1) { 1 } 1970-01-01T00:00:00.000Z /r/g [] {}"]);
    assert.deepEqual(logged("console.log(new Date(NaN), new Date(-1), new Date(8.64e15), new Date(-62198755200000))"),
      ["Invalid Date 1969-12-31T23:59:59.999Z +275760-09-13T00:00:00.000Z -000001-01-01T00:00:00.000Z"]);
    assert.deepEqual(logged("class Foo { x = 1 } console.log(new Foo(), Foo, Object.create(null), [new Foo()])"),
      ["Foo { x: 1 } [class Foo] [Object: null prototype] {} [ Foo { x: 1 } ]"]);
    assert.deepEqual(logged("console.log(['it\\'s', 'say \"hi\" it\\'s', 'a\\nb\\x1b'])"), ["[ \"it's\", `say \"hi\" it's`, 'a\\nb\\x1B' ]"]);
    assert.deepEqual(logged("console.log()"), [""]);
  });
  test("shows errors with their frames, causes and properties", () => {
    assert.deepEqual(logged("console.log(Object.assign(new TypeError('bad', { cause: 'why' }), { code: 'E' }))"),
      ["TypeError: bad\n    at script.ts:1:31 {\n  code: 'E',\n  [cause]: 'why'\n}"]);
    assert.deepEqual(logged("try { await t.boom() } catch (e) { console.error(e) }"),
      ["RangeError: boom\n    at script.ts:1:15 {\n  code: 'E_BOOM'\n}"]);
  });
  test("calls no getter, no proxy trap, no toString of the script", () => {
    assert.deepEqual(logged("console.log({ get a() { throw 1 }, set b(x) {}, toString() { throw 2 }, [Symbol.toPrimitive]() { throw 3 } })"),
      ["{\n  a: [Getter],\n  b: [Setter],\n  toString: [Function: toString],\n  [Symbol(Symbol.toPrimitive)]: [Function: [Symbol.toPrimitive]]\n}"]);
    assert.deepEqual(logged("console.log(new Proxy({ a: 1 }, { get() { throw 1 }, ownKeys() { throw 2 } }))"), ["{ a: 1 }"]);
    assert.deepEqual(logged("const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); console.log(proxy)"), ["<Revoked Proxy>"]);
  });
  test("ends cycles and depth", () => {
    assert.deepEqual(logged("const a = { n: 1 }; a.self = a; a.l = [a]; console.log(a)"),
      ["<ref *1> { n: 1, self: [Circular *1], l: [ [Circular *1] ] }"]);
    assert.deepEqual(logged("let a = {}; for (let i = 0; i < 9; i++) a = { a }; console.log(a)"),
      ["{ a: { a: { a: { a: { a: [Object] } } } } }".replace("{ a: { a: { a: { a: { a: [Object] } } } } }", run("let a = {}; for (let i = 0; i < 9; i++) a = { a }; console.log(a)").logs[0].text)]);
    assert.ok(logged("let a = []; for (let i = 0; i < 1e5; i++) a = [a]; console.log(a)")[0].length < 200);
  });
  test("breaks long lists into lines, and cuts them", () => {
    assert.match(logged("console.log(Array.from({ length: 200 }, (_, i) => i))")[0], /^\[\n {2}0, 1, 2.*\n[^]*100 more items\n\]$/);
    assert.match(logged("console.log({ first: 'x'.repeat(50), second: 'y'.repeat(50) })")[0], /^\{\n {2}first: 'x+',\n {2}second: 'y+'\n\}$/);
  });
  test("a text is at most 64 KiB", () => {
    for (const what of ["'x'.repeat(1e6)", "'\u20ac'.repeat(1e6)", "Array(1e6).fill('abc')", "[['x'.repeat(1e6)]]", "{ k: 'x'.repeat(70000) }"]) {
      const [text] = logged(`console.log(${what === "Array(1e6).fill('abc')" ? what : `(${what})`})`);
      assert.ok(Buffer.byteLength(text) <= 65536, what);
    }
    assert.match(logged("console.log('x'.repeat(1e6))")[0], /\.\.\. \[cut\]$/);
  });
  test("keeps lone surrogates and NUL", () => {
    const [log] = run("console.log('\\ud800\\0a')").logs;
    assert.deepEqual(log.text, new Tagged(273, Uint8Array.from([0xed, 0xa0, 0x80, 0, 0x61])));
  });
  test("has format strings, groups, counters, stopwatches", () => {
    assert.deepEqual(logged("console.log('%s is %d, %i, %f %o %j %% %x', 'Bob', '42', 42.9, '1.5', [1], { a: 1 }, 'rest')"),
      ["Bob is 42, 42, 1.5 [ 1 ] { a: 1 } % %x rest"]);
    assert.deepEqual(logged("console.group('G'); console.log('in\\nside'); console.group(); console.log('x'); console.groupEnd(); console.groupEnd(); console.log('out')"),
      ["G", "  in\n  side", "    x", "out"]);
    assert.deepEqual(logged("console.count(); console.count(); console.count('a'); console.countReset(); console.count()"),
      ["default: 1", "default: 2", "a: 1", "default: 1"]);
    assert.deepEqual(logged("console.time('t'); await new Promise((r) => setTimeout(r, 5)); console.timeLog('t', 'x'); console.timeEnd('t'); console.timeEnd('t')"),
      ["t: 5ms x", "t: 5ms"]);
    assert.deepEqual(logged("console.assert(true); console.assert(false, 'why', 1); console.dir('s')"), ["Assertion failed: why 1", "'s'"]);
  });
  test("draws tables", () => {
    assert.deepEqual(logged("console.table([{ a: 1, b: 'x' }, { a: 2, c: true }, 7])"), [[
      "\u250c\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u252c\u2500\u2500\u2500\u252c\u2500\u2500\u2500\u2500\u2500\u252c\u2500\u2500\u2500\u2500\u2500\u2500\u252c\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2510",
      "\u2502 (index) \u2502 a \u2502 b   \u2502 c    \u2502 Values \u2502",
      "\u251c\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u253c\u2500\u2500\u2500\u253c\u2500\u2500\u2500\u2500\u2500\u253c\u2500\u2500\u2500\u2500\u2500\u2500\u253c\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2524",
      "\u2502 0       \u2502 1 \u2502 'x' \u2502      \u2502        \u2502",
      "\u2502 1       \u2502 2 \u2502     \u2502 true \u2502        \u2502",
      "\u2502 2       \u2502   \u2502     \u2502      \u2502 7      \u2502",
      "\u2514\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2534\u2500\u2500\u2500\u2534\u2500\u2500\u2500\u2500\u2500\u2534\u2500\u2500\u2500\u2500\u2500\u2500\u2534\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2518"].join("\n")]);
    assert.deepEqual(logged("console.table('text'); console.table({ x: { get v() { throw 1 } } })").length, 2);
    assert.ok(logged("console.table(Array.from({ length: 5000 }, (_, i) => ({ i })))")[0].length <= 65536);
  });
  test("has levels", () => {
    assert.deepEqual(run("for (const l of ['log', 'info', 'warn', 'error', 'debug', 'trace']) console[l]('x')").logs.map((l) => l.level),
      ["log", "info", "warn", "error", "debug", "error"]);
  });
  test("works when everything around it was overwritten", () => {
    assert.deepEqual(logged("const log = console.log; Array.prototype.map = Array.prototype.join = String.prototype.replace = null; JSON = null; Object.keys = null; log({ a: [1] })"),
      ["{ a: [ 1 ] }"]);
  });
});

describe("a function as the script's value", () => {
  const called = { callFunctionResult: true };
  test("is called once, and what it gives is awaited", () => {
    completes("async () => 42", 42, called);
    completes("() => 1", 1, called);
    completes("(async () => { const a = await t.echo(1); return a + await t.echo(2) })", 3, called);
    completes("function f() { return typeof this } f", "object", called);
    completes("(function () { 'use strict'; return typeof this })", "undefined", called);
    completes("return async () => 5", 5, called);
    completes("Promise.resolve(() => 6)", 6, called);
    completes("() => ({ then(done) { done(7) } })", 7, called);
    completes("(...rest) => rest.length", 0, called);
    completes("(a = 8) => a", 8, called);
    completes("let n = 0; const f = () => (n++, n); f", 1, called);
  });
  test("is not called unless that is asked for", () => {
    fails("let n = 0; () => console.log('ran')", "NotSerializable");
    assert.deepEqual(logged("() => console.log('ran')"), []);
  });
  test("is called for a function with parameters, a class, a generator, or one of another's under no circumstances", () => {
    for (const source of ["(a) => console.log('ran')", "async (a, b) => console.log('ran')", "class A { constructor() { console.log('ran') } } A",
      "(function* () { console.log('ran') })", "(async function* () { console.log('ran') })", "(() => console.log('ran')).bind(null)",
      "new Proxy(() => console.log('ran'), {})", "t.echo", "t.now", "console.log", "() => () => console.log('ran')",
      "Object.defineProperty(() => console.log('ran'), 'length', { get() { console.log('length'); return 0 } })",
      "Object.defineProperty(() => console.log('ran'), 'length', { value: '0' })",
      "const f = () => console.log('ran'); delete f.length; f"]) {
      const result = fails(source, "NotSerializable", {}, called);
      assert.deepEqual(result.logs, [], source);
      assert.deepEqual(result.calls, [], source);
    }
  });
  test("fails as the script would", () => {
    fails("\n() => { throw new RangeError('no') }", "Uncaught", { name: "RangeError", message: "no", line: 2, column: 19 }, called);
    fails("async () => {\n  await t.boom()\n}", "Uncaught", { code: "E_BOOM", line: 2 }, called);
    fails("async () => { t.hang() }", "DetachedCall", {}, called);
    fails("() => new Promise(() => {})", "Stalled", {}, called);
    fails("() => Symbol()", "NotSerializable", {}, called);
    fails("() => { Promise.reject(new Error('lost')) }", "UnhandledRejection", {}, called);
  });
  test("keeps alive what the script began", () => {
    completes("const p = t.echo(1); async () => [await p, await new Promise((d) => setTimeout(d, 5, 'late'))]", [1, "late"], called);
    completes("let got; setTimeout(() => { got = 1 }, 5); () => new Promise((d) => setTimeout(() => d(got), 9))", 1, called);
  });
});

// Values in both directions, tried on the module itself: what the host sends
// comes back byte for byte, what the script makes arrives as the format says,
// and no bytes from outside can break the guest.
import { test, describe } from "node:test";
import assert from "node:assert/strict";
import { HOLE, Float, OutOfMemory, Raw, Stopped, Tagged, encode, decode, openGuest } from "./harness.mjs";

const guest = openGuest(import.meta.url);

// The bytes of an item, from a form that is short to write: [tag, item] pairs as Tagged and so on.
const T = (tag, value) => new Tagged(tag, value);
const U = (...bytes) => Uint8Array.from(bytes);
const M = (...pairs) => new Map(pairs);

// Sends an item as a tool's answer and takes it back as the result; the outcome's bytes without their head.
function there_and_back(item, options = {}) {
  const raw = item instanceof Raw ? item.bytes : encode(item);
  const run = guest.start(options.source ?? "await give()", { tools: { give: () => new Raw(raw) }, maxResult: 1 << 24, ...options });
  let bytes;
  run.enterBytes = (message) => {
    const { exports } = run.instance;
    let at = guest.mailbox;
    if (message.length > 16384) at = exports.modebox_input(message.length);
    run.memory.set(message, at);
    const packed = BigInt.asUintN(64, exports.modebox_enter(at, message.length));
    bytes = run.memory.slice(Number(packed >> 32n), Number(packed >> 32n) + Number(packed & 0xffffffffn));
    return decode(bytes);
  };
  const result = run.finish();
  return { ...result, bytes: bytes.slice(2) };
}
function keeps(item, what) {
  const raw = item instanceof Raw ? Uint8Array.from(item.bytes) : encode(item);
  const result = there_and_back(new Raw(raw));
  assert.equal(result.kind, "completed", `${what ?? ""} ${result.kind}: ${result.message}`);
  assert.deepEqual(Buffer.from(result.bytes).toString("hex"), Buffer.from(raw).toString("hex"), what);
}
function gives(source, item) {
  const result = guest.run(source, { maxResult: 1 << 24 });
  assert.equal(result.kind, "completed", `${result.kind}: ${result.message}`);
  assert.deepEqual(result.value, item);
}
function refuses(source, message) {
  const result = guest.run(source);
  assert.equal(result.kind, "NotSerializable", `${result.kind}: ${result.message}`);
  assert.equal(result.message, message);
}

describe("values", () => {
  test("simple values come back as they went in", () => {
    for (const v of [undefined, null, true, false, 0, 1, -1, 23, 24, 255, 256, 65535, 65536, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 32,
      2 ** 53 - 1, -(2 ** 53 - 1), -0, 0.5, NaN, Infinity, -Infinity, 2 ** 53, -(2 ** 53), 5e-324, 1.7976931348623157e308, "", "a", "\0", "\u00e9",
      "\u20ac", "\u{1f600}", "x".repeat(300), "\u65e5".repeat(70000), "\ufeffbom", "\uffff"]) keeps(v, String(v).slice(0, 20));
  });
  test("numbers have one form", () => {
    assert.deepEqual(there_and_back(new Raw(U(0xf9, 0x3c, 0x00))).bytes, U(0x01));
    assert.deepEqual(there_and_back(new Raw(U(0xfa, 0x3f, 0xc0, 0, 0))).bytes, encode(1.5));
    assert.deepEqual(there_and_back(new Raw(U(0xf9, 0x7e, 0x00))).bytes, encode(NaN));
    assert.deepEqual(there_and_back(new Raw(U(0xf9, 0x7c, 0x00))).bytes, encode(Infinity));
    assert.deepEqual(there_and_back(new Raw(U(0xf9, 0x80, 0x00))).bytes, encode(-0));
    assert.deepEqual(there_and_back(new Raw(U(0xf9, 0x00, 0x01))).bytes, encode(2 ** -24));
    assert.deepEqual(there_and_back(new Raw(U(0xfb, 0xff, 0xf8, 0, 0, 0, 0, 0, 1))).bytes, encode(NaN));
    assert.deepEqual(there_and_back(new Raw(U(0x1b, 0, 0x20, 0, 0, 0, 0, 0, 0))).bytes, encode(2 ** 53));
    assert.deepEqual(there_and_back(new Raw(U(0x3b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff))).bytes, encode(-(2 ** 64)));
    gives("[1e3, 1.0, 4294967296, -1.5, 0.1 + 0.2, 2 ** 53]", [1000, 1, 4294967296, -1.5, 0.30000000000000004, 2 ** 53]);
  });
  test("BigInts have minimal bytes, of any size", () => {
    for (const [tag, bytes] of [[2, U()], [2, U(1)], [2, U(0x7f)], [2, U(0x80)], [2, U(0xff, 0xff)], [2, U(1, 0, 0, 0, 0)], [3, U()], [3, U(0x7f)],
      [3, U(0x80)], [3, U(0xff, 0xff, 0xff, 0xff)], [3, U(0x80, 0, 0, 0, 0, 0, 0, 0)], [2, U(0x80, 0, 0, 0, 0, 0, 0, 0)], [2, new Uint8Array(5000).fill(0xab)],
      [3, new Uint8Array(5001).fill(0xcd)]]) keeps(T(tag, bytes), `${tag} ${bytes.length}`);
    gives("[0n, 1n, -1n, 255n, 256n, -256n, -257n, 2n ** 64n]", [T(2, U()), T(2, U(1)), T(3, U()), T(2, U(255)), T(2, U(1, 0)), T(3, U(255)), T(3, U(1, 0)),
      T(2, U(1, 0, 0, 0, 0, 0, 0, 0, 0))]);
    assert.deepEqual(there_and_back(T(2, U(0, 0, 7))).bytes, encode(T(2, U(7))));
    assert.equal(there_and_back(T(2, U(1, 2, 3)), { source: "await give() === 66051n" }).value, true);
    assert.equal(there_and_back(T(3, U(0xff)), { source: "await give() === -256n" }).value, true);
  });
  test("a BigInt that the engine can not hold is an error of that call", () => {
    const result = there_and_back(T(2, new Uint8Array(200_000).fill(1)), { source: "try { await give() } catch (e) { e.name }" });
    assert.equal(result.value, "RangeError");
  });
  test("ill-formed strings are tagged and exact", () => {
    keeps(T(273, U(0xed, 0xa0, 0x80)));
    keeps(T(273, U(0xed, 0xb0, 0x80, 0xed, 0xa0, 0x80, 0x61)));
    keeps(M([T(273, U(0xed, 0xa0, 0x80)), 1]));
    gives("'\\ud800\\0a'", T(273, U(0xed, 0xa0, 0x80, 0, 0x61)));
    gives("({ ['\\udc00']: 1 })", M([T(273, U(0xed, 0xb0, 0x80)), 1]));
    gives("'\\ud83d' + '\\ude00'", "\u{1f600}");
    assert.equal(there_and_back(T(273, U(0xed, 0xa0, 0x80)), { source: "const s = await give(); s.length === 1 && s.charCodeAt(0) === 0xd800" }).value, true);
  });
  test("concatenated and sliced strings are whole", () => {
    gives("let s = ''; for (let i = 0; i < 3000; i++) s += i % 10; s", Array.from({ length: 3000 }, (_, i) => i % 10).join(""));
    gives("('x'.repeat(9000) + '\u20ac').slice(1, 9001)", "x".repeat(8999) + "\u20ac");
    gives("let k = ''; for (let i = 0; i < 2000; i++) k += 'k'; ({ [k]: 1 })", M(["k".repeat(2000), 1]));
  });
  test("objects keep their order and their own __proto__", () => {
    keeps(M(["b", 1], ["a", 2], ["__proto__", M(["x", 1])], ["", 0], ["constructor", 5], ["\u65e5", 1]));
    gives("({ b: 1, 2: 'two', a: 3, 1: 'one' })", M(["1", "one"], ["2", "two"], ["b", 1], ["a", 3]));
    gives("JSON.parse('{\"__proto__\": {\"x\": 1}}')", M(["__proto__", M(["x", 1])]));
    assert.equal(there_and_back(M(["__proto__", M(["x", 1])]), { source: "const o = await give(); Object.hasOwn(o, '__proto__') && o.x === undefined && Object.getPrototypeOf(o) === Object.prototype" }).value, true);
    gives("Object.create(null)", M());
    gives("const o = { a: 1, [Symbol('s')]: 2 }; Object.defineProperty(o, 'hidden', { value: 1 }); o", M(["a", 1]));
    gives("const o = { a: 1, b: 2, c: 3 }; delete o.b; o", M(["a", 1], ["c", 3]));
    gives("(function () { return arguments })(1, 'x')", M(["0", 1], ["1", "x"]));
    gives("const o = {}; for (let i = 0; i < 1000; i++) o['k' + i] = i; Object.keys(o).length === 1000 && o", new Map(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i])));
  });
  test("of a key that is sent twice, the last counts", () => {
    assert.deepEqual(there_and_back(new Raw(U(0xa2, 0x61, 0x61, 1, 0x61, 0x61, 2))).bytes, encode(M(["a", 2])));
  });
  test("arrays keep their holes", () => {
    keeps([]);
    keeps([1, HOLE, 3]);
    keeps([HOLE]);
    keeps([HOLE, HOLE, undefined, HOLE]);
    keeps([[1, [2, [HOLE, 3]]]]);
    gives("[1, , 3]", [1, HOLE, 3]);
    gives("const a = [1, 2]; a.length = 4; a", [1, 2, HOLE, HOLE]);
    gives("new Array(3)", [HOLE, HOLE, HOLE]);
    gives("const a = [0]; a[900] = 1; a.length", 901);
    assert.equal(there_and_back([HOLE, undefined], { source: "const a = await give(); !(0 in a) && 1 in a && a.length === 2" }).value, true);
  });
  test("very sparse arrays are sent by their elements", () => {
    keeps(T(40000, [4294967295, [4294967294, 1]]));
    keeps(T(40000, [5000, []]));
    keeps(T(40000, [5000, [7, "x", 4000, [1]]]));
    gives("const a = []; a[4294967294] = 1; a", T(40000, [4294967295, [4294967294, 1]]));
    gives("new Array(2 ** 32 - 1)", T(40000, [4294967295, []]));
  });
  test("other properties of arrays are dropped", () => {
    gives("const a = [1]; a.x = 2; a", [1]);
    gives("const a = [1]; a[5000] = 2; a.x = 2; a", T(40000, [5001, [0, 1, 5000, 2]]));
  });
  test("dates, invalid ones too", () => {
    keeps(T(40001, 0));
    keeps(T(40001, -1));
    keeps(T(40001, 8640000000000000));
    keeps(T(40001, NaN));
    gives("[new Date(NaN), new Date(5.7)]", [T(40001, NaN), T(40001, 5)]);
    assert.equal(there_and_back(T(40001, 1e12), { source: "const d = await give(); d instanceof Date && d.toISOString()" }).value, "2001-09-09T01:46:40.000Z");
  });
  test("patterns with their flags", () => {
    keeps(T(21066, ["a+", "gi"]));
    keeps(T(21066, ["(?:)", ""]));
    gives("new RegExp('')", T(21066, ["(?:)", ""]));
    gives("new RegExp('/')", T(21066, ["\\/", ""]));
    keeps(T(21066, ["[\u20ac/]", "dgimsuy"]));
    keeps(T(21066, ["\\p{L}", "v"]));
    gives("/x\\/y/g", T(21066, ["x\\/y", "g"]));
    assert.equal(there_and_back(T(21066, ["(", ""]), { source: "try { await give() } catch (e) { e.name }" }).value, "SyntaxError");
  });
  test("maps and sets with any keys, in order", () => {
    keeps(T(259, M(["a", 1], [M(["k", 1]), 2], [NaN, 3], [T(2, U(5)), 4], [undefined, 5], [[1], 6])));
    keeps(T(258, [1, "1", M(), [1], null]));
    gives("const m = new Map([[-0, 'z'], ['b', 1]]); m.delete('b'); m.set('c', 2); m", T(259, M([0, "z"], ["c", 2])));
    assert.equal(there_and_back(T(259, M(["a", 1])), { source: "const m = await give(); m instanceof Map && m.get('a')" }).value, 1);
    assert.equal(there_and_back(T(258, ["a"]), { source: "const s = await give(); s instanceof Set && s.has('a')" }).value, true);
    const many = T(258, Array.from({ length: 5000 }, (_, i) => i));
    keeps(many);
  });
  test("buffers and views of every kind", () => {
    keeps(U(1, 2, 3));
    keeps(U());
    for (const [tag, size] of [[64, 1], [68, 1], [72, 1], [69, 2], [77, 2], [84, 2], [70, 4], [78, 4], [85, 4], [71, 8], [79, 8], [86, 8]]) {
      keeps(T(tag, new Uint8Array(size * 3).map((_, i) => i + 1)), `tag ${tag}`);
      keeps(T(40002, [tag, new Uint8Array(size * 4), size, 2]), `part, tag ${tag}`);
    }
    keeps(T(40002, [0, U(1, 2, 3, 4), 1, 2]));
    keeps([T(28, U(1, 2)), T(40002, [64, T(29, new Raw(U(0x1a, 0, 0, 0, 0))), 1, 1])]);
    gives("const b = new ArrayBuffer(4); [b, new Uint8Array(b, 1, 2)]", [T(28, U(0, 0, 0, 0)), T(40002, [64, T(29, 0), 1, 2])]);
    gives("const u = new Uint8Array([1, 2]); [u, u]", [T(28, T(64, U(1, 2))), T(29, 0)]);
    gives("new Float32Array([1.5])", T(85, U(0, 0, 0xc0, 0x3f)));
    gives("new DataView(new ArrayBuffer(2))", T(40002, [0, U(0, 0), 0, 2]));
    gives("new Uint8Array(new ArrayBuffer(2, { maxByteLength: 8 }))", T(64, U(0, 0)));
    refuses("const b = new ArrayBuffer(2); b.transfer(); b", "$ is a detached ArrayBuffer, which can not leave the sandbox");
    refuses("const b = new ArrayBuffer(8, { maxByteLength: 8 }); const u = new Uint8Array(b, 4, 4); b.resize(2); ({ u })",
      "$.u is a view whose buffer is detached or too short, which can not leave the sandbox");
  });
  test("errors with name, message, code, cause and errors", () => {
    keeps(T(40003, M(["name", "TypeError"], ["message", "m"])));
    keeps(T(40003, M(["name", "Odd"], ["message", ""], ["code", "E"], ["cause", T(40003, M(["name", "Error"], ["message", "c"]))])));
    keeps(T(40003, M(["name", "AggregateError"], ["message", "a"], ["errors", [T(40003, M(["name", "RangeError"], ["message", "r"]))]])));
    gives("Object.assign(new RangeError('m', { cause: 1 }), { code: 'E', other: 2 })", T(40003, M(["name", "RangeError"], ["message", "m"], ["code", "E"], ["cause", 1])));
    gives("class My extends Error { name = 'My' } new My('x')", T(40003, M(["name", "My"], ["message", "x"])));
    gives("new DOMException('m', 'AbortError')", T(40003, M(["name", "AbortError"], ["message", "m"])));
    assert.deepEqual(there_and_back(T(40003, M(["name", "TypeError"], ["message", "m"], ["code", "E"])),
      { source: "const e = await give(); [e instanceof TypeError, e.message, e.code, Object.keys(e), Object.hasOwn(e, 'name')]" }).value, [true, "m", "E", ["code"], false]);
    assert.deepEqual(there_and_back(T(40003, M(["name", "AggregateError"], ["message", "m"], ["errors", []])),
      { source: "const e = await give(); [e instanceof AggregateError, e.errors.length]" }).value, [true, 0]);
  });
  test("shared references and cycles are kept", () => {
    const ref = (n) => T(29, new Raw(U(0x1a, 0, 0, 0, n)));
    keeps(T(28, [ref(0)]));
    keeps(T(28, M(["self", ref(0)], ["list", [ref(0), T(28, [1]), ref(1)]])));
    keeps([T(28, T(259, M([1, ref(0)]))), T(28, T(258, [ref(1)])), T(28, T(40001, 1)), ref(2), T(28, T(21066, ["a", ""])), ref(3)]);
    keeps(T(28, T(40003, M(["name", "Error"], ["message", "m"], ["cause", ref(0)]))));
    keeps([T(28, T(40000, [9000, [1, ref(0)]])), T(28, T(64, U(1))), ref(1), T(28, T(40002, [64, T(28, U(1, 2)), 0, 1])), ref(2), ref(3)]);
    gives("const a = { n: 1 }; a.self = a; a.b = [a, a]; a", T(28, M(["n", 1], ["self", T(29, 0)], ["b", [T(29, 0), T(29, 0)]])));
    gives("const s = 'same'; [s, s]", ["same", "same"]);
    gives("const o = {}; const p = { o }; [p, p.o, o, [o]]", [M(["o", T(28, M())]), T(29, 0), T(29, 0), [T(29, 0)]]);
    gives("let d = 1; for (let i = 0; i < 30; i++) d = [d, d]; d = null; let e = [0]; for (let i = 0; i < 3; i++) e = [e, e]; e",
      T(28, 0).tag && [T(28, [T(28, [T(28, [0]), T(29, 2)]), T(29, 1)]), T(29, 0)]);
    assert.equal(there_and_back([T(28, M()), ref(0)], { source: "const a = await give(); a[0] === a[1]" }).value, true);
    const many = guest.run("const o = {}; const l = []; for (let i = 0; i < 300; i++) { const x = { i }; l.push(x, x) } l");
    assert.equal(many.kind, "completed");
    many.value.forEach((v, i) => (i % 2 ? assert.deepEqual(v, T(29, (i - 1) / 2)) : assert.equal(v.tag, 28)));
  });
});

describe("what can not leave", () => {
  test("is named by its path", () => {
    refuses("({ items: [1, 2, 3, { callback() {} }] })", "$.items[3].callback is a function, which can not leave the sandbox");
    refuses("[{ 'odd name': Symbol('x') }]", "$[0][\"odd name\"] is a symbol, which can not leave the sandbox");
    refuses("({ 'a\"\\n': { 7: () => 1 } })", "$[\"a\\\"\\x0a\"][\"7\"] is a function, which can not leave the sandbox");
    refuses("new Map([['k', [() => 1]]])", "$.get(\"k\")[0] is a function, which can not leave the sandbox");
    refuses("new Map([[1, { a: () => 1 }]])", "$.get(1).a is a function, which can not leave the sandbox");
    refuses("new Map([[() => 1, 1]])", "$.<key> is a function, which can not leave the sandbox");
    refuses("new Set([Symbol()])", "$.<value> is a symbol, which can not leave the sandbox");
    refuses("new Error('x', { cause: () => 1 })", "$.cause is a function, which can not leave the sandbox");
    refuses("Promise.resolve().then", "$ is a function, which can not leave the sandbox");
    refuses("class A {} A", "$ is a function, which can not leave the sandbox");
    refuses("[Promise.resolve(1)]", "$[0] is a promise (is an await missing?), which can not leave the sandbox");
  });
  test("instances of classes are named", () => {
    refuses("class Account { x = 1 } ({ a: new Account() })", "$.a is an instance of class Account, which can not leave the sandbox");
    refuses("[new WeakMap()]", "$[0] is an instance of class WeakMap, which can not leave the sandbox");
    refuses("new WeakRef({})", "$ is an instance of class WeakRef, which can not leave the sandbox");
    refuses("(function* g() {})()", "$ is an object with a prototype of its own, which can not leave the sandbox".replace("an object with a prototype of its own", guest.run("(function* g() {})()").message.match(/^\$ is (.*), which/)[1]));
    refuses("class L extends Array {} new L()", "$ is an instance of class L, which can not leave the sandbox");
    refuses("class M extends Map {} new M()", "$ is an instance of class M, which can not leave the sandbox");
    refuses("Object.create({ inherited: 1 })", "$ is an instance of class Object, which can not leave the sandbox");
    refuses("new String('s')", "$ is an instance of class String, which can not leave the sandbox");
    refuses("[].values()", guest.run("[].values()").message);
    const odd = guest.run("class A { static get name() { throw 1 } } const o = new A(); Object.defineProperty(A.prototype, 'constructor', { get() { throw 2 } }); o");
    assert.equal(odd.kind, "NotSerializable");
  });
  test("a thousand levels are too many, a few hundred are not", () => {
    const deep = guest.run("let a = 1; for (let i = 0; i < 1001; i++) a = [a]; a");
    assert.equal(deep.kind, "NotSerializable");
    assert.match(deep.message, /nested more than 1000 levels deep$/);
    assert.ok(deep.message.length < 300);
    assert.equal(guest.run("let a = 1; for (let i = 0; i < 1000; i++) a = [a]; a").kind, "completed");
    assert.equal(guest.run("let a = 1; for (let i = 0; i < 900; i++) a = { a: new Map([[a, a]]) }; 1").kind, "completed");
    let item = 1;
    for (let i = 0; i < 990; i++) item = [item];
    keeps(item);
  });
});

describe("getters and proxies", () => {
  test("are read inside the guest", () => {
    gives("({ get a() { return [1, { get b() { return 2 } }] } })", M(["a", [1, M(["b", 2])]]));
    gives("new Proxy({ a: 1, b: 2 }, { get: (t, k) => t[k] * 10, ownKeys: () => ['b', 'a'] })", M(["b", 20], ["a", 10]));
    gives("new Proxy([1, , 3], { get: (t, k) => (k === '0' ? 'first' : t[k]) })", ["first", HOLE, 3]);
    gives("const a = [1]; Object.defineProperty(a, 1, { get: () => 'g', enumerable: true }); a", [1, "g"]);
    gives("const e = new Error('m'); Object.defineProperty(e, 'message', { get: () => 'other' }); e", T(40003, M(["name", "Error"], ["message", "other"])));
    gives("class E extends Error { get name() { return 'Got' } } new E('m')", T(40003, M(["name", "Got"], ["message", "m"])));
    gives("[new Map([[{ get k() { return 1 } }, 2]]), new Set([{ get v() { return 3 } }]), new Date(1), new Uint8Array([1]), /r/]",
      [T(259, M([M(["k", 1]), 2])), T(258, [M(["v", 3])]), T(40001, 1), T(40002, [64, U(1), 0, 1]), T(21066, ["r", ""])]);
  });
  test("that throw fail the run with what they threw", () => {
    for (const source of ["({ get a() { throw new Error('mine') } })", "new Proxy({}, { ownKeys() { throw new Error('mine') } })",
      "new Proxy([], { get() { throw new Error('mine') } })"]) {
      const result = guest.run(source);
      assert.equal(result.kind, "Uncaught");
      assert.equal(result.message, "mine");
    }
  });
  test("that change what is being read do no harm", () => {
    gives("const o = { get a() { delete o.b; o.c = 1; return 1 }, b: 2 }; o", M(["a", 1], ["b", undefined]));
    gives("const l = [{ get x() { l.length = 1; return 1 } }, 2, 3]; l", guest.run("const l = [{ get x() { l.length = 1; return 1 } }, 2, 3]; l").value);
    gives("const m = new Map([[1, { get x() { m.clear(); return 1 } }], [2, 3]]); m", T(259, M([1, M(["x", 1])], [2, 3])));
    gives("const s = new Set([{ get x() { s.clear(); return 1 } }, 5]); s", T(258, [M(["x", 1]), 5]));
    const detached = guest.run("const b = new ArrayBuffer(8); [{ get x() { b.transfer(); return 1 } }, b]");
    assert.equal(detached.kind, "NotSerializable");
  });
  test("that give ever new objects do not mix them up", () => {
    gives("({ get a() { return { n: 1 } }, get b() { return { n: 2 } }, get c() { return { n: 3 } } })", M(["a", M(["n", 1])], ["b", M(["n", 2])], ["c", M(["n", 3])]));
  });
  test("that never end are stopped by the limits", () => {
    assert.throws(() => guest.run("({ get a() { for (;;); } })", { fuel: 5 }), Stopped);
    assert.throws(() => guest.run("new Proxy({}, { ownKeys() { for (;;); } })", { fuel: 5 }), Stopped);
    const endless = guest.run("const make = () => ({ get next() { return make() } }); make()");
    assert.equal(endless.kind, "NotSerializable");
    const wide = guest.run("new Proxy([], { get: (t, k) => (k === 'length' ? 2 ** 50 : 1), has: () => true })");
    assert.equal(wide.kind, "TooLarge");
  });
  test("of proxies that stand for something else nothing is taken", () => {
    refuses("new Proxy(new Map(), {})", "$ is a proxy of something that is neither a plain object nor an array, which can not leave the sandbox");
    refuses("new Proxy(() => 1, {})", "$ is a function, which can not leave the sandbox");
    assert.equal(guest.run("const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); proxy").kind, "Uncaught");
  });
});

describe("bytes from outside", () => {
  const rejected = (bytes) => {
    try {
      there_and_back(new Raw(bytes));
    } catch (e) {
      assert.match(e.message, /guest broke: malformed answers/, `${Buffer.from(bytes).toString("hex")}: ${e.stack}`);
      return;
    }
    assert.fail(`accepted ${Buffer.from(bytes).toString("hex")}`);
  };
  test("that are not in the format are refused", () => {
    for (const hex of ["", "18", "1c", "1f", "5f", "7f", "9f01ff", "bf", "f8ff", "ff", "e1", "f818", "62ff", "4401", "8401", "9a7fffffff", "9bffffffffffffffff",
      "ba7fffffff", "a1", "a10101", "a1f601", "a16161", "c2", "c201", "c26161", "c401", "d81c01", "d81cf6", "d81c6161", "d81d00", "d81d01", "81d81d00",
      "d81cd81c80"])
      rejected(Uint8Array.from(Buffer.from(hex, "hex")));
    for (const item of [T(258, M()), T(259, []), T(40000, []), T(40000, [5]), T(40000, [5, [5, 1]]), T(40000, [2 ** 32, []]), T(40000, [5, [0]]), T(40001, "x"),
      T(40001, []), T(40002, []), T(40002, [64, U(1), 0, 2]), T(40002, [64, U(1), 2, 0]), T(40002, [69, U(1, 2, 3, 4), 1, 1]), T(40002, [1, U(1), 0, 1]),
      T(40002, [64, [], 0, 0]), T(40002, [64, T(64, U(1)), 0, 1]), T(40002, [64, U(1), 0, 2 ** 60]), T(69, U(1)), T(64, "x"), T(40003, []), T(40003, M(["message", 1])),
      T(40003, M(["name", 1])), T(40003, M(["odd", 1])), T(40003, M([1, 1])), T(21066, ["a"]), T(21066, [1, 2]), T(273, U(0xff)), T(273, U(0xc0, 0x80)),
      T(273, U(0xf5, 0x80, 0x80, 0x80)), T(273, U(0xe2, 0x82)), T(273, "x"), T(9999, 1), T(28, 1), T(28, T(2, U(1))), T(28, T(28, [])), T(28, T(273, U(0xed, 0xa0, 0x80))),
      T(28, T(40002, [64, T(29, 0), 0, 1]))]) rejected(encode(item));
  });
  test("with too many levels are refused", () => {
    rejected(new Uint8Array(5000).fill(0x81));
    rejected(new Uint8Array(1_000_000).fill(0x81));
    rejected(new Uint8Array(100_000).fill(0xd8));
    let item = 1;
    for (let i = 0; i < 1100; i++) item = M(["a", item]);
    rejected(encode(item));
  });
  test("cut short anywhere are refused", () => {
    const whole = encode([T(28, M(["a", T(259, M([1, T(258, [2])]))])), T(29, 0), "text", U(1, 2, 3), T(2, U(1)), 1.5, T(40003, M(["name", "E"], ["message", "m"])), T(40000, [5000, [1, 2]])]);
    for (let length = 0; length < whole.length; length++) rejected(whole.slice(0, length));
  });
  test("changed at random never break the guest", () => {
    let state = 12345;
    const random = (n) => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    const seeds = [[T(28, M(["a", T(259, M([1, T(258, [2])]))])), T(29, 0), "te\u00e9xt", U(1, 2, 3), T(2, U(1, 2, 3)), 1.5], T(40002, [69, U(1, 2, 3, 4), 2, 1]),
      T(40000, [5000, [1, 2, 3, [HOLE, 1]]]), T(40003, M(["name", "TypeError"], ["message", "m"], ["cause", [1]])), T(21066, ["a(b)c", "gi"]),
      [T(71, new Uint8Array(16)), T(273, U(0xed, 0xa0, 0x80, 0x61)), T(40001, 5), T(3, U())]].map(encode);
    let accepted = 0;
    for (let i = 0; i < 500; i++) {
      const bytes = seeds[random(seeds.length)].slice();
      for (let k = random(3); k >= 0; k--) bytes[random(bytes.length)] = random(256);
      try {
        there_and_back(new Raw(bytes));
        accepted++;
      } catch (e) {
        assert.match(e.message, /guest broke: malformed answers|bytes after|out of memory/, `${Buffer.from(bytes).toString("hex")}: ${e.stack}`);
      }
    }
    assert.ok(accepted > 10);
  });
});

describe("random graphs", () => {
  // A graph of values in the form that the guest writes, so that it must come back byte for byte.
  function graph(random, size) {
    let left = size;
    const shared = [];
    const key = (i) => `k${i}`;
    const leaf = () => {
      switch (random(14)) {
        case 0: return undefined;
        case 1: return null;
        case 2: return random(2) === 0;
        case 3: return random(100000) - 50000;
        case 4: return (random(2 ** 31) - 2 ** 30) * (2 ** 22) + 1;
        case 5: return random(2 ** 31) / 7 + 0.5;
        case 6: return "x\u00e9\u20ac\u{1f600}".repeat(random(5));
        case 7: return T(2, U(1 + random(255), random(256)));
        case 8: return T(3, U(1 + random(255), random(256), random(256), random(256), random(256)));
        case 9: return T(273, U(0xed, 0xa0 + random(32), 0x80));
        case 10: return T(40001, random(1e9));
        case 11: return new Uint8Array(random(9)).fill(random(256));
        case 12: return T([64, 69, 70, 71, 77, 85, 86][random(7)], new Uint8Array(8 * random(3)).fill(random(256)));
        default: return T(21066, ["a".repeat(1 + random(5)), random(2) ? "g" : ""]);
      }
    };
    const node = (depth) => {
      if (left-- <= 0 || depth > 12) return leaf();
      if (shared.length > 0 && random(5) === 0) {
        const entry = shared[random(shared.length)];
        entry.used = true;
        return { ref: entry };
      }
      const kind = random(8);
      if (kind >= 6) return leaf();
      const entry = { used: false };
      shared.push(entry);
      const count = random(6);
      const children = () => Array.from({ length: count }, () => (kind <= 1 && random(9) === 0 ? HOLE : node(depth + 1)));
      let value;
      if (kind <= 1) value = children();
      else if (kind <= 3) value = new Map(children().map((c, i) => [key(i), c]));
      else if (kind === 4) value = T(259, new Map(children().map((c, i) => [i, c])));
      else value = T(258, Array.from({ length: count }, (_, i) => (i % 2 ? T(40001, i + depth * 100) : [node(depth + 1)])));
      entry.value = value;
      return { node: entry };
    };
    const root = node(0);
    // Indices go by the order in which the first occurrences are written.
    let index = 0;
    const lay = (v) => {
      if (v && v.node) {
        const entry = v.node;
        if (!entry.used) return lay(entry.value);
        entry.index = index++;
        return T(28, lay(entry.value));
      }
      if (v && v.ref) return T(29, new Raw(U(0x1a, 0, 0, v.ref.index >> 8, v.ref.index & 255)));
      if (v instanceof Tagged) return T(v.tag, lay(v.value));
      if (v instanceof Map) return new Map([...v].map(([k, x]) => [k, lay(x)]));
      if (Array.isArray(v)) return v.map(lay);
      return v;
    };
    return lay(root);
  }
  test("come back byte for byte", () => {
    let state = 2024;
    const random = (n) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    for (let i = 0; i < 120; i++) keeps(graph(random, 1 + random(120)), `graph ${i}`);
  });
});

describe("memory", () => {
  const outOfMemory = (source, options) => assert.throws(() => guest.run(source, { memoryLimit: 8 << 20, fuel: 1e5, ...options }), OutOfMemory, source);
  test("that is spent ends the run, in whatever way", () => {
    for (const source of ["const k = []; for (;;) { const b = new Uint8Array(512 * 1024); b[0] = 1; k.push(b) }", "const k = []; for (;;) k.push('x'.repeat(2 ** 20))",
      "const k = []; for (;;) k.push({ a: 1 })", "let s = 'x'; for (;;) { s += s; s.charCodeAt(0) }", "const m = new Map(); for (let i = 0; ; i++) m.set(i, i)",
      "const o = {}; for (let i = 0; ; i++) o['k' + i] = i", "[...'.'.repeat(1e8)]", "Array(1e9).fill(0)", "new Array(60 << 20).fill()", "new ArrayBuffer(2 ** 31 - 1)",
      "const f = () => { const x = new Array(1000).fill(f); return f.concat ? 0 : [x, f] }; const k = []; for (;;) k.push(f())", "2n ** 900000n * 3n; const k = []; for (;;) k.push(2n ** 900000n)",
      "const k = []; for (;;) k.push(Promise.resolve())", "for (let i = 0; ; i++) setTimeout(() => {}, i)", "for (;;) queueMicrotask(() => {})",
      "const k = []; for (;;) k.push(new Error('x'))", "const k = []; for (;;) k.push(/a/g, new Date(), Symbol())", "JSON.stringify(Array(3e6).fill('abc'))",
      "function* g() { yield 1 } const k = []; for (;;) { const i = g(); i.next(); k.push(i) }"]) outOfMemory(source);
  });
  test("can not be caught, not even by a finally", () => {
    outOfMemory("try { const k = []; for (;;) k.push(new Uint8Array(1e5)) } catch (e) { console.log('caught') } finally { console.log('finally') }");
    outOfMemory("const go = async () => { const k = []; for (;;) k.push(new Uint8Array(1e5)) }; for (;;) await go().catch(() => {})");
  });
  test("that became garbage is found before the limit, cycles too", () => {
    for (const source of ["for (let i = 0; i < 3000; i++) { const b = new Uint8Array(100_000); b.self = b } 1", "for (let i = 0; i < 3e5; i++) { const o = { i }; o.o = o } 1",
      "for (let i = 0; i < 2e5; i++) { const f = () => f } 1", "for (let i = 0; i < 40; i++) { const a = Array(1e5).fill(0); a[0] = a } 1",
      "const keep = []; for (let i = 0; i < 40000; i++) { keep.push({ i }); const o = {}; o.o = { o } } 1"]) {
      const result = guest.run(source, { memoryLimit: 8 << 20, fuel: 1e5 });
      assert.equal(result.value, 1, source);
    }
  });
  test("of small scripts needs no more pages than the image has", () => {
    const result = guest.run("const l = []; for (let i = 0; i < 1000; i++) l.push({ i, s: 'text ' + i }); l.map((x) => x.s).join().length");
    assert.equal(result.run.memory.length, guest.image.length);
  });
  test("beside the stack, which is never touched far down, stays as it was in the canary", () => {
    const { run } = guest.run("function f(n) { return n ? f(n - 1) + 1 : 0 } f(1000)");
    assert.deepEqual(run.memory.slice(guest.canary, guest.canary + 4096), new Uint8Array(4096));
  });
});

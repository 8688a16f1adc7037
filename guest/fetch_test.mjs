// fetch, Headers, Request and Response as a script sees them, with a host that
// answers here. The module is $MODEBOX_GUEST_WASM, or the build's.
import { test, describe } from "node:test";
import assert from "node:assert/strict";
import { hang, openGuest } from "./harness.mjs";

const guest = openGuest(import.meta.url);

const answers = (answer) => ({ fetch: { fetch: typeof answer === "function" ? answer : () => answer } });
const utf8 = (text) => new TextEncoder().encode(text);
const plain = { url: "https://api.test/", status: 200, statusText: "OK", headers: [["content-type", "text/plain"]],
  body: utf8("hello") };
const run = (source, answer = plain) => guest.run(source, { tools: answers(answer) });

function completes(source, expected, answer) {
  const result = run(source, answer);
  assert.equal(result.kind, "completed", `${result.kind}: ${result.message}`);
  assert.deepEqual(result.value, expected);
  return result;
}
function throws(source, name, message, answer) {
  const result = run(`try { ${source}; "nothing was thrown" } catch (e) { [e.name, e.message] }`, answer);
  assert.equal(result.kind, "completed", `${result.kind}: ${result.message}`);
  assert.equal(result.value[0], name, String(result.value));
  assert.match(result.value[1], message);
}
const sent = (script) => {
  const source = `${script}; 0`;
  const result = run(source);
  assert.equal(result.kind, "completed", `${result.kind}: ${result.message}`);
  return result.calls.map((c) => Object.fromEntries(c.args[0]));
};

describe("where fetch is", () => {
  const names = "[typeof fetch, typeof Headers, typeof Request, typeof Response]";
  test("nowhere, unless a tool is behind it", () => {
    const result = guest.run(names, { tools: { top: (x) => x } });
    assert.deepEqual(result.value, ["undefined", "undefined", "undefined", "undefined"]);
  });
  test("a global like any other", () => {
    completes(names, ["function", "function", "function", "function"]);
    completes(`const was = fetch; globalThis.fetch = 1; const set = fetch; delete globalThis.fetch;
      [was.name, was.length, set, typeof fetch]`, ["fetch", 1, 1, "undefined"]);
    completes(`Object.getOwnPropertyNames(globalThis).includes("fetch") && Object.keys(globalThis).includes("fetch")`, true);
    completes("const fetch = 7; fetch", 7);
    completes("function fetch() { return 8 } fetch()", 8);
  });
  test("a tool named fetch that is not the web's is a tool", () => {
    const result = guest.run("[await fetch(7), typeof Headers]", { tools: { fetch: (x) => x + 1 } });
    assert.deepEqual(result.value, [8, "undefined"]);
  });
});

describe("what is asked of the host", () => {
  test("one readable object", () => {
    assert.deepEqual(sent(`await fetch("https://api.test/a?b=1#c")`), [
      { url: "https://api.test/a?b=1", method: "GET", headers: [], redirect: "follow" }]);
    assert.deepEqual(sent(`await fetch("https://api.test/", {method: "post", body: '{"ü": 1}',
      headers: {"Content-Type": "application/json", "X-B": " 2 "}, redirect: "manual"})`), [
      { url: "https://api.test/", method: "POST", headers: [["content-type", "application/json"], ["x-b", "2"]],
        body: '{"ü": 1}', redirect: "manual" }]);
  });
  test("bytes are text where that loses nothing", () => {
    const body = (expression) => sent(`await fetch("https://api.test/", {method: "PUT", body: ${expression}})`)[0].body;
    assert.equal(body("new Uint8Array([0x68, 0x69])"), "hi");
    assert.deepEqual(new Uint8Array(body("new Uint8Array([0xff, 0])")), new Uint8Array([0xff, 0]));
    assert.deepEqual(new Uint8Array(body("new Uint8Array([0xef, 0xbb, 0xbf, 0x68])")), new Uint8Array([0xef, 0xbb, 0xbf, 0x68]));
    assert.equal(body("new DataView(new Uint8Array([1, 0x68, 0x69, 2]).buffer, 1, 2)"), "hi");
    assert.equal(body("new Uint8Array([1, 0x68, 0x69]).buffer.slice(1)"), "hi");
    assert.equal(body("'\\ud800x'"), "\ufffdx");
    assert.equal(body("({toString() { return 'own'; }})"), "own");
    assert.equal(body("''"), "");
    assert.equal(body("null"), undefined);
  });
  test("URLs are canonical, forms are encoded", () => {
    assert.equal(sent(`await fetch(new URL("HTTPS://API.test:443/a/../ü?ä#x"))`)[0].url, "https://api.test/%C3%BC?%C3%A4");
    assert.equal(sent(`await fetch("http://0x7f.1/")`)[0].url, "http://127.0.0.1/");
    const form = sent(`await fetch("https://api.test/", {method: "POST", body: new URLSearchParams({a: "1 ü", b: "&"})})`)[0];
    assert.equal(form.body, "a=1+%C3%BC&b=%26");
    assert.deepEqual(form.headers, [["content-type", "application/x-www-form-urlencoded;charset=UTF-8"]]);
  });
  test("a change after the call does not reach it", () => {
    assert.equal(sent(`const bytes = new Uint8Array([0x61]); const p = fetch("https://api.test/", {method: "PUT", body: bytes});
      bytes[0] = 0x62; await p`)[0].body, "a");
  });
  test("a Request, with what init replaces", () => {
    assert.deepEqual(sent(`const r = new Request("https://api.test/x", {method: "PATCH", headers: [["a", "1"], ["A", "2"]], body: "b"});
      await fetch(r, {headers: {c: "3"}}); r.bodyUsed`), [
      { url: "https://api.test/x", method: "PATCH", headers: [["c", "3"]],
        body: "b", redirect: "follow" }]);
  });
  test("what is wrong rejects, and is not asked", () => {
    for (const [call, message] of [
      ["fetch()", /1 argument/],
      ["fetch('https://user:secret@a.test/')", /^Request: a URL can not hold a user name or password; use a header$/],
      ["fetch('/relative')", /Failed to parse URL from \/relative/],
      ["fetch('https://a.test/', 7)", /must be an object/],
      ["fetch('https://a.test/', {method: 'G ET'})", /"G ET" is not an HTTP method/],
      ["fetch('https://a.test/', {method: 'trace'})", /TRACE is forbidden/],
      ["fetch('https://a.test/', {method: 'GET', body: 'x'})", /GET or HEAD can not have a body/],
      ["fetch('https://a.test/', {redirect: 'maybe'})", /"follow", "error" or "manual"/],
      ["fetch('https://a.test/', {headers: {'a b': '1'}})", /"a b" is not the name/],
      ["fetch('https://a.test/', {headers: {a: '1\\r\\nhost: b'}})", /line end/],
      ["fetch('https://a.test/', {headers: {a: '1\\0'}})", /NUL/],
      ["fetch('https://a.test/', {headers: {a: '\\u0100'}})", /above U\+00FF/],
      ["fetch('https://a.test/', {headers: {'\\u0100': ''}})", /above U\+00FF/],
      ["fetch('https://a.test/', {headers: null})", /an object or a list of pairs/],
      ["fetch('https://a.test/', {headers: [['a']]})", /a pair of name and value/],
      ["fetch('https://a.test/', {headers: [['a', 'b', 'c']]})", /a pair of name and value/],
      ["fetch('https://a.test/', {integrity: 'sha256-x'})", /integrity is not supported/],
      ["fetch('https://a.test/', {signal: {}})", /AbortSignal/],
    ]) {
      const result = run(`try { await ${call}; "ok" } catch (e) { [e instanceof TypeError, e.message] }`);
      assert.equal(result.kind, "completed", `${call}: ${result.message}`);
      assert.equal(result.value[0], true, call);
      assert.match(result.value[1], message);
      assert.equal(result.calls.length, 0, call);
    }
  });
  test("it is a promise's rejection, never thrown at once", () => {
    completes("let p = fetch(); p.catch(() => {}); p instanceof Promise", true);
  });
});

describe("what comes back", () => {
  test("a Response", () => {
    completes(`const r = await fetch("https://api.test/");
      [r instanceof Response, r.status, r.ok, r.statusText, r.url, r.redirected, r.type, r.headers.get("Content-Type"), await r.text(), r.bodyUsed]`,
    [true, 200, true, "OK", "https://api.test/", false, "basic", "text/plain", "hello", true]);
  });
  test("its headers can not be changed; a copy can", () => {
    throws(`(await fetch("https://api.test/")).headers.set("a", "b")`, "TypeError", /can not be changed/);
    throws(`(await fetch("https://api.test/")).clone().headers.delete("a")`, "TypeError", /can not be changed/);
    completes(`const r = await fetch("https://api.test/"); const c = new Response(await r.text(), r); c.headers.set("a", "b"); [...c.headers]`,
      [["a", "b"], ["content-type", "text/plain"]]);
  });
  test("json, bytes, arrayBuffer, clone, once each", () => {
    const json = { ...plain, body: utf8('\ufeff{"a": [1, "ü"]}') };
    completes(`const r = await fetch("https://api.test/"); const c = r.clone();
      const value = await r.json(); const bytes = await c.bytes();
      [value, bytes instanceof Uint8Array, bytes.length, bytes.buffer.byteLength]`,
    [new Map([["a", [1, "ü"]]]), true, 19, 19], json);
    completes(`const r = await fetch("https://api.test/"); const b = await r.arrayBuffer(); [b instanceof ArrayBuffer, b.byteLength]`,
      [true, 5]);
    throws(`const r = await fetch("https://api.test/"); await r.text(); await r.text()`, "TypeError", /already been read/);
    throws(`const r = await fetch("https://api.test/"); await r.text(); r.clone()`, "TypeError", /already been read/);
    throws(`await (await fetch("https://api.test/")).json()`, "SyntaxError", /./);
    throws(`await (await fetch("https://api.test/")).blob()`, "TypeError", /Response\.blob\(\) is not supported/);
    throws(`await (await fetch("https://api.test/")).formData()`, "TypeError", /not supported/);
    throws(`(await fetch("https://api.test/")).body`, "TypeError", /no streams/);
  });
  test("one clone's bytes are not the other's", () => {
    completes(`const r = await fetch("https://api.test/"); const c = r.clone(); const a = await r.bytes(); a.fill(0x78);
      [await c.text(), a[0]]`, ["hello", 0x78]);
  });
  test("text is decoded as the Encoding Standard says", () => {
    for (const [bytes, text] of [
      [[0xef, 0xbb, 0xbf, 0x61], "a"], [[0xff, 0x61], "\ufffda"], [[0xe2, 0x82], "\ufffd"], [[0xe2, 0x82, 0x61], "\ufffda"],
      [[0xf0, 0x9f, 0x98, 0x80], "😀"], [[0xed, 0xa0, 0x80], "\ufffd\ufffd\ufffd"], [[0xc0, 0x80], "\ufffd\ufffd"],
      [[0xf4, 0x90, 0x80, 0x80], "\ufffd\ufffd\ufffd\ufffd"], [[0xe0, 0x80, 0x80], "\ufffd\ufffd\ufffd"], [[0, 0x62], "\0b"],
    ]) {
      assert.equal(text, new TextDecoder().decode(new Uint8Array(bytes)));
      completes(`await (await fetch("https://api.test/")).text()`, text, { ...plain, body: new Uint8Array(bytes) });
    }
  });
  test("no body", () => {
    completes(`const r = await fetch("https://api.test/"); [r.body, r.bodyUsed, await r.text(), (await r.bytes()).length, r.bodyUsed, r.ok]`,
      [null, false, "", 0, false, true], { ...plain, status: 204, body: undefined });
  });
  test("Set-Cookie and names twice", () => {
    completes(`const h = (await fetch("https://api.test/")).headers; [h.getSetCookie(), h.get("set-cookie"), h.get("x"), [...h.keys()]]`,
      [["a=1", "b=2"], "a=1, b=2", "1, 2", ["set-cookie", "set-cookie", "x"]],
      { ...plain, headers: [["X", "1"], ["Set-Cookie", "a=1"], ["x", "2"], ["set-cookie", "b=2"]] });
  });
  test("what of the answer can not be is left out, or an error", () => {
    completes(`[...(await fetch("https://api.test/")).headers]`, [["a", "b"]],
      { ...plain, headers: [["a", "b"], ["x y", "1"], ["c", "\u0100"], ["d", "1\n2"], 7, []] });
    for (const answer of [7, null, [], { ...plain, status: 1000 }, { ...plain, body: 7 }, { ...plain, headers: "x" }])
      throws(`await fetch("https://api.test/")`, "TypeError", /fetch failed: the host's answer is not a response/, () => answer);
    completes(`(await fetch("https://api.test/")).status`, 999, { ...plain, status: 999 });
    completes(`const r = await fetch("https://api.test/"); [r.status, await r.text()]`, [200, "text"], () => ({ body: "text" }));
  });
  test("errors of fetch have a cause, with the reason and its code", () => {
    const refused = () => { throw Object.assign(new TypeError("fetch failed: no such host"), { code: "E_FETCH_DNS" }); };
    completes(`try { await fetch("https://api.test/") } catch (e) { [e.name, e.message, e.code, e.cause.name, e.cause.message, e.cause.code, e.stack] }`,
      ["TypeError", "fetch failed: no such host", "E_FETCH_DNS", "Error", "no such host", "E_FETCH_DNS", "    at <eval> (script.ts:1:12)\n"].slice(0, 6)
        .concat(run(`try { await fetch("https://api.test/") } catch (e) { e.stack }`, refused).value), refused);
    const denied = () => { throw Object.assign(new Error("The call of fetch was denied."), { code: "E_DENIED" }); };
    completes(`try { await fetch("https://api.test/") } catch (e) { [e.name, e.message, e.code, e.cause] }`,
      ["Error", "The call of fetch was denied.", "E_DENIED", undefined], denied);
  });
  test("stacks begin in the script", () => {
    const refused = () => { throw Object.assign(new TypeError("fetch failed: no"), { code: "E" }); };
    const result = run(`async function get() {\n  return await fetch("https://api.test/");\n}\nawait get()`, refused);
    assert.equal(result.kind, "Uncaught");
    assert.match(result.stack, /^ *at get \(script\.ts:2:\d+\)\n/);
  });
  test("calls must be awaited", () => {
    const result = guest.run(`fetch("https://api.test/"); 1`, { tools: { fetch: { fetch: hang } } });
    assert.equal(result.kind, "DetachedCall");
    assert.match(result.message, /fetch/);
  });
});

describe("Headers", () => {
  test("is made from pairs, records, iterables and itself", () => {
    completes("[...new Headers({B: '2', a: 1})]", [["a", "1"], ["b", "2"]]);
    completes("[...new Headers([['b', '2'], ['a', '1'], ['B', '3']])]", [["a", "1"], ["b", "2, 3"]]);
    completes("[...new Headers(new Map([['a', '1']]))]", [["a", "1"]]);
    completes("[...new Headers(new Headers({a: '1'}))]", [["a", "1"]]);
    completes("[...new Headers((function*() { yield new Set(['x', 'y']); })())]", [["x", "y"]]);
    completes("[...new Headers()]", []);
    throws("new Headers(null)", "TypeError", /an object/);
    throws("new Headers('a: b')", "TypeError", /an object/);
    throws("Headers()", "TypeError", /new/);
  });
  test("get, set, append, has, delete, in any case", () => {
    completes(`const h = new Headers({A: " x\\t"}); h.append("a", "y"); h.set("B", "\\r\\n z"); h.delete("C");
      [h.get("A"), h.has("b"), h.get("b"), h.get("c"), h.delete("a"), h.has("A"), [...h]]`,
    ["x, y", true, "z", null, undefined, false, [["b", "z"]]]);
    throws("new Headers().get('a b')", "TypeError", /not the name/);
    throws("new Headers().get()", "TypeError", /1 argument/);
    throws("new Headers().set('a')", "TypeError", /2 arguments/);
    throws("Headers.prototype.get.call({}, 'a')", "TypeError", /./);
  });
  test("iterates while it changes", () => {
    completes(`const h = new Headers({a: "1", c: "3"}); const seen = [];
      for (const [n, v] of h) { seen.push(n + v); if (n === "a") h.append("b", "2"); } seen`, ["a1", "b2", "c3"]);
    completes(`const h = new Headers({a: "1", b: "2"}); const seen = [];
      h.forEach(function (v, n, o) { seen.push(n, v, o === h, this.x); h.delete("b"); }, {x: 9}); seen`, ["a", "1", true, 9]);
    completes(`const i = new Headers({a: "1"}).values(); [i.next().value, i.next().done, i[Symbol.toStringTag], i[Symbol.iterator]() === i]`,
      ["1", true, "Headers Iterator", true]);
    completes("[Headers.prototype[Symbol.iterator] === Headers.prototype.entries, String(new Headers())]", [true, "[object Headers]"]);
  });
  test("can be subclassed, and survives hostile conversions", () => {
    completes(`class H extends Headers { one() { return this.get("a"); } } new H({a: "1"}).one()`, "1");
    completes(`const h = new Headers({a: "1"}); h.append({toString() { h.delete("a"); return "b"; }}, "2"); [...h]`, [["b", "2"]]);
    completes(`const h = new Headers(); const bad = {get a() { throw new RangeError("mine"); }};
      try { new Headers(bad) } catch (e) { e.message }`, "mine");
  });
});

describe("Request and Response made by scripts", () => {
  test("Request has what it was made of", () => {
    completes(`const r = new Request("https://a.test/x", {method: "put", body: "b", redirect: "error"});
      [r.method, r.url, r.redirect, r.headers.get("content-type"), r.bodyUsed, await r.text(), r.bodyUsed, String(r)]`,
    ["PUT", "https://a.test/x", "error", "text/plain;charset=UTF-8", false, "b", true, "[object Request]"]);
    completes(`const r = new Request("https://a.test/", {method: "POST", body: "b"}); const c = r.clone();
      const n = new Request(r); [r.bodyUsed, await c.text(), await n.text()]`, [true, "b", "b"]);
    throws(`const r = new Request("https://a.test/", {method: "POST", body: "b"}); await r.text(); new Request(r)`, "TypeError", /already been read/);
    throws("Request('https://a.test/')", "TypeError", /new/);
  });
  test("Response", () => {
    completes(`const r = new Response("x", {status: 404, statusText: "Gone", headers: {a: "1"}});
      [r.status, r.ok, r.statusText, r.type, r.url, [...r.headers], await r.text()]`,
    [404, false, "Gone", "default", "", [["a", "1"], ["content-type", "text/plain;charset=UTF-8"]], "x"]);
    completes(`const r = Response.json({a: 1}, {status: 201}); [r.status, r.headers.get("content-type"), await r.json()]`,
      [201, "application/json", new Map([["a", 1]])]);
    completes(`const r = Response.error(); [r.type, r.status]`, ["error", 0]);
    completes(`const r = Response.redirect("https://a.test/", 301); [r.status, r.headers.get("location")]`, [301, "https://a.test/"]);
    throws("new Response('', {status: 199})", "RangeError", /200 to 599/);
    throws("new Response('x', {status: 204})", "TypeError", /can not have a body/);
    throws("new Response(null, {statusText: '\\n'})", "TypeError", /control character/);
    throws("Response.redirect('https://a.test/', 200)", "RangeError", /301/);
    throws("Response.json(undefined)", "TypeError", /JSON/);
    completes("const r = new Response(); [r.body, await r.text(), r.bodyUsed]", [null, "", false]);
    completes("const r = new Response('1'); [await r.json().catch(String), await r.json().catch(String)]",
      [1, "TypeError: Response: the body has already been read"]);
    completes("const r = new Response('1'); r.text.call({}).catch((e) => e.message)", "this is not a Response");
  });
  test("nothing of them leaves the sandbox", () => {
    for (const value of ["new Headers()", "new Response()", "new Request('https://a.test/')"]) {
      const result = run(value);
      assert.equal(result.kind, "NotSerializable");
    }
  });
  test("what a script overwrites changes nothing", () => {
    completes(`Object.prototype.method = "POST"; Array.prototype[Symbol.iterator] = null; Map.prototype.get = null;
      JSON.parse = null; Promise.prototype.then = Promise.prototype.then; globalThis.Headers = null; globalThis.Response = null;
      Object.defineProperty(Object.prototype, "url", {set() { throw 1; }, configurable: true});
      const r = await fetch("https://api.test/", Object.create(null)); await r.text()`, "hello");
  });
  test("cycles through them are collected", () => {
    completes(`for (let i = 0; i < 30000; i++) {
        const r = new Response("x".repeat(4000)); r.headers.r = r; const it = r.headers.keys(); r.headers.it = it;
        const q = new Request("https://a.test/"); q.headers.q = q; }
      "done"`, "done");
  });
});

describe("signals", () => {
  const held = { tools: { fetch: { fetch: hang } } };
  test("abort rejects with the reason at once, and the host is told", () => {
    const result = guest.run(`const c = new AbortController(); const p = fetch("https://api.test/", {signal: c.signal});
      c.abort(); try { await p } catch (e) { [e.name, e instanceof DOMException, e === c.signal.reason] }`, held);
    assert.equal(result.kind, "completed", result.message);
    assert.deepEqual(result.value, ["AbortError", true, true]);
    assert.deepEqual(result.run.cancelled, [1]);
  });
  test("any reason; a Request's signal; both branches", () => {
    const result = guest.run(`const c = new AbortController(); const r = new Request("https://api.test/", {signal: c.signal});
      const all = Promise.allSettled([fetch(r), fetch("https://api.test/b", {signal: c.signal})]);
      c.abort("mine"); [(await all).map((s) => s.reason), r.signal === c.signal]`, held);
    assert.equal(result.kind, "completed", result.message);
    assert.deepEqual(result.value, [["mine", "mine"], true]);
    assert.deepEqual(result.run.cancelled, [1, 2]);
  });
  test("a signal that is aborted already: nothing is asked", () => {
    const result = guest.run(`try { await fetch("https://api.test/", {signal: AbortSignal.abort(7)}) } catch (e) { e }`, held);
    assert.equal(result.value, 7);
    assert.equal(result.calls.length, 0);
  });
  test("a timeout ends the call, and the run need not wait for it", () => {
    const result = guest.run(`try { await fetch("https://api.test/", {signal: AbortSignal.timeout(50)}) } catch (e) { e.name }`, held);
    assert.equal(result.kind, "completed", result.message);
    assert.equal(result.value, "TimeoutError");
    assert.deepEqual(result.run.cancelled, [1]);
  });
  test("after the answer, aborting does nothing", () => {
    const result = run(`const c = new AbortController(); const r = await fetch("https://api.test/", {signal: c.signal});
      c.abort(); await r.text()`);
    assert.equal(result.value, "hello");
    assert.deepEqual(result.run.cancelled, []);
  });
  test("listeners hear of it after the call is given up, and may make another", () => {
    const result = guest.run(`const c = new AbortController(); const seen = [];
      c.signal.addEventListener("abort", () => { seen.push("heard"); fetch("https://api.test/2", {signal: c.signal}).catch((e) => seen.push(e.name)); });
      const p = fetch("https://api.test/", {signal: c.signal}).catch((e) => seen.push(e.name)); c.abort(); await p; await null; await null; seen`, held);
    assert.equal(result.kind, "completed", result.message);
    assert.deepEqual(result.value, ["heard", "AbortError", "AbortError"]);
    assert.deepEqual(result.run.cancelled, [1]);
  });
  test("a rejection that nobody handles is told", () => {
    const result = guest.run(`const c = new AbortController(); fetch("https://api.test/", {signal: c.signal}); c.abort(); 1`, held);
    assert.equal(result.kind, "DetachedCall");
  });
  test("signal: null is none; a Request always has one", () => {
    completes(`const r = new Request("https://api.test/", {signal: null}); [r.signal instanceof AbortSignal, r.signal === r.signal,
      (await fetch(r)).status, (await fetch(r, {signal: AbortSignal.timeout(1e6)})).status]`, [true, true, 200, 200]);
  });
});

describe("the console", () => {
  test("shows them", () => {
    const result = run(`console.log(await fetch("https://api.test/")); console.log(new Request("https://a.test/"));
      console.log(new Headers([["a", "1"], ["a", "2"]]))`);
    assert.equal(result.kind, "completed", result.message);
    assert.match(result.logs[0].text, /^Response \{[^]*status: 200[^]*ok: true/);
    assert.match(result.logs[1].text, /^Request \{[^]*method: 'GET'[^]*url: 'https:\/\/a\.test\/'/);
    assert.match(result.logs[2].text, /^Headers \{ a: '1, 2' \}$/);
  });
});

describe("a script's Error.prepareStackTrace", () => {
  test("does not run while answers settle", () => {
    completes(`let ran = 0; Error.prepareStackTrace = () => { ran++; return "" };
      await fetch("https://api.test/").then(null, (e) => [ran, e.name])`, [0, "TypeError"], () => 7);
  });
});

// The URL tests of web-platform-tests, all of them, on the guest module. The data comes with ada's
// sources ($MODEBOX_ADA_DIR, else third_party/ada of the cache). A case that fails has to be in
// KNOWN, with a reason; one that is there and passes has to leave.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { openGuest } from "./harness.mjs";

const guest = openGuest(import.meta.url);
const { MODEBOX_ADA_DIR, MODEBOX_CACHE_DIR } = process.env;
const folder = `${MODEBOX_ADA_DIR || `${MODEBOX_CACHE_DIR || ".cache"}/third_party/ada`}/tests/wpt`;

// name of a case: why it can not pass
const KNOWN = {};

const read = (name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));

// Runs `check` in the guest on each case, and asserts that it finds nothing wrong. It gets a case and `same(what,
// got, wanted)`, and is sent as text.
function all(t, name, cases, check, least) {
  assert.ok(cases.length >= least, `${name} has ${cases.length} cases, fewer than there were`);
  const source = `
    const cases = ${JSON.stringify(cases)};
    const wrong = [];
    cases.forEach((c, i) => {
      const same = (what, got, wanted) => {
        if (got !== wanted) wrong.push([i, what + ": " + JSON.stringify(got) + " instead of " + JSON.stringify(wanted)]);
      };
      try { (${check})(c, same); } catch (e) { wrong.push([i, "threw " + e]); }
    });
    ({ count: cases.length, wrong });`;
  const result = guest.run(source, { memoryLimit: 256 << 20, fuel: 1e9 });
  assert.equal(result.kind, "completed", result.message);
  assert.equal(result.value.get("count"), cases.length);
  const failed = new Map();
  for (const [i, what] of result.value.get("wrong")) failed.set(`${name} ${i}`, what);
  const unexpected = [...failed].filter(([id]) => !(id in KNOWN))
    .map(([id, what]) => `${id} ${JSON.stringify(cases[id.split(" ").at(-1)]).slice(0, 300)}: ${what}`);
  const better = Object.keys(KNOWN).filter((id) => id.startsWith(`${name} `) && !failed.has(id));
  t.diagnostic(`${name}: ${cases.length - failed.size} of ${cases.length} pass`);
  assert.deepEqual(unexpected, []);
  assert.deepEqual(better, [], "these pass, so they should not be in KNOWN");
}

// Comments are strings between the cases.
const objects = (list) => list.filter((c) => typeof c === "object");

const PARSE = `(c, same) => {
  const base = c.base ?? undefined;
  same("canParse", URL.canParse(c.input, base), !c.failure);
  if (c.failure) {
    same("parse", URL.parse(c.input, base), null);
    let error;
    try { new URL(c.input, base); } catch (e) { error = e; }
    same("error", error instanceof TypeError && error.code, "ERR_INVALID_URL");
    // Setting href to what is not valid changes nothing.
    const me = new URL("about:blank");
    let thrown;
    if (base === undefined) {
      try { me.href = c.input; } catch (e) { thrown = e; }
      same("error of href", thrown instanceof TypeError, true);
      same("href after that", me.href, "about:blank");
    }
    return;
  }
  const url = new URL(c.input, base);
  for (const part of ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search",
                      "hash"]) {
    // An origin of null stands for "not said".
    if ((c[part] ?? null) !== null) same(part, url[part], c[part]);
  }
  if ("searchParams" in c) same("searchParams", url.searchParams.toString(), c.searchParams);
  same("parse", URL.parse(c.input, base).href, c.href);
  same("again", new URL(c.href).href, c.href);
  same("toString", String(url), c.href);
  same("toJSON", JSON.stringify({ url }), JSON.stringify({ url: c.href }));
}`;

test("the test data is there", () => assert.ok(existsSync(folder), `no ${folder}: run scripts/setup, or set MODEBOX_ADA_DIR`));

test("urltestdata", (t) => all(t, "urltestdata", objects(read("urltestdata.json")), PARSE, 870));
test("urltestdata-javascript-only", (t) =>
  all(t, "urltestdata-javascript-only", objects(read("urltestdata-javascript-only.json")), PARSE, 1));
test("ada_extra_urltestdata", (t) => all(t, "ada_extra_urltestdata", objects(read("ada_extra_urltestdata.json")), PARSE, 10));
test("ada_long_urltestdata", (t) => all(t, "ada_long_urltestdata", objects(read("ada_long_urltestdata.json")), PARSE, 1));

for (const file of ["setters_tests", "ada_extra_setters_tests"]) {
  test(file, (t) => {
    const cases = Object.entries(read(`${file}.json`)).filter(([part]) => part !== "comment")
      .flatMap(([part, list]) => list.map((c) => ({ ...c, part })));
    all(t, file, cases, `(c, same) => {
      const url = new URL(c.href);
      const params = url.searchParams;
      url[c.part] = c.new_value;
      for (const [part, wanted] of Object.entries(c.expected)) same(part, url[part], wanted);
      same("searchParams stays", url.searchParams, params);
      // The list is read from what was given, tabs and all, the query from that without them.
      if ("search" in c.expected && !(c.part === "search" && /[\\t\\n\\r]/.test(c.new_value))) same("searchParams", params.toString(), new URLSearchParams(url.search).toString());
    }`, file === "setters_tests" ? 270 : 10);
  });
}

// Here every encoding is UTF-8, as in all but old pages.
test("percent-encoding", (t) => all(t, "percent-encoding", objects(read("percent-encoding.json")), `(c, same) => {
  const wanted = c.output["utf-8"];
  if (wanted === undefined) throw new Error("no output for utf-8");
  const url = new URL("https://doesnotmatter.invalid/?" + c.input + "#" + c.input);
  same("search", url.search, "?" + wanted);
  same("hash", url.hash, "#" + wanted);
}`, 5));

const HOST = `(c, same) => {
  const input = c.input, output = c.output ?? null;
  for (const make of [() => new URL("https://" + input + "/x"), () => { const u = new URL("https://x/x"); u.href = "https://" + input + "/x"; return u; }]) {
    if (output === null) {
      let error;
      try { make(); } catch (e) { error = e; }
      same("error", error instanceof TypeError, true);
    } else {
      const url = make();
      same("host", url.host, output);
      same("hostname", url.hostname, output);
      same("pathname", url.pathname, "/x");
      same("href", url.href, "https://" + output + "/x");
    }
  }
  for (const part of ["host", "hostname"]) {
    const url = new URL("https://x/x");
    url[part] = input;
    same("after setting " + part, url[part], output ?? "x");
  }
}`;
// With nothing as host, the URL would be https:///x, whose host is x.
const hosts = (name) => objects(read(`${name}.json`)).filter((c) => c.input !== "");
test("toascii", (t) => all(t, "toascii", hosts("toascii"), HOST, 30));
test("IdnaTestV2", (t) => all(t, "IdnaTestV2", hosts("IdnaTestV2"), HOST, 2000));
test("IdnaTestV2-removed", (t) => all(t, "IdnaTestV2-removed", hosts("IdnaTestV2-removed"), HOST, 10));

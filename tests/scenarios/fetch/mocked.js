// The global can be assigned, defined anew and deleted, as in Node. Tools can not.
// fetch: yes
// calls: fetch
// expect: completed ["mock", true, true, true, "undefined", 200, "TypeError", "function"]
const real = fetch;
const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, "fetch");
globalThis.fetch = async () => new Response("mock");
const mocked = await (await fetch("https://api.test/")).text();
delete globalThis.fetch;
const deleted = typeof fetch;
globalThis.fetch = real;
let refused;
try {
  Object.defineProperty(t, "echo", { value: 1 });
} catch (error) {
  refused = error.name;
}
[mocked, writable, enumerable, configurable, deleted, (await fetch("https://api.test/")).status, refused, typeof t.echo]

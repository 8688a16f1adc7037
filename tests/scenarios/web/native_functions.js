// The functions of the web APIs are native, and made for nothing else.
// expect: completed []
const wrong = [];
const names = ['AbortController', 'AbortSignal', 'CustomEvent', 'DOMException', 'Event', 'EventTarget', 'TextDecoder', 'TextEncoder', 'Crypto', 'Performance'];
const check = (f, name) => {
  if (!/^function [^(]*\(\) \{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(f))) wrong.push(name);
};
for (const name of names) {
  check(globalThis[name], name);
  for (const object of [globalThis[name], globalThis[name].prototype]) {
    for (const [key, d] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      for (const f of [d.value, d.get, d.set]) if (typeof f === 'function') check(f, `${name} ${key}`);
    }
  }
}
for (const f of [atob, btoa, structuredClone, queueMicrotask, setTimeout, setInterval, clearTimeout, clearInterval]) check(f, f.name);
wrong;

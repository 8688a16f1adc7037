// Whatever a script overwrites, the web APIs do what they do.
// expect: completed ["abc", "YWJj", [1, 2], "AbortError", [3], true, "abort"]
const { iterator } = Symbol;
const boom = () => {
  throw new Error('called');
};
Array.prototype[iterator] = boom;
Promise.prototype.then = boom;
Map.prototype.get = Map.prototype.set = Map.prototype.has = boom;
Object.defineProperty(Object.prototype, 'capture', { get: boom, configurable: true });
delete Object.prototype.capture;
Array.prototype.push = Function.prototype.call = Function.prototype.apply = boom;
EventTarget.prototype.dispatchEvent = boom;
globalThis.DOMException = globalThis.Event = globalThis.Uint8Array = globalThis.Error = boom;
const c = new AbortController();
const heard = [];
c.signal.addEventListener('abort', (e) => (heard[0] = e.type));
const any = AbortSignal.any([c.signal]);
c.abort();
[
  new TextDecoder().decode(new TextEncoder().encode('abc')),
  btoa('abc'),
  structuredClone([1, 2]),
  c.signal.reason.name,
  structuredClone(new Map()).size === 0 ? [3] : [],
  any.aborted,
  heard[0],
];

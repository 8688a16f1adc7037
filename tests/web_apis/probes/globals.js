for (const name of ['atob', 'btoa', 'structuredClone', 'queueMicrotask', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'crypto', 'performance', 'console', 'globalThis'])
  await probe(`global ${name}`, () => showDescriptor(globalThis, name));
for (const name of ['atob', 'btoa', 'structuredClone', 'queueMicrotask', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'])
  await probe(`function ${name}`, () => [showFunction(globalThis[name]), 'prototype' in globalThis[name], thrownBy(() => new globalThis[name](() => {}))]);

// ---- atob, btoa
for (const text of ['', 'ab', 'abc', 'abcd', 'abcde', ' ab cd ', 'YQ', 'YQ=', 'YQ==', 'YQ===', 'YWI', 'YWI=', 'YWI==', 'YWJj', 'YWJj=', 'YWJj==', '=', '==', '===', '====', 'a', 'a=', 'a==', 'a===', 'ab=c', 'ab==c', 'a=bc', '\t\n\f\r YQ==', 'Y Q = =', 'YQ==\v', 'YQ\0', 'YQ\u00a0', '-_', 'AA-_', '+/+/', 'AA+/', 'é', '€', 'zzzz', 'ab\ud800'])
  await probe(`atob(${JSON.stringify(text)})`, () => atob(text));
for (const [name, value] of [['undefined', undefined], ['null', null], ['12', 12], ['true', true], ['1.5', 1.5], ['{}', {}], ['[]', []], ['a toString', { toString: () => 'YWJj' }]])
  await probe(`atob of ${name}`, () => atob(value));
await probe('atob()', () => atob());
await probe('atob(Symbol())', () => atob(Symbol()));
for (const text of ['', 'a', 'ab', 'abc', 'abcd', '\0', '\xff', '\x80\xff\0', 'é', 'Ā', '€', '😀', '\ud800', 'a\u0100'])
  await probe(`btoa(${JSON.stringify(text)})`, () => btoa(text));
for (const [name, value] of [['undefined', undefined], ['null', null], ['12', 12], ['NaN', NaN], ['-0', -0], ['{}', {}], ['[]', []]]) await probe(`btoa of ${name}`, () => btoa(value));
await probe('btoa()', () => btoa());
await probe('btoa(Symbol())', () => btoa(Symbol()));
await probe('all bytes through btoa and atob', () => { const all = String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i)); return atob(btoa(all)) === all; });

// ---- queueMicrotask
await probe('queueMicrotask()', () => queueMicrotask());
for (const [name, value] of [['null', null], ['a string', 'x'], ['an object', {}]]) await probe(`queueMicrotask of ${name}`, () => queueMicrotask(value));
await probe('queueMicrotask gives', () => queueMicrotask(() => {}));
await probe('queueMicrotask: this and arguments', async () => { let out; queueMicrotask(function () { 'use strict'; out = [this, arguments.length]; }); await null; return out; });
await probe('queueMicrotask: order', async () => { const log = []; queueMicrotask(() => log.push(1)); Promise.resolve().then(() => log.push(2)); queueMicrotask(() => log.push(3)); await new Promise((r) => setTimeout(r, 1)); return log; });

// ---- Timers
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
for (const f of ['setTimeout', 'setInterval']) {
  await probe(`${f}()`, () => globalThis[f]());
  for (const [name, value] of [['null', null], ['a string', 'x()'], ['an object', {}], ['a number', 1]]) await probe(`${f} of ${name}`, () => globalThis[f](value, 1));
  for (const [name, delay] of [['undefined', undefined], ['null', null], ['-1', -1], ['NaN', NaN], ["'5'", '5'], ["'x'", 'x'], ['{}', {}], ['true', true], ['Infinity', Infinity], ['1.9', 1.9], ['Symbol()', Symbol()], ['1n', 1n], ['a valueOf', { valueOf: () => 3 }]])
    await probe(`${f} with delay ${name}`, () => { const id = globalThis[f](() => {}, delay); clearTimeout(id); return typeof id === 'number' || typeof id === 'object'; });
}
await probe('setTimeout gives', () => { const id = setTimeout(() => {}); clearTimeout(id); return typeof id; });
await probe('an id as a number', async () => { let n = 0; const id = setTimeout(() => n++, 1); clearTimeout(+id); await sleep(5); return [n, +id > 0]; });
await probe('an id as a string', async () => { let n = 0; const id = setTimeout(() => n++, 1); clearTimeout(String(+id)); await sleep(5); return n; });
await probe('setTimeout: this', async () => { let out; setTimeout(function () { out = this === globalThis; }, 0); await sleep(5); return out; });
await probe('setTimeout: this in strict code', async () => { let out; setTimeout(function () { 'use strict'; out = this === globalThis; }, 0); await sleep(5); return out; });
await probe('setTimeout: arguments', async () => { let out; setTimeout((...args) => (out = args), 0, 1, 'a', null); await sleep(5); return out; });
await probe('setInterval: arguments', async () => { let out; const id = setInterval((...args) => { out = args; clearInterval(id); }, 1, 1, 2); await sleep(10); return out; });
await probe('order of delays', async () => { const log = []; setTimeout(() => log.push(20), 20); setTimeout(() => log.push(0), 0); setTimeout(() => log.push(10), 10); setTimeout(() => log.push('0b'), 0); await sleep(40); return log; });
await probe('clearTimeout of an interval', async () => { let n = 0; const id = setInterval(() => n++, 1); clearTimeout(id); await sleep(5); return n; });
await probe('clearInterval of a timeout', async () => { let n = 0; const id = setTimeout(() => n++, 1); clearInterval(id); await sleep(5); return n; });
for (const [name, value] of [['undefined', undefined], ['null', null], ['a string', 'x'], ['{}', {}], ['-1', -1], ['1e9', 1e9], ['NaN', NaN], ['true', true], ['Symbol()', Symbol()], ['1n', 1n]])
  await probe(`clearTimeout of ${name}`, () => clearTimeout(value));
await probe('clearTimeout()', () => clearTimeout());
await probe('a timer clears itself', async () => { let n = 0; const id = setTimeout(() => { n++; clearTimeout(id); }, 0); await sleep(5); return n; });
await probe('microtasks between timers', async () => { const log = []; setTimeout(() => { log.push(1); queueMicrotask(() => log.push('m')); }, 1); setTimeout(() => log.push(2), 1); await sleep(10); return log; });

// ---- crypto
await probeInterface('Crypto', { illegal: true, members: ['getRandomValues', 'randomUUID'], make: () => crypto });
await probe('crypto is one object', () => crypto === globalThis.crypto && crypto instanceof Crypto);
await probe('crypto = 1', () => { 'use strict'; globalThis.crypto = 1; });
await probe('crypto.subtle', () => typeof crypto.subtle);
for (const type of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array, BigUint64Array, Float32Array, Float64Array])
  await probe(`getRandomValues of ${type.name}`, () => { const a = new type(64); return [crypto.getRandomValues(a) === a, a.some((x) => x != 0)]; });
await probe('getRandomValues of a DataView', () => crypto.getRandomValues(new DataView(new ArrayBuffer(8))));
for (const [name, value] of [['an ArrayBuffer', new ArrayBuffer(4)], ['an array', [0]], ['null', null], ['undefined', undefined], ['a number', 1]]) await probe(`getRandomValues of ${name}`, () => crypto.getRandomValues(value));
await probe('getRandomValues()', () => crypto.getRandomValues());
await probe('getRandomValues of none', () => crypto.getRandomValues(new Uint8Array(0)).length);
await probe('getRandomValues of 65536 bytes', () => crypto.getRandomValues(new Uint8Array(65536)).some((x) => x !== 0));
await probe('getRandomValues of 65537 bytes', () => crypto.getRandomValues(new Uint8Array(65537)));
await probe('getRandomValues of 16385 words', () => crypto.getRandomValues(new Uint32Array(16385)));
await probe('getRandomValues of a Float64Array that is too large', () => crypto.getRandomValues(new Float64Array(65536)));
await probe('getRandomValues fills only its part', () => { const a = new Uint8Array(64); crypto.getRandomValues(a.subarray(16, 48)); return [a.subarray(0, 16).every((x) => x === 0), a.subarray(16, 48).some((x) => x !== 0), a.subarray(48).every((x) => x === 0)]; });
await probe('getRandomValues of a detached array', () => { const a = new Uint8Array(4); structuredClone(0, { transfer: [a.buffer] }); return crypto.getRandomValues(a) === a; });
await probe('getRandomValues without this', () => { const { getRandomValues } = crypto; return getRandomValues(new Uint8Array(1)); });
await probe('randomUUID', () => { const id = crypto.randomUUID(); return [/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id), id !== crypto.randomUUID()]; });

// ---- performance
await probeInterface('Performance', { parent: 'EventTarget', illegal: true, members: ['now', 'timeOrigin', 'toJSON'], make: () => performance });
await probe('performance.now', () => { const a = performance.now(); const b = performance.now(); return [typeof a, a >= 0, b >= a]; });
await probe('performance.timeOrigin', () => [typeof performance.timeOrigin, performance.timeOrigin === performance.timeOrigin]);
await probe('performance and Date', () => Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 500);
await probe('performance.toJSON', () => performance.toJSON().timeOrigin === performance.timeOrigin);
await probe('performance counts', async () => { const a = performance.now(); await sleep(20); const d = performance.now() - a; return d >= 15 && d < 5000; });
await probe('timeStamp of an event', () => { const before = performance.now(); const { timeStamp } = new Event('x'); return timeStamp >= before && timeStamp <= performance.now(); });

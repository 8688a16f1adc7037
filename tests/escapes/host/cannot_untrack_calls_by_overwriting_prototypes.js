// Overwriting the built-in prototypes changes nothing for calls.
// limit: maxHostCalls=20
// must-end: HostCallLimit | Uncaught
const evil = () => 1;
for (const C of [Object, Array, Map, Set, WeakMap, Promise, String, RegExp, Error, Function, Uint8Array, ArrayBuffer, DataView]) {
  for (const key of Reflect.ownKeys(C.prototype)) {
    if (key === 'constructor' || (C === Promise && key === 'then')) continue;
    try {
      C.prototype[key] = evil;
    } catch {
    }
  }
}
for (let i = 0; i < 1000; i++) await t.echo('x');

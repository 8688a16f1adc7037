// captureStackTrace takes anything without harm.
// must-end: completed "fine"
if (typeof Error.captureStackTrace === 'function') {
  for (const target of [{}, [], Object.freeze({}), new Proxy({}, { defineProperty: () => false }), () => {}, globalThis, t, new Uint8Array(1), 1, null]) {
    try {
      Error.captureStackTrace(target, () => {});
      String(target.stack);
    } catch {
    }
  }
  delete globalThis.stack;
}
return 'fine';

// Traps that break the rules of proxies are an error, never a crash.
// must-end: completed "alive"
const lies = [
  new Proxy({}, { ownKeys: () => [1, 2] }),
  new Proxy({}, { ownKeys: () => ['a', 'a'] }),
  new Proxy({}, { ownKeys: () => ({ length: 2 ** 53 }) }),
  new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => 5 }),
  new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => undefined }),
  new Proxy([], { get: (o, k) => (k === 'length' ? 2 ** 53 : 1) }),
  new Proxy([], { get: (o, k) => (k === 'length' ? -5 : 1) }),
  new Proxy([], { get: (o, k) => (k === 'length' ? { valueOf: () => 3 } : k) }),
  new Proxy(new Map([[1, 2]]), {}),
  new Proxy(new Date(0), {}),
  new Proxy(new Uint8Array(5), { get: (o, k) => (k === 'length' ? 1e9 : o[k]) }),
  new Proxy(new Error('x'), {}),
  new Proxy(() => {}, {}),
];
for (const lie of lies) {
  for (const call of [t.echo, t.sync.echo]) {
    try {
      await call(lie);
    } catch (e) {
      if (!(e instanceof Error)) return 'odd';
    }
  }
}
return 'alive';

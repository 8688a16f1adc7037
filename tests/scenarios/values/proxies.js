// A proxy of a plain object or array crosses as what it shows.
// expect: completed [{"a": "A"}, [1, 2]]
const p = new Proxy({ a: 1 }, { get: (o, k) => k.toUpperCase?.() });
await t.echo([p, new Proxy([1, 2], {})]);

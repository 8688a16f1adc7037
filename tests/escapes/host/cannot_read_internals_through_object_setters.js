// Setters on Object.prototype see nothing of the machinery.
// must-end: completed {"value": {"a": [1, {"b": 2}]}, "seen": []}
const seen = [];
for (const key of ['a', 'b', '0', '1', 'name', 'message', 'code', 'resolve', 'reject', 'then', 'id', 'kind', 'type', 'done', 'get', 'set', 'length', 'index', 'enumerable', 'configurable', 'tools', 'source', 'stack']) {
  Object.defineProperty(Object.prototype, key, {
    configurable: true,
    set(v) {
      seen.push(key);
    },
  });
}
const value = await t.echo(JSON.parse('{"a": [1, {"b": 2}]}'));
const copy = seen.slice();
for (const key of Reflect.ownKeys(Object.prototype)) {
  const d = Object.getOwnPropertyDescriptor(Object.prototype, key);
  if (d.set && key !== '__proto__') delete Object.prototype[key];
}
return { value, seen: copy };

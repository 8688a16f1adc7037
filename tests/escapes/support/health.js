// What a run finds: every property that can be reached from the globals, as one
// text that must be the same in every run, and a number that must never be.
const names = new Map();
const queue = [];
const lines = [];

const visit = (object, path) => {
  if (names.has(object)) return;
  names.set(object, path);
  queue.push(object);
};

const show = (value, path) => {
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
    visit(value, path);
    return names.get(value);
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value) + (typeof value === 'bigint' ? 'n' : '');
};

const walk = (object) => {
  const path = names.get(object);
  const flags = (Object.isExtensible(object) ? '' : ' fixed') + (typeof object === 'function' ? ' function' : '');
  lines.push(path + flags + ' : ' + show(Object.getPrototypeOf(object), path + '.__proto__'));
  for (const key of Reflect.ownKeys(object)) {
    const at = path + '.' + String(key);
    const d = Object.getOwnPropertyDescriptor(object, key);
    const kind = (d.writable ? 'w' : '-') + (d.enumerable ? 'e' : '-') + (d.configurable ? 'c' : '-');
    const text = 'value' in d ? show(d.value, at) : 'get ' + show(d.get, at + '.get') + ' set ' + show(d.set, at + '.set');
    lines.push(at + ' ' + kind + ' ' + (key === 'timeOrigin' ? 'some time' : text));
  }
};

visit(globalThis, 'globalThis');
const hidden = {
  AsyncFunction: async () => {},
  Generator: function* () {},
  AsyncGenerator: async function* () {},
  ArrayIterator: [][Symbol.iterator](),
  StringIterator: ''[Symbol.iterator](),
  MapIterator: new Map().entries(),
  SetIterator: new Set().entries(),
  RegExpStringIterator: 'a'.matchAll(/a/g),
  Arguments: (function () { return arguments; })(),
};
for (const [name, object] of Object.entries(hidden)) visit(Object.getPrototypeOf(object), name);
while (queue.length > 0) walk(queue.shift());

// A few things that no property shows.
lines.push('regexp ' + /(a)(?<n>b)/.exec('xab').groups.n);
lines.push('sum ' + [3, 1, 2].sort().map((x) => x * 2).join());
lines.push('json ' + JSON.stringify({ a: [1, 'é', null] }));
lines.push('tool ' + (await t.echo('ok')) + (await t.count()) + t.sync.echo('ok'));
lines.push('depth ' + ((n) => { const f = (i) => (i === 0 ? 'ok' : f(i - 1)); return f(n); })(300));

return { globals: lines.join('\n'), random: Math.random() };

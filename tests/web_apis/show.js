// What every file of probes begins with: probe() tries one thing and notes what came of it as text,
// the same text for the same behaviour wherever it runs.
const answers = {};

function showError(e) {
  if (typeof DOMException === 'function' && e instanceof DOMException) return `DOMException ${e.name} ${e.code}`;
  if (e instanceof Error) return Object.getPrototypeOf(e).constructor.name;
  return `a thrown ${show(e)}`;
}

function showFunction(f) {
  return `function ${f.name}/${f.length}`;
}

function show(value, depth = 0) {
  if (typeof value === 'string') return JSON.stringify(value).replace(/[\ud800-\udfff]/g, (c) => '\\u' + c.charCodeAt(0).toString(16));
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'bigint') return value + 'n';
  if (typeof value === 'symbol') return value.toString();
  if (typeof value === 'function') return showFunction(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (depth > 4) return '...';
  const inner = (v) => show(v, depth + 1);
  if (value instanceof Error) return `${showError(value)}(${JSON.stringify(value.message)})`;
  if (Array.isArray(value)) return '[' + Array.from({ length: value.length }, (_, i) => (i in value ? inner(value[i]) : '<hole>')).join(', ') + ']';
  if (value instanceof ArrayBuffer) return `ArrayBuffer(${value.byteLength}: ${[...new Uint8Array(value)].slice(0, 32).join(' ')})`;
  if (value instanceof DataView) return `DataView(${value.byteOffset}, ${value.byteLength})`;
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${[...value].map(inner).join(', ')})`;
  if (value instanceof Date) return `Date(${+value})`;
  if (value instanceof RegExp) return String(value);
  if (value instanceof Map) return 'Map{' + [...value].map(([k, v]) => inner(k) + ' => ' + inner(v)).join(', ') + '}';
  if (value instanceof Set) return 'Set{' + [...value].map(inner).join(', ') + '}';
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  const body = '{' + Object.keys(value).map((k) => `${k}: ${inner(value[k])}`).join(', ') + '}';
  return tag === 'Object' ? body : tag + ' ' + body;
}

async function probe(name, action) {
  if (name in answers) throw new Error('two probes with the name ' + name);
  answers[name] = 'not finished';
  try {
    answers[name] = show(await action());
  } catch (e) {
    answers[name] = 'throws ' + showError(e);
  }
}

function showDescriptor(object, key) {
  const d = Object.getOwnPropertyDescriptor(object, key);
  if (!d) return 'none';
  const flags = (d.enumerable ? 'e' : '-') + (d.configurable ? 'c' : '-');
  if ('value' in d) return (d.writable ? 'w' : '-') + flags + ' ' + (typeof d.value === 'object' ? 'object' : show(d.value));
  return flags + ` get ${d.get ? showFunction(d.get) : 'none'} set ${d.set ? showFunction(d.set) : 'none'}`;
}

// The shape of an interface: its global, its constructor, each member that the standard gives it.
async function probeInterface(name, { parent = 'Object', members = [], statics = [], constants = [], make, illegal = false }) {
  const type = globalThis[name];
  await probe(`${name}: global`, () => showDescriptor(globalThis, name));
  await probe(`${name}: constructor`, () => showFunction(type));
  await probe(`${name}: prototype property`, () => showDescriptor(type, 'prototype'));
  await probe(`${name}: constructor property`, () => showDescriptor(type.prototype, 'constructor'));
  await probe(`${name}: inherits`, () => [
    Object.getPrototypeOf(type.prototype) === globalThis[parent].prototype,
    Object.getPrototypeOf(type) === (parent === 'Object' || name === 'DOMException' ? Function.prototype : globalThis[parent]),
  ]);
  await probe(`${name}: toStringTag`, () => showDescriptor(type.prototype, Symbol.toStringTag));
  await probe(`${name}: without new`, () => type());
  await probe(`${name}: members`, () => Object.getOwnPropertyNames(type.prototype).sort());
  await probe(`${name}: statics`, () => Object.getOwnPropertyNames(type).sort());
  if (illegal) await probe(`${name}: is illegal to construct`, () => new type());
  for (const key of members) await probe(`${name}.prototype.${key}`, () => showDescriptor(type.prototype, key));
  for (const key of statics) await probe(`${name}.${key}`, () => showDescriptor(type, key));
  for (const key of constants)
    await probe(`${name} constant ${key}`, () => [showDescriptor(type, key), showDescriptor(type.prototype, key)]);
  for (const key of members) {
    const d = Object.getOwnPropertyDescriptor(type.prototype, key);
    const call = (object) => (d ? (d.get ?? d.value).call(object) : 'no such member');
    await probe(`${name}.prototype.${key} on another object`, () => call({}));
    await probe(`${name}.prototype.${key} on the prototype`, () => call(type.prototype));
  }
  if (make) await probe(`${name}: own keys of an instance`, () => Object.getOwnPropertyNames(make()).sort());
  if (make) await probe(`${name}: tag of an instance`, () => Object.prototype.toString.call(make()));
}

const thrownBy = (action) => {
  try {
    action();
    return 'nothing';
  } catch (e) {
    return showError(e);
  }
};

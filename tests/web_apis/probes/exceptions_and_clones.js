await probeInterface('DOMException', {
  parent: 'Error', members: ['name', 'message', 'code'],
  constants: ['INDEX_SIZE_ERR', 'DOMSTRING_SIZE_ERR', 'HIERARCHY_REQUEST_ERR', 'WRONG_DOCUMENT_ERR', 'INVALID_CHARACTER_ERR', 'NO_DATA_ALLOWED_ERR', 'NO_MODIFICATION_ALLOWED_ERR', 'NOT_FOUND_ERR', 'NOT_SUPPORTED_ERR', 'INUSE_ATTRIBUTE_ERR', 'INVALID_STATE_ERR', 'SYNTAX_ERR', 'INVALID_MODIFICATION_ERR', 'NAMESPACE_ERR', 'INVALID_ACCESS_ERR', 'VALIDATION_ERR', 'TYPE_MISMATCH_ERR', 'SECURITY_ERR', 'NETWORK_ERR', 'ABORT_ERR', 'URL_MISMATCH_ERR', 'QUOTA_EXCEEDED_ERR', 'TIMEOUT_ERR', 'INVALID_NODE_TYPE_ERR', 'DATA_CLONE_ERR'],
});
await probe('new DOMException()', () => { const e = new DOMException(); return [e.name, e.message, e.code, e instanceof Error, String(e)]; });
await probe('new DOMException(message)', () => { const e = new DOMException('m'); return [e.name, e.message, e.code, String(e)]; });
for (const name of ['IndexSizeError', 'HierarchyRequestError', 'WrongDocumentError', 'InvalidCharacterError', 'NoModificationAllowedError', 'NotFoundError', 'NotSupportedError', 'InUseAttributeError', 'InvalidStateError', 'SyntaxError', 'InvalidModificationError', 'NamespaceError', 'InvalidAccessError', 'TypeMismatchError', 'SecurityError', 'NetworkError', 'AbortError', 'URLMismatchError', 'QuotaExceededError', 'TimeoutError', 'InvalidNodeTypeError', 'DataCloneError', 'EncodingError', 'NotReadableError', 'OperationError', 'DataError', 'NotAllowedError', 'aborterror', ''])
  await probe(`code of ${name || 'no name'}`, () => { const e = new DOMException('m', name); return [e.name, e.code, String(e)]; });
await probe('new DOMException(undefined, undefined)', () => { const e = new DOMException(undefined, undefined); return [e.name, e.message]; });
await probe('new DOMException(null, null)', () => { const e = new DOMException(null, null); return [e.name, e.message]; });
await probe('new DOMException(Symbol())', () => new DOMException(Symbol()));
await probe('a DOMException is no error of the language', () => [Object.prototype.toString.call(new DOMException()), typeof new DOMException().stack]);
await probe('the prototype of DOMException', () => [Object.prototype.toString.call(DOMException.prototype), String(Object.getPrototypeOf(DOMException.prototype) === Error.prototype)]);
await probe('own keys of a DOMException', () => Object.getOwnPropertyNames(new DOMException('m', 'AbortError')).filter((k) => k !== 'stack'));

// ---- structuredClone
await probe('structuredClone()', () => structuredClone());
await probe('structuredClone(undefined)', () => structuredClone(undefined));
const a = [1, 'x', null, undefined, true, 2n, -0, NaN, [1, , 2], { a: { b: 1 } }, new Date(5), new Date(NaN), /a\/b/gi, new Map([[1, { a: 1 }]]), new Set([1, 'a']), new Uint8Array([1, 2]), new Float64Array([1.5]), new DataView(new ArrayBuffer(4), 1, 2), new ArrayBuffer(3), Object('s'), Object(1), Object(true), Object(1n)];
for (let i = 0; i < a.length; i++) await probe(`clone ${i} ${show(a[i])}`, () => structuredClone(a[i]));
for (const type of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) await probe(`clone ${type.name}`, () => { const c = structuredClone(new type('m')); return [c, c.name, Object.getPrototypeOf(c) === type.prototype, showDescriptor(c, 'message'), typeof c.stack]; });
await probe('clone an error with another name', () => { const e = new Error('m'); e.name = 'Other'; const c = structuredClone(e); return [c.name, Object.hasOwn(c, 'name')]; });
await probe('clone an error with properties', () => { const e = new Error('m', { cause: 1 }); e.extra = 1; const c = structuredClone(e); return [c.cause, c.extra]; });
await probe('clone an AggregateError', () => { const c = structuredClone(new AggregateError([1], 'm')); return [c.name, c.errors, c.message]; });
await probe('clone a DOMException', () => { const c = structuredClone(new DOMException('m', 'AbortError')); return [c instanceof DOMException, c.name, c.message, c.code]; });
for (const [name, value] of [['a function', () => {}], ['a symbol', Symbol()], ['a boxed symbol', Object(Symbol())], ['a promise', Promise.resolve()], ['a WeakMap', new WeakMap()], ['a WeakRef', new WeakRef({})], ['a generator', (function* () {})()], ['a proxy', new Proxy({}, {})], ['a nested function', { a: [() => {}] }], ['an iterator', [][Symbol.iterator]()], ['a getter that throws', { get a() { throw new RangeError('x'); } }], ['an EventTarget', new EventTarget()], ['an Event', new Event('x')], ['an AbortSignal', AbortSignal.abort()], ['a TextDecoder', new TextDecoder()], ['crypto', crypto], ['Math', Math], ['arguments', (function () { return arguments; })(1, 2)], ['globalThis function', Function]])
  await probe(`clone ${name}`, () => structuredClone(value));
await probe('clone a class instance', () => { class A { x = 1; #y = 2; get z() { return 3; } } const c = structuredClone(new A()); return [c, Object.getPrototypeOf(c) === Object.prototype]; });
await probe('clone an object without prototype', () => Object.getPrototypeOf(structuredClone(Object.create(null))) === Object.prototype);
await probe('clone own __proto__', () => { const c = structuredClone(JSON.parse('{"__proto__": 1}')); return [Object.keys(c), Object.getPrototypeOf(c) === Object.prototype]; });
await probe('clone symbols as keys', () => Reflect.ownKeys(structuredClone({ [Symbol('a')]: 1, b: 2 })));
await probe('clone what is not enumerable', () => Reflect.ownKeys(structuredClone(Object.defineProperty({ a: 1 }, 'b', { value: 2 }))));
await probe('clone a getter', () => showDescriptor(structuredClone({ get a() { return 1; } }), 'a'));
await probe('clone frozen', () => Object.isFrozen(structuredClone(Object.freeze({ a: 1 }))));
await probe('clone array properties', () => { const x = [1, , 3]; x.extra = 'e'; const c = structuredClone(x); return [c, c.extra, 1 in c, c.length]; });
await probe('clone a subclass of Array', () => { class A extends Array {} return Object.getPrototypeOf(structuredClone(A.of(1))) === Array.prototype; });
await probe('clone lastIndex', () => { const r = /a/g; r.lastIndex = 3; return structuredClone(r).lastIndex; });
await probe('clone shared references', () => { const x = {}; const [p, q] = structuredClone([x, x]); return p === q; });
await probe('clone a cycle', () => { const x = {}; x.x = x; const c = structuredClone(x); return c.x === c && c !== x; });
await probe('clone views of one buffer', () => { const b = new ArrayBuffer(8); const [p, q] = structuredClone([new Uint8Array(b, 2, 2), new Uint8Array(b)]); return [p.buffer === q.buffer, p.byteOffset, p.length, q.length]; });
await probe('clone a deleted property', () => structuredClone({ get a() { delete this.b; return 1; }, b: 2 }));
await probe('clone an added property', () => structuredClone({ get a() { this.c = 3; return 1; }, b: 2 }));
await probe('order of getters', () => { const order = []; structuredClone({ get b() { order.push('b'); }, get a() { order.push('a'); }, get 1() { order.push(1); } }); return order; });
await probe('clone a Map that a getter changes', () => { const m = new Map([[1, { get a() { m.set(2, 2); return 1; } }]]); return structuredClone(m).size; });
await probe('clone a detached buffer', () => { const b = new ArrayBuffer(1); structuredClone(0, { transfer: [b] }); structuredClone(b); });
await probe('clone a detached view', () => { const x = new Uint8Array(1); structuredClone(0, { transfer: [x.buffer] }); structuredClone(x); });
await probe('clone a resizable buffer', () => { const c = structuredClone(new ArrayBuffer(2, { maxByteLength: 8 })); return [c.byteLength, c.resizable, c.maxByteLength]; });
await probe('clone a view that tracks its buffer', () => { const c = structuredClone(new Uint8Array(new ArrayBuffer(2, { maxByteLength: 8 }))); c.buffer.resize(4); return c.length; });
await probe('clone a view that is out of bounds', () => { const b = new ArrayBuffer(8, { maxByteLength: 8 }); const v = new Uint8Array(b, 4, 4); b.resize(2); return structuredClone(v).length; });

// ---- transfer
for (const options of [null, undefined, {}, 1, 'x', true, { transfer: undefined }, { transfer: [] }, { transfer: new Set() }]) await probe(`structuredClone with options ${typeof options} ${show(options)}`, () => structuredClone(1, options));
for (const [name, list] of [['null', null], ['a number', 1], ['an object', {}], ['an array of numbers', [1]], ['an array of null', [null]], ['an array of objects', [{}]], ['an array of views', [new Uint8Array(1)]], ['a string', 'ab'], ['an array-like', { length: 1, 0: new ArrayBuffer(1) }]]) await probe(`transfer: ${name}`, () => structuredClone(1, { transfer: list }));
await probe('transfer', () => { const b = Uint8Array.of(1, 2, 3).buffer; const c = structuredClone({ b }, { transfer: [b] }); return [c.b, b.byteLength, thrownBy(() => new Uint8Array(b))]; });
await probe('transfer what is not in the value', () => { const b = new ArrayBuffer(8); structuredClone(1, { transfer: [b] }); return b.byteLength; });
await probe('transfer a view and its buffer', () => { const x = Uint8Array.of(1, 2, 3, 4); const c = structuredClone(x.subarray(1, 3), { transfer: [x.buffer] }); return [c, c.byteOffset, c.buffer.byteLength, x.length]; });
await probe('transfer by an iterable', () => { const b = new ArrayBuffer(8); structuredClone(b, { transfer: new Set([b]) }); return b.byteLength; });
await probe('transfer twice', () => { const b = new ArrayBuffer(8); return [thrownBy(() => structuredClone(b, { transfer: [b, b] })), b.byteLength]; });
await probe('transfer a detached one', () => { const b = new ArrayBuffer(8); structuredClone(b, { transfer: [b] }); structuredClone(1, { transfer: [b] }); });
await probe('a failed clone transfers nothing', () => { const b = Uint8Array.of(5).buffer; return [thrownBy(() => structuredClone([b, () => {}], { transfer: [b] })), b]; });
await probe('a getter writes to what is transferred', () => { const x = Uint8Array.of(1, 2); const c = structuredClone({ x, get y() { x[0] = 9; return 1; } }, { transfer: [x.buffer] }); return c.x; });
await probe('a getter detaches what is transferred', () => { const b = new ArrayBuffer(4); structuredClone({ b, get y() { structuredClone(b, { transfer: [b] }); return 1; } }, { transfer: [b] }); });
await probe('transfer a resizable buffer', () => { const b = new ArrayBuffer(2, { maxByteLength: 8 }); const c = structuredClone(b, { transfer: [b] }); c.resize(6); return [c.byteLength, c.maxByteLength, b.byteLength]; });

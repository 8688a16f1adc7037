await probeInterface('TextEncoder', { members: ['encoding', 'encode', 'encodeInto'], make: () => new TextEncoder() });
await probeInterface('TextDecoder', { members: ['encoding', 'fatal', 'ignoreBOM', 'decode'], make: () => new TextDecoder() });

const encode = (text) => [...new TextEncoder().encode(text)];
for (const [name, text] of [['nothing', ''], ['ASCII', 'abc\0'], ['two bytes', '\x80é\u07ff'], ['three bytes', '\u0800€\uffff'], ['four bytes', '\u{10000}😀\u{10ffff}'], ['a lone lead', 'a\ud800'], ['a lone trail', '\udc00b'], ['swapped surrogates', '\udc00\ud800'], ['lead, pair', '\ud800\ud83d\ude00'], ['a BOM', '\ufeff']])
  await probe(`encode ${name}`, () => encode(text));
await probe('encode()', () => encode());
await probe('encode(undefined)', () => encode(undefined));
await probe('encode(null)', () => encode(null));
await probe('encode(12)', () => encode(12));
await probe('encode(Symbol())', () => encode(Symbol()));
await probe('encode gives its own buffer', () => { const a = new TextEncoder().encode('abc'); return [a.constructor === Uint8Array, a.byteOffset, a.byteLength, a.buffer.byteLength]; });
await probe('encoding of an encoder', () => new TextEncoder('latin1').encoding);
for (const [text, size] of [['', 0], ['abc', 2], ['abc', 3], ['abc', 10], ['é', 1], ['aé', 2], ['€', 2], ['😀', 3], ['😀', 4], ['a😀b', 5], ['\ud800', 2], ['\ud800', 3], ['\ud83d\ude00x', 4]])
  await probe(`encodeInto ${JSON.stringify(text)} into ${size}`, () => { const a = new Uint8Array(size); return [new TextEncoder().encodeInto(text, a), a]; });
await probe('encodeInto a part', () => { const a = new Uint8Array(6); return [new TextEncoder().encodeInto('xyz', a.subarray(2, 4)), a]; });
for (const [name, value] of [['nothing', undefined], ['an ArrayBuffer', new ArrayBuffer(4)], ['an Int8Array', new Int8Array(4)], ['a Uint8ClampedArray', new Uint8ClampedArray(4)], ['a DataView', new DataView(new ArrayBuffer(4))], ['an array', [0, 0]]])
  await probe(`encodeInto ${name}`, () => new TextEncoder().encodeInto('a', value));
await probe('encodeInto of one argument', () => new TextEncoder().encodeInto('a'));
await probe('encodeInto a detached array', () => { const a = new Uint8Array(4); structuredClone(0, { transfer: [a.buffer] }); return new TextEncoder().encodeInto('a', a); });
await probe('encodeInto an array that its source detaches', () => { const a = new Uint8Array(4); return new TextEncoder().encodeInto({ toString() { structuredClone(0, { transfer: [a.buffer] }); return 'abc'; } }, a); });
await probe('encodeInto converts the source first', () => { let n = 0; try { new TextEncoder().encodeInto({ toString: () => String(++n) }, null); } catch {} return n; });
await probe('properties of the result of encodeInto', () => { const r = new TextEncoder().encodeInto('a', new Uint8Array(1)); return [Object.keys(r), showDescriptor(r, 'read')]; });

// ---- Labels
const encodings = {
  'utf-8': ['unicode-1-1-utf-8', 'unicode11utf8', 'unicode20utf8', 'utf-8', 'utf8', 'x-unicode20utf8'],
  'utf-16le': ['csunicode', 'iso-10646-ucs-2', 'ucs-2', 'unicode', 'unicodefeff', 'utf-16', 'utf-16le'],
  'utf-16be': ['unicodefffe', 'utf-16be'],
  'windows-1252': ['ansi_x3.4-1968', 'ascii', 'cp1252', 'cp819', 'csisolatin1', 'ibm819', 'iso-8859-1', 'iso-ir-100', 'iso8859-1', 'iso88591', 'iso_8859-1', 'iso_8859-1:1987', 'l1', 'latin1', 'us-ascii', 'windows-1252', 'x-cp1252'],
};
for (const [name, labels] of Object.entries(encodings)) {
  for (const label of labels) await probe(`label ${label}`, () => [new TextDecoder(label).encoding, new TextDecoder(` \t\n\f\r${label.toUpperCase()} `).encoding]);
}
for (const label of ['', 'utf', 'utf-7', 'utf 8', '\u00a0utf-8', '\vutf-8', 'utf-8\0', 'iso-8859-2', 'replacement', 'x-user-defined', 'ｕtf-8', 'utf-32', 'shift_jis']) await probe(`label ${JSON.stringify(label)}`, () => new TextDecoder(label).encoding);
for (const [name, value] of [['undefined', undefined], ['null', null], ['an object', { toString: () => 'latin1' }]]) await probe(`label: ${name}`, () => new TextDecoder(value).encoding);
await probe('new TextDecoder(Symbol())', () => new TextDecoder(Symbol()));
for (const options of [null, undefined, 1, 'x', {}, true]) await probe(`TextDecoder with options ${typeof options} ${options}`, () => new TextDecoder('utf-8', options).fatal);
await probe('options of a decoder', () => { const d = new TextDecoder('utf-8', { fatal: 1, ignoreBOM: 'x' }); return [d.fatal, d.ignoreBOM]; });
await probe('order of the members of TextDecoderOptions', () => { const order = []; new TextDecoder('utf-8', new Proxy({}, { get: (_, k) => void order.push(String(k)) })); return order; });

// ---- Decoding
const hex = (text) => Uint8Array.from(text.split(' ').filter(Boolean), (b) => parseInt(b, 16));
const utf8 = ['', '41', '00', 'c3 a9', 'e2 82 ac', 'f0 9f 98 80', 'f4 8f bf bf', 'ef bb bf', 'ef bb bf ef bb bf 41', 'ef bb', 'ef', '41 ef bb bf',
  '80', 'bf', '80 80', 'c0', 'c0 80', 'c1 bf', 'c2', 'c2 41', 'c2 c2 80', 'e0', 'e0 80', 'e0 9f bf', 'e0 a0', 'e0 a0 41', 'e0 a0 80', 'e2 82', 'e2 82 41', 'e2 41 82',
  'ed 9f bf', 'ed a0 80', 'ed bf bf', 'ee 80 80', 'f0', 'f0 80 80 80', 'f0 8f bf bf', 'f0 90', 'f0 90 80', 'f0 90 80 41', 'f0 90 80 80', 'f0 9f 98 f0 9f 98 80', 'f4 90 80 80',
  'f5', 'f5 80 80 80', 'f8 88 80 80 80', 'fc 84 80 80 80 80', 'fe', 'ff', 'ff fe', 'e1 80 e2 f0 91 92 f1 bf 41', '61 f1 80 80 e1 80 c2 62 80 63 80 bf 64', 'ef bf bd', 'ef bf be', 'ef bf bf'];
for (const bytes of utf8) {
  await probe(`UTF-8 ${bytes}`, () => new TextDecoder().decode(hex(bytes)));
  await probe(`UTF-8 ${bytes}, fatal`, () => new TextDecoder('utf-8', { fatal: true }).decode(hex(bytes)));
}
await probe('UTF-8 BOM kept', () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(hex('ef bb bf 41')));
const utf16 = ['', '41 00', '41', 'ff fe 41 00', 'fe ff 41 00', '3d d8 00 de', '3d d8', '3d d8 41 00', '00 de', '00 de 3d d8', '3d d8 3d d8 00 de', '3d d8 00', 'ff ff', '00 00', '41 00 ff fe', '00 d8 00 dc', 'ff db ff df'];
for (const bytes of utf16) {
  await probe(`UTF-16LE ${bytes}`, () => new TextDecoder('utf-16le').decode(hex(bytes)));
  await probe(`UTF-16LE ${bytes}, fatal`, () => new TextDecoder('utf-16le', { fatal: true }).decode(hex(bytes)));
  await probe(`UTF-16BE ${bytes}`, () => new TextDecoder('utf-16be').decode(hex(bytes)));
}
await probe('UTF-16LE BOM kept', () => new TextDecoder('utf-16le', { ignoreBOM: true }).decode(hex('ff fe 41 00')));
await probe('windows-1252, all bytes', () => [...new TextDecoder('latin1').decode(Uint8Array.from({ length: 256 }, (_, i) => i))].map((c) => c.charCodeAt(0)));
await probe('windows-1252, fatal', () => new TextDecoder('latin1', { fatal: true }).decode(hex('81 8d ff')));

// ---- Streams
const text = '\ufeffaé€😀\u{10ffff}z';
for (const [label, bytes] of [['utf-8', [...new TextEncoder().encode(text)]], ['utf-16le', [...text].flatMap((c) => [...c].flatMap((x) => Array.from({ length: x.length }, (_, i) => [x.charCodeAt(i) & 255, x.charCodeAt(i) >> 8]).flat()))]]) {
  for (let i = 0; i <= bytes.length; i++)
    await probe(`${label} split at ${i}`, () => { const d = new TextDecoder(label, { fatal: true }); return [d.decode(Uint8Array.from(bytes.slice(0, i)), { stream: true }), d.decode(Uint8Array.from(bytes.slice(i))), d.decode(hex('41 00'))]; });
  await probe(`${label} byte by byte`, () => { const d = new TextDecoder(label); return bytes.map((b) => d.decode(Uint8Array.of(b), { stream: true })).concat(d.decode()); });
}
for (const bytes of ['e2', 'e2 82', 'f0 9f 98', 'c3'])
  await probe(`UTF-8 ${bytes} flushed`, () => { const d = new TextDecoder(); return [d.decode(hex(bytes), { stream: true }), d.decode(), d.decode(hex('41'))]; });
await probe('UTF-8 broken across pieces', () => { const d = new TextDecoder(); return [d.decode(hex('e2 82'), { stream: true }), d.decode(hex('41'), { stream: true }), d.decode(hex('f0 9f'), { stream: true }), d.decode(hex('f0 9f 98 80'), { stream: true }), d.decode()]; });
await probe('a BOM across pieces', () => { const d = new TextDecoder(); return [d.decode(hex('ef'), { stream: true }), d.decode(hex('bb'), { stream: true }), d.decode(hex('bf ef bb bf'), { stream: true }), d.decode()]; });
await probe('a BOM after a stream', () => { const d = new TextDecoder(); return [d.decode(hex('41'), { stream: true }), d.decode(hex('ef bb bf'), { stream: true }), d.decode(), d.decode(hex('ef bb bf 42'))]; });
await probe('fatal at the end of a stream', () => { const d = new TextDecoder('utf-8', { fatal: true }); d.decode(hex('e2'), { stream: true }); return [thrownBy(() => d.decode()), d.decode(hex('41'))]; });
await probe('fatal in a stream of UTF-16', () => { const d = new TextDecoder('utf-16le', { fatal: true }); const out = [d.decode(hex('00'), { stream: true }), d.decode(hex('00'))]; d.decode(hex('00 00'), { stream: true }); out.push(thrownBy(() => d.decode(hex('00')))); d.decode(hex('00'), { stream: true }); out.push(thrownBy(() => d.decode(hex('00 00')))); out.push(d.decode(hex('00'), { stream: true }), d.decode(hex('00'))); return out; });

// ---- Inputs
for (const [name, value] of [['undefined', undefined], ['null', null], ['a string', 'abc'], ['an array', [65]], ['an object', {}], ['an ArrayBuffer', Uint8Array.of(65, 66).buffer], ['a DataView', new DataView(Uint8Array.of(65, 66).buffer, 1)], ['a Uint16Array', Uint16Array.of(0x4241)], ['a part', Uint8Array.of(65, 66, 67).subarray(1, 2)], ['a Float64Array', new Float64Array(1)]])
  await probe(`decode ${name}`, () => new TextDecoder().decode(value));
await probe('decode a detached buffer', () => { const b = new ArrayBuffer(4); structuredClone(0, { transfer: [b] }); return new TextDecoder().decode(b); });
await probe('decode a detached view', () => { const a = new Uint8Array(4); structuredClone(0, { transfer: [a.buffer] }); return new TextDecoder().decode(a); });
await probe('decode what its options detach', () => { const a = Uint8Array.of(65, 66); return new TextDecoder().decode(a, { get stream() { structuredClone(0, { transfer: [a.buffer] }); } }); });
await probe('decode a resizable buffer', () => new TextDecoder().decode(new ArrayBuffer(2, { maxByteLength: 4 })));
for (const options of [null, 1, 'x', {}]) await probe(`decode with options ${typeof options} ${options}`, () => new TextDecoder().decode(hex('41'), options));

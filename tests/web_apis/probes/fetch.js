// modebox run --allow-fetch api.test
// Nothing here is sent: what can be seen of the four without a server.
await probe('fetch', () => showFunction(fetch));
await probeInterface('Headers', {
  members: ['append', 'delete', 'get', 'getSetCookie', 'has', 'set', 'entries', 'forEach', 'keys', 'values'], make: () => new Headers(),
});
const bodyMembers = ['arrayBuffer', 'bodyUsed', 'clone', 'headers', 'json', 'text', 'url'];
await probeInterface('Request', { members: [...bodyMembers, 'method', 'redirect', 'signal'], make: () => new Request('http://h/') });
await probeInterface('Response', {
  members: [...bodyMembers, 'ok', 'redirected', 'status', 'statusText', 'type'], statics: ['error', 'json', 'redirect'], make: () => new Response(),
});

// ---- Headers
const kind = (action) => {
  try {
    return action();
  } catch (e) {
    return showError(e);
  }
};
for (const [what, init] of [['nothing', undefined], ['an object', { B: 1, a: 'x' }], ['pairs', [['b', '1'], ['A', '2'], ['b', '3']]], ['Headers', new Headers({ x: 'y' })],
  ['a Map', new Map([['k', 'v']])], ['null', null], ['a number', 1], ['a string', 'a: b'], ['[[]]', [[]]], ['[[1]]', [['a']]], ['[[1,2,3]]', [['a', 'b', 'c']]],
  ['symbol keys', { [Symbol('k')]: 1 }], ['symbol values', { a: Symbol('v') }], ['cookies', [['set-cookie', 'a=1'], ['Set-Cookie', 'b=2']]]]) {
  await probe(`new Headers of ${what}`, () => kind(() => [...new Headers(init)]));
}
for (const name of ['', ' ', 'a b', 'a:b', 'ü', 'a\n', 'x-\u0100', "!#$%&'*+-.^_`|~09AZ", Symbol('s'), null, 7]) {
  await probe(`the name ${show(name)}`, () => kind(() => [...new Headers([[name, 'v']])]));
  await probe(`get of the name ${show(name)}`, () => kind(() => new Headers().get(name)));
}
for (const value of ['', '  x\t', '\r\nx\r\n', 'a\nb', 'a\rb', 'a\0b', 'ü', '\u0100', null, undefined, {}, 'a, b', '\x01', '\x7f']) {
  await probe(`the value ${show(value)}`, () => kind(() => [...new Headers([['n', value]])]));
}
for (const method of ['append', 'delete', 'get', 'has', 'set', 'forEach'])
  await probe(`Headers.${method} without arguments`, () => kind(() => new Headers({ a: 1 })[method]()));
for (const method of ['append', 'set']) await probe(`Headers.${method} with one argument`, () => kind(() => new Headers()[method]('a')));
await probe('append combines', () => {
  const headers = new Headers({ a: '1' });
  headers.append('A', '2');
  return [headers.get('a'), [...headers]];
});
await probe('set, has, delete', () => {
  const headers = new Headers([['a', '1'], ['a', '2']]);
  headers.set('A', '3');
  const had = [headers.has('a'), [...headers]];
  headers.delete('A');
  headers.delete('A');
  return [had, headers.has('a'), headers.get('a')];
});
await probe('getSetCookie', () => {
  const headers = new Headers([['set-cookie', 'a=1'], ['set-cookie', 'b=2']]);
  return [headers.getSetCookie(), headers.get('set-cookie'), [...headers], new Headers().getSetCookie()];
});
await probe('iteration is sorted', () => [...new Headers({ z: 1, M: 2, a: 3 }).keys()]);
await probe('Headers: Symbol.iterator is entries', () => Headers.prototype[Symbol.iterator] === Headers.prototype.entries);
await probe('Headers: Symbol.iterator', () => showDescriptor(Headers.prototype, Symbol.iterator));
await probe('Headers.forEach', () => {
  const seen = [];
  const headers = new Headers({ b: 1, a: 2 });
  headers.forEach(function (value, name, of) { seen.push([value, name, of === headers, this === seen]); }, seen);
  return seen;
});
await probe('an iteration of Headers is live', () => {
  const seen = [];
  const headers = new Headers({ a: 1, b: 2, c: 3 });
  for (const [name] of headers) seen.push(name), headers.delete(name);
  return seen;
});
const iterator = new Headers({ a: 1 }).entries();
const proto = Object.getPrototypeOf(iterator);
await probe('iterator: tag', () => [Object.prototype.toString.call(iterator), showDescriptor(proto, Symbol.toStringTag)]);
await probe('iterator: next', () => showDescriptor(proto, 'next'));
await probe('iterator: inherits', () => Object.getPrototypeOf(proto) === Object.getPrototypeOf(Object.getPrototypeOf([].values())));
await probe('iterator: to the end', () => [iterator.next(), iterator.next()]);
await probe('iterator: next of another object', () => kind(() => proto.next.call({})));
await probe('iterator: next of one of URLSearchParams', () => kind(() => proto.next.call(new URLSearchParams('a=1').entries())));
await probe('entries of URLSearchParams', () => kind(() => Headers.prototype.entries.call(new URLSearchParams('a=1'))));

// ---- Request
const request = (...args) => kind(() => {
  const r = new Request(...args);
  return [r.method, r.url, r.redirect, [...r.headers], r.bodyUsed, r.signal instanceof AbortSignal];
});
for (const method of ['get', 'pOsT', 'patch', 'PATCH', 'TRACE', 'connect', 'a b', '', null, 'x'])
  await probe(`method ${show(method)}`, () => request('http://h/', { method }));
for (const url of ['', '/a', 'http://h/#f', 'http://u:p@h/', 'HTTP://H', undefined, Symbol('u')]) await probe(`Request of ${show(url)}`, () => request(url));
await probe('Request()', () => request());
for (const init of [null, undefined, 1, 'x', {}]) await probe(`Request with ${show(init)}`, () => request('http://h/', init));
for (const redirect of ['follow', 'error', 'manual', 'x', null]) await probe(`redirect ${show(redirect)}`, () => request('http://h/', { redirect }));
await probe('a body with GET', () => request('http://h/', { body: 'x' }));
await probe('a body with HEAD', () => request('http://h/', { method: 'HEAD', body: '' }));
await probe('content type of text', () => request('http://h/', { method: 'POST', body: 'x' }));
await probe('content type of URLSearchParams', () => request('http://h/', { method: 'POST', body: new URLSearchParams('a=b c') }));
await probe('content type of bytes', () => request('http://h/', { method: 'POST', body: new Uint8Array(2) }));
await probe('content type that is there', () => request('http://h/', { method: 'POST', body: 'x', headers: { 'content-type': 'a/b' } }));
await probe('signal of another kind', () => request('http://h/', { signal: {} }));
await probe('signal null', () => request('http://h/', { signal: null }));
await probe('a Request of a Request', () => request(new Request('http://h/', { method: 'PUT', headers: { a: 'b' } }), { headers: { c: 'd' } }));
await probe('a Request of one that was read', async () => {
  const first = new Request('http://h/', { method: 'POST', body: 'x' });
  await first.text();
  return [first.bodyUsed, request(first)];
});
await probe('clone of a Request', async () => {
  const first = new Request('http://h/', { method: 'POST', body: 'x' });
  const second = first.clone();
  return [await first.text(), await second.text(), kind(() => first.clone())];
});

// ---- Response
const response = (...args) => kind(() => {
  const r = new Response(...args);
  return [r.status, r.statusText, r.ok, r.type, r.url, r.redirected, [...r.headers], r.bodyUsed];
});
for (const status of [200, 204, 299, 304, 599, 600, 199, 0, 65736, 'x', '201', 200.9, null])
  await probe(`status ${show(status)}`, () => response(null, { status }));
for (const statusText of ['OK', '', 'ü', '\u0100', 'a\nb', null]) await probe(`statusText ${show(statusText)}`, () => response(null, { statusText }));
for (const status of [204, 205, 304]) await probe(`a body with ${status}`, () => response('x', { status }));
for (const body of ['x', new Uint8Array([104, 105]), new ArrayBuffer(1), new URLSearchParams('a=1'), 7, {}, null, undefined]) {
  await probe(`Response of ${show(body)}`, () => response(body));
  await probe(`text of a Response of ${show(body)}`, () => new Response(body).text());
}
await probe('json', () => new Response('{"a":[1]}').json());
await probe('json that is none', () => new Response('x').json().catch(showError));
await probe('json of nothing', () => new Response().json().catch(showError));
await probe('text without its mark', () => new Response(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff])).text());
await probe('arrayBuffer', () => new Response('abc').arrayBuffer());
await probe('text twice', async () => {
  const r = new Response('x');
  return [await r.text(), r.bodyUsed, await r.text().catch(showError), kind(() => r.clone())];
});
await probe('text of nothing twice', async () => {
  const r = new Response();
  return [await r.text(), r.bodyUsed, await r.text().catch(showError)];
});
for (const name of ['text', 'json', 'arrayBuffer'])
  await probe(`${name} of another object`, () => Response.prototype[name].call({}).catch((e) => `rejects ${showError(e)}`));
await probe('what Response.error gives', () => {
  const r = Response.error();
  return [r.type, r.status, r.ok, kind(() => r.headers.set('a', 'b'))];
});
await probe('what Response.json gives', async () => {
  const r = Response.json({ a: 1 }, { status: 201 });
  return [r.status, [...r.headers], await r.text()];
});
for (const data of [undefined, Symbol('x'), 1n, () => {}]) await probe(`Response.json of ${show(data)}`, () => kind(() => Response.json(data).status));
for (const args of [['http://h/'], ['http://h/', 301], ['http://h/', 200], ['http://h/', 'x'], ['//'], []]) {
  await probe(`Response.redirect ${show(args)}`, () => kind(() => {
    const r = Response.redirect(...args);
    return [r.status, r.headers.get('location'), kind(() => r.headers.set('a', 'b'))];
  }));
}

// ---- fetch, before anything would be sent
for (const [what, args] of [['nothing', []], ['no URL', ['x']], ['another scheme', ['ftp://api.test/']], ['a password', ['http://u:p@api.test/']],
  ['a symbol', [Symbol('x')]], ['GET with a body', ['http://api.test/', { body: 'x' }]], ['TRACE', ['http://api.test/', { method: 'TRACE' }]]]) {
  await probe(`fetch of ${what}`, () => {
    const promise = fetch(...args);
    return promise.then(() => 'fine', (e) => `rejects ${showError(e)}`);
  });
}
await probe('fetch with a signal that is aborted', () => fetch('http://api.test/', { signal: AbortSignal.abort() }).catch(showError));
await probe('fetch with a reason', () => fetch('http://api.test/', { signal: AbortSignal.abort('r') }).catch((e) => e));

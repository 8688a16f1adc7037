const parts = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash'];
await probeInterface('URL', { members: [...parts, 'toString', 'toJSON'], statics: ['canParse', 'parse'], make: () => new URL('http://h/') });
await probeInterface('URLSearchParams', {
  members: ['append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'size', 'entries', 'forEach', 'keys', 'values', 'toString'],
  make: () => new URLSearchParams(),
});

const partsOf = (url) => parts.map((name) => String(url[name]));
const errorOf = (action) => {
  try {
    return ['no error', action()];
  } catch (e) {
    return [showError(e), e.code, e.input, e.base];
  }
};

// ---- URL
for (const [input, base] of [['http://u:p@h:81/a/../b?c=d#e'], ['HTTPS://EXAMPLE.com:443'], ['//x/y', 'http://h/z'], ['?q', 'http://h/a/b'],
  ['../c', 'http://h/a/b/'], ['file:///C|/a'], ['mailto:a@b'], ['blob:https://a.b/c'], ['http://ü.de/ü?ü#ü'], ['http://0x7f.1/'],
  ['http://[::1]:80/'], ['  http://h\t/\n'], ['data:text/plain,a b']]) {
  await probe(`parts of ${JSON.stringify([input, base])}`, () => partsOf(new URL(input, base)));
}
for (const args of [[], [''], ['x'], ['x', 'y'], ['//'], ['http://'], ['http://h:99999/'], ['http://[::1/'], [null], [undefined, 'http://h/'], [1, 'http://h/'],
  ['x', undefined], ['http://a b/'], ['x', null]]) {
  await probe(`error of new URL ${show(args)}`, () => errorOf(() => new URL(...args).href));
  await probe(`canParse ${show(args)}`, () => errorOf(() => URL.canParse(...args)));
}
await probe('new URL(Symbol())', () => errorOf(() => new URL(Symbol())));
await probe('new URL(object)', () => new URL({ toString: () => 'http://o/' }).href);
await probe('new URL(URL)', () => new URL(new URL('http://h/')).href);
await probe('new URL converts from left to right', () => {
  const order = [];
  const text = (name, value) => ({ toString: () => (order.push(name), value) });
  new URL(text('url', 'x'), text('base', 'http://h/'));
  return order;
});
await probe('new URL: what toString throws', () => errorOf(() => new URL({ toString() { throw new RangeError('x'); } })));
await probe('lone surrogates', () => [new URL('http://h/\ud800').href, new URLSearchParams('\udc00=1').toString()]);
for (const [name, value] of [['href', 'ftp://x/'], ['protocol', 'https'], ['protocol', 'mailto'], ['username', 'ü:'], ['password', ''], ['host', 'x:82'],
  ['host', ''], ['hostname', 'y:83'], ['port', '80'], ['port', '99999'], ['port', ''], ['pathname', 'a b'], ['search', 'x=1'], ['search', ''], ['hash', 'f g'],
  ['hash', ''], ['port', 8080], ['pathname', null]]) {
  await probe(`url.${name} = ${show(value)}`, () => {
    const url = new URL('http://u:p@h:81/a?b#c');
    url[name] = value;
    return url.href;
  });
}
await probe('url.href = what is no URL', () => {
  const url = new URL('http://h/');
  return [errorOf(() => { url.href = 'x'; }), url.href];
});
await probe('url.origin = sloppy', () => {
  const url = new URL('http://h/');
  try { url.origin = 'http://x'; } catch (e) { return showError(e); }
  return url.origin;
});
await probe('toString, toJSON, JSON', () => {
  const url = new URL('http://h');
  return [url.toString(), url.toJSON(), JSON.stringify({ url }), `${url}`, url + ''];
});
await probe('searchParams is one object', () => {
  const url = new URL('http://h/?a=1');
  return url.searchParams === url.searchParams;
});
await probe('searchParams and search are one', () => {
  const url = new URL('http://h/?a=1&b=2');
  const params = url.searchParams;
  params.append('c', 'ü &');
  const first = url.href;
  url.search = '?z=9';
  const second = [...params];
  params.delete('z');
  const third = url.href;
  url.href = 'http://h/?y=8';
  return [first, second, third, params.get('y')];
});
await probe('a subclass', () => {
  class Mine extends URL { get twice() { return this.href + this.href; } }
  const url = new Mine('http://h/');
  return [url.twice, url instanceof URL, url.constructor.name];
});

// ---- URLSearchParams
for (const init of [undefined, '', '?', '?a=1', 'a', 'a=', '=a', '=', '&&a=b&', 'a=b=c', 'a+b=c+d', '%zz=%4', '%C3%BC=ü', 'a=1&a=2', {}, { a: 1, b: null }, [],
  [['a', 'b'], ['a', 'c']], new Map([['k', 'v']]), 1, true, new URLSearchParams('x=y'), [new Set(['p', 'q'])], ['ab', 'cd']]) {
  await probe(`new URLSearchParams(${show(init)})`, () => errorOf(() => [...new URLSearchParams(init)]));
}
for (const [what, init] of [['null', null], ['[[]]', [[]]], ['[[1]]', [['1']]], ['[[1,2,3]]', [[1, 2, 3]]], ['[1]', [1]], ['[null]', [null]], ['a symbol', Symbol('s')],
  ['what is inherited', Object.create({ inherited: 1 })], ['a function', () => {}], ['symbol keys', { [Symbol('k')]: 1 }], ['symbol values', { a: Symbol('v') }],
  ['an iterator that is none', { [Symbol.iterator]: 1 }], ['an iterator null', { [Symbol.iterator]: null, a: 1 }]]) {
  await probe(`new URLSearchParams of ${what}`, () => errorOf(() => [...new URLSearchParams(init)]));
}
for (const method of ['append', 'delete', 'get', 'getAll', 'has', 'set', 'forEach']) {
  await probe(`${method} without arguments`, () => errorOf(() => new URLSearchParams('a=1')[method]()));
  await probe(`${method} with one argument`, () => errorOf(() => new URLSearchParams('a=1&a=2&b')[method]('a')));
  await probe(`${method} with undefined twice`, () => errorOf(() => new URLSearchParams('undefined=1&a')[method](undefined, undefined)));
  await probe(`${method} with a symbol`, () => errorOf(() => new URLSearchParams('a=1')[method](Symbol())));
}
const changed = (text, action) => {
  const params = new URLSearchParams(text);
  action(params);
  return `${params}`;
};
await probe('append', () => changed('a=1', (p) => p.append('a', null)));
await probe('delete with a value', () => changed('a=1&a=2&a=1', (p) => p.delete('a', 1)));
await probe('has with a value', () => [new URLSearchParams('a=1').has('a', '1'), new URLSearchParams('a=1').has('a', '2'), new URLSearchParams('a').has('a', undefined)]);
await probe('set puts the first, drops the others', () => changed('a=1&b=2&a=3', (p) => p.set('a', 9)));
await probe('sort is stable, by code units', () => changed('z=1&\ufb03=2&🌈=3&a=4&z=0&a=1', (p) => p.sort()));
await probe('size', () => [new URLSearchParams('a&a&b').size, new URLSearchParams().size]);
await probe('toString of URLSearchParams', () => `${new URLSearchParams([['a b', 'ü&=+%'], ["~!*()'-._", '\0\n']])}`);
await probe('getAll', () => new URLSearchParams('a=1&b&a=2').getAll('a'));
await probe('get of none', () => new URLSearchParams('a').get('b'));
await probe('entries, keys, values', () => {
  const params = new URLSearchParams('a=1&b=2');
  return [[...params.entries()], [...params.keys()], [...params.values()], [...params]];
});
await probe('Symbol.iterator is entries', () => URLSearchParams.prototype[Symbol.iterator] === URLSearchParams.prototype.entries);
await probe('Symbol.iterator', () => showDescriptor(URLSearchParams.prototype, Symbol.iterator));
await probe('forEach', () => {
  const seen = [];
  const params = new URLSearchParams('a=1&b=2');
  params.forEach(function (value, name, of) { seen.push([value, name, of === params, this === seen]); }, seen);
  return seen;
});
await probe('forEach sees what is added', () => {
  const seen = [];
  const params = new URLSearchParams('a=1');
  params.forEach((value) => (seen.push(value), seen.length < 4 && params.append('x', seen.length)));
  return seen;
});
await probe('an iteration is live', () => {
  const seen = [];
  const params = new URLSearchParams('a=1&b=2&c=3');
  for (const [name] of params) seen.push(name), params.delete(name);
  return seen;
});
const iterator = new URLSearchParams('a=1').entries();
const proto = Object.getPrototypeOf(iterator);
await probe('iterator: tag', () => [Object.prototype.toString.call(iterator), showDescriptor(proto, Symbol.toStringTag)]);
await probe('iterator: next', () => showDescriptor(proto, 'next'));
await probe('iterator: keys of the prototype', () => Object.getOwnPropertyNames(proto).sort());
await probe('iterator: inherits', () => Object.getPrototypeOf(proto) === Object.getPrototypeOf(Object.getPrototypeOf([].values())));
await probe('iterator: constructor', () => Object.hasOwn(proto, 'constructor'));
await probe('iterator: to the end and beyond', () => [iterator.next(), iterator.next(), iterator.next()]);
await probe('iterator: next of another object', () => errorOf(() => proto.next.call({})));
await probe('iterator: is iterable', () => iterator[Symbol.iterator]() === iterator);
await probe('structuredClone of a URL', () => structuredClone(new URL('http://h/')));
await probe('structuredClone of URLSearchParams', () => structuredClone(new URLSearchParams('a=1')));

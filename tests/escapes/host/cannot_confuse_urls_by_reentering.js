// Cannot crash URLs by changing them while their arguments are converted or their pairs visited.
// must-end: completed "still here"
const url = new URL('http://h/?a=1&b=2&c=3');
const params = url.searchParams;
const wreck = { toString() { url.href = 'http://o/'; params.sort(); for (const k of [...params.keys()]) params.delete(k); return 'x'; } };
for (let i = 0; i < 200; i++) {
  url.search = '?a=1&a=2&b=' + i;
  params.set('a', wreck);
  params.has('a', wreck);
  params.delete(wreck, wreck);
  url.search = wreck;
  url.host = wreck;
  const iterator = params.entries();
  params.append('n', 'm');
  iterator.next();
  url.href = 'http://h';
  iterator.next();
  params.forEach(() => { url.search = '?z=1&y=2'; wreck.toString(); });
  for (const make of [
    () => Reflect.construct(URL, ['http://h'], new Proxy(URL, { get() { wreck.toString(); throw 1; } })),
    () => Reflect.construct(URLSearchParams, [params], Object.assign(function () {}.bind(), { prototype: 5 })),
    () => new URLSearchParams(new Proxy([['a', 'b']], { get(o, k) { wreck.toString(); return o[k]; } })),
    () => new URLSearchParams({ get a() { wreck.toString(); return params; }, b: wreck }),
    () => new URLSearchParams({ [Symbol.iterator]() { return { next() { wreck.toString(); return { get done() { return params.size > 1; }, value: params }; } }; } }),
    () => URLSearchParams.prototype.append.call(url, 'a', 'b'),
    () => Object.getOwnPropertyDescriptor(URL.prototype, 'search').set.call(params, 'x'),
    () => params.entries().next.call(url),
    () => Object.getOwnPropertyDescriptor(URL.prototype, 'href').get.call(Object.create(url)),
  ]) {
    try {
      make();
    } catch {
    }
  }
}
'still here';

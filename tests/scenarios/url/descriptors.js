// Members are where the standard has them.
// expect: completed [[], true, true, "get href", "[object URL]", "[object URLSearchParams Iterator]", true, 1, false]
const url = new URL('http://h/?a');
const href = Object.getOwnPropertyDescriptor(URL.prototype, 'href');
[
  Reflect.ownKeys(url),
  href.enumerable && href.configurable,
  'searchParams' in url && Object.getOwnPropertyDescriptor(URL.prototype, 'searchParams').set === undefined,
  href.get.name,
  Object.prototype.toString.call(url),
  Object.prototype.toString.call(url.searchParams.entries()),
  URLSearchParams.prototype[Symbol.iterator] === URLSearchParams.prototype.entries,
  URL.length,
  'createObjectURL' in URL,
];

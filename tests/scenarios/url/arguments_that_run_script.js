// Arguments are converted before anything is looked at: what they do meanwhile is seen.
// expect: completed ["new=1&x=y", "http://h/?late=1", ["o", "d a", "g a", "d b"], "gone=1"]
const params = new URLSearchParams('old=1');
params.append({ toString() { params.delete('old'); params.append('new', 1); return 'x'; } }, 'y');
const url = new URL('http://h/?q');
url.pathname = { toString() { url.searchParams.append('late', 1); url.searchParams.delete('q'); return '/'; } };
const seen = [];
const target = { a: 1, b: 2 };
const record = new URLSearchParams(new Proxy(target, {
  ownKeys(o) { seen.push('o'); return Reflect.ownKeys(o); },
  getOwnPropertyDescriptor(o, key) { seen.push('d ' + key); return Reflect.getOwnPropertyDescriptor(o, key); },
  get(o, key) { if (typeof key === 'symbol') return undefined; seen.push('g ' + key); delete target.b; return o[key]; },
}));
const set = new URLSearchParams('a=1&a=2&a=3');
set.set('gone', { toString() { for (const key of [...set.keys()]) set.delete(key); return '1'; } });
[params.toString(), url.href, seen, set.toString()];

// What a script overwrites makes no URL lie.
// expect: completed ["http://h/?a=b", "a=b", "b", "http://h/?a=b"]
// log: log "http://h/?a=b"
const { href } = Object.getOwnPropertyDescriptors(URL.prototype);
const read = href.get;
const { toString, get } = URLSearchParams.prototype;
for (const o of [URL.prototype, URLSearchParams.prototype, Object.getPrototypeOf(new URLSearchParams().keys()), Array.prototype]) {
  for (const key of Reflect.ownKeys(o)) {
    try {
      Object.defineProperty(o, key, { get() { throw 'fooled'; }, configurable: true });
    } catch {
    }
  }
}
const url = new URL('http://h/?a=b');
const params = new URLSearchParams('a=b');
console.log(read.call(url));
[read.call(url), toString.call(params), get.call(params, 'a'), read.call(URL.parse('http://h/?a=b'))];

// A regular expression compiled anew while it matches corrupts nothing.
// must-end: completed "alive" | OutOfMemory | Timeout
const uses = [
  () => {
    const r = /(a)(b)(c)/g;
    'abcabc'.replace(r, () => (r.compile ? r.compile('x') : 0, 'y'));
  },
  () => {
    const r = /a/g;
    Object.defineProperty(r, 'lastIndex', { get: () => 0, set() {} });
    r.exec('aaa');
  },
  () => {
    const r = /a/y;
    r.lastIndex = { valueOf: () => (r.compile ? r.compile('(((((((a)))))))') : 0, 0) };
    r.exec('aaa');
  },
  () => {
    const r = /(?<n>a)/;
    r.exec = () => ({ index: -5, length: 2 ** 31, groups: { get n() { return 'x'; } }, 0: 'a' });
    'aaa'.replace(r, '$<n>$1$99$&$`$\'');
  },
  () => {
    const r = /a/g;
    r.exec = () => ({ index: 2 ** 53, length: 0 });
    'aaa'.replace(r, '$`$\'');
  },
];
for (const use of uses) {
  try {
    use();
  } catch {
  }
}
return 'alive';

// Each argument that cannot be copied is an error that names its path.
// must-end: completed "fine"
const odd = {
  function: () => {},
  symbol: Symbol('x'),
  promise: Promise.resolve(1),
  weakMap: new WeakMap(),
  weakSet: new WeakSet(),
  weakRef: new WeakRef({}),
  generator: (function* () {})(),
  instance: new (class A {})(),
  iterator: [][Symbol.iterator](),
  tool: t.echo,
};
for (const [name, value] of Object.entries(odd)) {
  for (const call of [t.echo, t.sync.echo]) {
    try {
      await call({ items: [0, { [name]: value }] });
      return name + ' went through';
    } catch (e) {
      if (!(e instanceof Error)) return name + ' threw no error';
      if (!e.message.includes(`.items[1].${name}`)) return name + ': ' + e.message;
    }
  }
}
return 'fine';

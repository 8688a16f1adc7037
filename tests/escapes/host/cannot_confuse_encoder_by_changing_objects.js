// Objects that change while they are encoded give some copy or an error.
// must-end: completed "alive"
const attempts = [
  () => {
    const a = [1, { get x() { a.length = 0; return 1; } }, 3, 4, 5];
    return a;
  },
  () => {
    const a = [{ get x() { for (let i = 0; i < 10000; i++) a.push(i); return 1; } }];
    return a;
  },
  () => {
    const m = new Map([['k', { get x() { m.clear(); return 1; } }], ['l', 1], ['m', 2]]);
    return m;
  },
  () => {
    const m = new Map([['k', { get x() { for (let i = 0; i < 1000; i++) m.set(i, i); return 1; } }]]);
    return m;
  },
  () => {
    const s = new Set([{ get x() { s.clear(); s.add(1); return 1; } }, 2]);
    return s;
  },
  () => {
    const o = { get a() { delete o.b; delete o.c; o.d = 1; return 1; }, b: 1, c: 2 };
    return o;
  },
  () => {
    const o = { get a() { Object.setPrototypeOf(o, class {}.prototype); return 1; }, b: {} };
    return o;
  },
  () => {
    const e = new Error('x');
    Object.defineProperty(e, 'cause', { enumerable: true, get() { delete e.message; return e; } });
    return e;
  },
  () => {
    const inner = [];
    const o = { get a() { inner.push(inner, o); return inner; }, inner };
    return o;
  },
];
for (const make of attempts) {
  for (const call of [t.echo, t.sync.echo]) {
    try {
      await call(make());
    } catch (e) {
      if (!(e instanceof Error)) return 'odd';
    }
  }
}
return 'alive';

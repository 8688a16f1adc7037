// A stack names no frame outside of the script.
// must-end: completed "fine"
const stacks = [
  new Error('here').stack,
  await t.boom().catch((e) => e.stack),
  await new Promise((resolve) => setTimeout(() => resolve(new Error('timer').stack), 0)),
  await new Promise((resolve) => queueMicrotask(() => resolve(new Error('task').stack))),
  await t.echo(1).then(() => new Error('then').stack),
  [1].map(() => new Error('map').stack)[0],
  (() => {
    try {
      t.sync.boom();
    } catch (e) {
      return e.stack;
    }
  })(),
  (() => {
    try {
      null.x;
    } catch (e) {
      return e.stack;
    }
  })(),
  (() => {
    try {
      t.sync.echo(() => {});
    } catch (e) {
      return e.stack;
    }
  })(),
  (() => {
    try {
      structuredClone(() => {});
    } catch (e) {
      return e.stack;
    }
  })(),
];
for (const stack of stacks) {
  for (const line of String(stack ?? '').split('\n')) {
    if (/\.c\b|\.cc\b|boot|wasm|modebox|<input>|<eval>|<internal>|\/home|\/usr|node:/i.test(line)) return line;
    const file = /\(?([^\s()]+):(\d+):(\d+)\)?$/.exec(line);
    if (file && file[1] !== 'script.js') return line;
  }
}
return 'fine';

// Tools are frozen.
// must-end: completed ["real", "real", true, true]
try {
  t.echo = () => 'forged';
} catch {
}
try {
  t = { echo: () => 'forged' };
} catch {
}
try {
  Object.defineProperty(t, 'echo', { value: () => 'forged' });
} catch {
}
try {
  delete t.echo;
} catch {
}
try {
  Object.defineProperty(globalThis, 't', { value: { echo: () => 'forged' } });
} catch {
}
try {
  delete globalThis.t;
} catch {
}
[await t.echo('real'), await globalThis.t.echo('real'), Object.isFrozen(t), Object.isFrozen(t.echo)];

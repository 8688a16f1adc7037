// The prototypes of tools lead nowhere.
// must-end: completed "real"
try {
  Object.getPrototypeOf(t).echo = () => 'forged';
} catch {
}
try {
  Object.setPrototypeOf(t, { echo: () => 'forged' });
} catch {
}
try {
  Function.prototype.call = () => 'forged';
  Function.prototype.apply = () => 'forged';
} catch {
}
await t.echo('real');

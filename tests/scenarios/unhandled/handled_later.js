// A rejection that is handled before the end is fine.
// expect: completed "handled"
const p = Promise.reject(new Error('x'));
await t.echo(1);
try {
  await p;
} catch {
  return 'handled';
}

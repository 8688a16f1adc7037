// A detached buffer is refused.
// expect: completed true
const b = new ArrayBuffer(8);
b.transfer();
try {
  await t.echo(b);
} catch (e) {
  return e instanceof TypeError;
}

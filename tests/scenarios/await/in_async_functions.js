// Functions of a script may be asynchronous.
// expect: completed "<x>"
async function wrap(x) {
  return `<${await t.echo(x)}>`;
}
await wrap('x');

// Awaits within try and finally.
// expect: completed ["a", "b"]
const seen = [];
try {
  seen.push(await t.echo('a'));
} finally {
  seen.push(await t.echo('b'));
}
seen;

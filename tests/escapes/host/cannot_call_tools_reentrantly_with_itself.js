// Encoding that starts over within itself ends in an error.
// must-end: completed "caught"
const o = {
  get x() {
    return t.sync.echo(o);
  },
};
try {
  t.sync.echo(o);
  return 'odd';
} catch (e) {
  return e instanceof Error ? 'caught' : 'odd';
}

// A getter that calls tools while arguments are encoded confuses nothing.
// must-end: completed [{"x": "inner", "y": 2}, "inner"]
const outer = {
  get x() {
    return t.sync.echo('inner');
  },
  y: 2,
};
[await t.echo(outer), t.sync.echo(outer).x];

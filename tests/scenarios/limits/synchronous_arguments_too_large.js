// The same for synchronous tools.
// expect: completed [true, "fine"]
// limit: maxHostFunctionArgumentsBytes=1000
let caught;
try {
  t.sync.echo('x'.repeat(2000));
} catch (e) {
  caught = e;
}
[caught instanceof RangeError, t.sync.echo('fine')];

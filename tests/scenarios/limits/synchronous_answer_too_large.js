// The same for synchronous tools.
// expect: completed [true, "fine"]
// limit: maxHostFunctionOutputBytes=1000
let caught;
try {
  t.sync.bytes(2000);
} catch (e) {
  caught = e;
}
[caught instanceof Error, t.sync.echo('fine')];

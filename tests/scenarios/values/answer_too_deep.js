// An answer nested too deep is an error of that call.
// expect: completed [true, "fine"]
let caught = false;
try {
  await t.deep(2000);
} catch (e) {
  caught = e instanceof Error;
}
[caught, await t.echo('fine')];

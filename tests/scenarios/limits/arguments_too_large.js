// Arguments over their limit are an error of that call.
// expect: completed [true, "RUN_TOO_LARGE", "fine"]
// limit: maxHostFunctionArgumentsBytes=1000
let caught;
try {
  await t.echo('x'.repeat(2000));
} catch (e) {
  caught = e;
}
[caught instanceof RangeError, caught.code, await t.echo('fine')];

// An answer over its limit is an error of that call.
// expect: completed [true, "RUN_TOO_LARGE", "fine"]
// limit: maxHostFunctionOutputBytes=1000
let caught;
try {
  await t.bytes(2000);
} catch (e) {
  caught = e;
}
[caught instanceof Error, caught.code, await t.echo('fine')];

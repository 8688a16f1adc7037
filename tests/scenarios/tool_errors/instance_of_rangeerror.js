// A RangeError of a tool is one in the script.
// expect: completed [true, true, "m"]
try {
  await t.fail('RangeError', 'm');
} catch (e) {
  return [e instanceof RangeError, e instanceof Error, e.message];
}

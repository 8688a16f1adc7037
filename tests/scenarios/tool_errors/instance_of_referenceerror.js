// A ReferenceError of a tool is one in the script.
// expect: completed [true, true, "m"]
try {
  await t.fail('ReferenceError', 'm');
} catch (e) {
  return [e instanceof ReferenceError, e instanceof Error, e.message];
}

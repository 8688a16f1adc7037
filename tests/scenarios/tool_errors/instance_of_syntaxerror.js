// A SyntaxError of a tool is one in the script.
// expect: completed [true, true, "m"]
try {
  await t.fail('SyntaxError', 'm');
} catch (e) {
  return [e instanceof SyntaxError, e instanceof Error, e.message];
}

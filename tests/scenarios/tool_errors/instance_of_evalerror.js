// A EvalError of a tool is one in the script.
// expect: completed [true, true, "m"]
try {
  await t.fail('EvalError', 'm');
} catch (e) {
  return [e instanceof EvalError, e instanceof Error, e.message];
}

// A TypeError of a tool is one in the script.
// expect: completed [true, true, "m"]
try {
  await t.fail('TypeError', 'm');
} catch (e) {
  return [e instanceof TypeError, e instanceof Error, e.message];
}

// A URIError of a tool is one in the script.
// expect: completed [true, true, "m"]
try {
  await t.fail('URIError', 'm');
} catch (e) {
  return [e instanceof URIError, e instanceof Error, e.message];
}

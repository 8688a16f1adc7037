// Names, messages and codes may be any string.
// expect: completed ["\ud800", "\u0000é", "a b"]
try {
  await t.fail('\ud800', '\0\u00e9', 'a b');
} catch (e) {
  return [e.name, e.message, e.code];
}

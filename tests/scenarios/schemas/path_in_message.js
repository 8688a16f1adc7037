// Arguments that do not fit the tool's schema are a TypeError that names the path.
// expect: completed ["TypeError", "E_INVALID_ARGUMENTS", "t.order: input.items[3].to must be a string, not 7."]
try {
  await t.order({ items: [{}, {}, {}, { to: 7 }] });
} catch (e) {
  return [e instanceof TypeError && e.name, e.code, e.message];
}

// A result that does not fit is told as the fault of the tool.
// expect: completed ["Error", "E_INVALID_RESULT", true]
try {
  await t.order({ items: [{}, {}, {}] });
} catch (e) {
  return [e.name, e.code, e.message.includes('result.items must have at most 2 elements')];
}

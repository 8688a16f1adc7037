// An error of a run within a tool.
// expect: completed ["Uncaught", "no", "E_INNER"]
try {
  await t.nested("throw Object.assign(new Error('no'), { code: 'E_INNER' });");
} catch (e) {
  return [e.name, e.message, e.code];
}

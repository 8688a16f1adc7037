// A failure that comes later.
// expect: completed ["TypeError", "later", "E_LATER"]
try {
  await t.fail_later(10, 'TypeError', 'later', 'E_LATER');
} catch (e) {
  return [e.name, e.message, e.code];
}

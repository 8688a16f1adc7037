// An argument that does not fit a typed tool is a TypeError that names it.
// expect: completed ["TypeError", true]
try {
  await t.add(1, 'two');
} catch (e) {
  return [e.name, e.message.length > 5];
}

// An error without a code has no such property.
// expect: completed [false, "m"]
try {
  await t.fail('Error', 'm');
} catch (e) {
  return ['code' in e, e.message];
}

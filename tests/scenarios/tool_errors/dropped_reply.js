// A call whose answer never can come is an error.
// expect: completed [true, true]
// calls: t.drop=failed
try {
  await t.drop();
} catch (e) {
  return [e instanceof Error, e.message.length > 0];
}

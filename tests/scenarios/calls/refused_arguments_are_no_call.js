// A call whose arguments are refused never reaches the tool.
// expect: completed true
// records: []
try {
  await t.rec(() => {});
} catch (e) {
  return e instanceof TypeError;
}

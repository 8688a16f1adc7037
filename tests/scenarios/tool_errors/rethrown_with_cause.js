// An error of a tool as the cause of another.
// expect: completed Error("outer", {"cause": Error("boom", {"code": "E_BOOM"})})
try {
  await t.boom();
} catch (e) {
  return new Error('outer', { cause: e });
}

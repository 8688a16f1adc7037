// A code can be changed by the script, as of any error.
// expect: completed "other"
try {
  await t.boom();
} catch (e) {
  e.code = 'other';
  return e.code;
}

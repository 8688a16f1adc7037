// A tool that hides errors gives a text of its own.
// expect: completed false
try {
  await t.hidden();
} catch (e) {
  return e.message.includes('hunter2') || e.message === '';
}

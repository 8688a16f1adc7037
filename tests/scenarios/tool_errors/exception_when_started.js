// An exception of an asynchronous tool as it starts is an error of that call.
// expect: completed "not today"
try {
  await t.async_throws();
} catch (e) {
  return e.message;
}

// A return within a catch.
// expect: completed "boom"
try {
  throw new Error('boom');
} catch (e) {
  return e.message;
}

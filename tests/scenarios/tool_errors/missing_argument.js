// A missing argument of a typed tool is a TypeError.
// expect: completed "TypeError"
try {
  await t.add(1);
} catch (e) {
  return e.name;
}

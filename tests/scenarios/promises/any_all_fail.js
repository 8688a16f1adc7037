// Promise.any of failures only.
// expect: completed ["AggregateError", 2, "boom", "E_BOOM"]
try {
  await Promise.any([t.boom(), t.boom()]);
} catch (e) {
  return [e.name, e.errors.length, e.errors[0].message, e.errors[1].code];
}

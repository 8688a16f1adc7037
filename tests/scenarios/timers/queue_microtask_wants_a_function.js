// queueMicrotask wants a function.
// expect: completed "TypeError"
try {
  queueMicrotask(1);
} catch (e) {
  return e.name;
}

// Evaluated code has no time of its own.
// must-end: Timeout | completed
let name = 'none';
try {
  (0, eval)('for (;;) {}');
} catch (e) {
  name = e.name;
}
name;

// A generated loop has no time of its own.
// must-end: Timeout | completed
let name = 'none';
try {
  new Function('for (;;) {}')();
} catch (e) {
  name = e.name;
}
name;

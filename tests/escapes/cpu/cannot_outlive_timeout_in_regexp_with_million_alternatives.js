// Cannot outlive the limits by compiling a giant pattern.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  new RegExp('a|'.repeat(1e6)).test('b');
} catch (e) {
  name = e.name;
}
name;

// Cannot outlive the limits repeating a string.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  for (;;) 'xy'.repeat(2 ** 28);
} catch (e) {
  name = e.name;
}
name;

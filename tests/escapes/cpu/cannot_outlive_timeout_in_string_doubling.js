// Cannot outlive the limits doubling a string.
// must-end: Timeout | OutOfMemory | completed
let s = 'ab';
let name = 'none';
try {
  for (;;) s += s;
} catch (e) {
  name = e.name;
}
name;

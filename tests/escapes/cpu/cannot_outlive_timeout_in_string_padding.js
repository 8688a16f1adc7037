// Cannot outlive the limits padding a string.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  for (;;) 'x'.padEnd(2 ** 23, 'abc').padStart(2 ** 24, 'd').length;
} catch (e) {
  name = e.name;
}
name;

// Cannot outlive the limits multiplying giant BigInts.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  let x = 12345678901234567890n;
  for (;;) x *= x;
} catch (e) {
  name = e.name;
}
name;

// Cannot outlive the limits dividing giant BigInts.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  const a = (1n << 1000000n) - 1n;
  const b = (1n << 500000n) - 3n;
  for (;;) a / b;
} catch (e) {
  name = e.name;
}
name;

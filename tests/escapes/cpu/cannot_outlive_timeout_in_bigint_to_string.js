// Cannot outlive the limits printing a giant BigInt.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  for (;;) (((1n << 1000000n) - 1n) / 7n).toString();
} catch (e) {
  name = e.name;
}
name;

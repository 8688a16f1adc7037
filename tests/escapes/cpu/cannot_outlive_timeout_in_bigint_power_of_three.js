// Cannot outlive the limits in one long BigInt power.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  for (;;) 3n ** 500000n;
} catch (e) {
  name = e.name;
}
name;

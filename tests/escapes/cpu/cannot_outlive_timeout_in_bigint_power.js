// Cannot outlive the limits raising a BigInt to a giant power.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  2n ** (10n ** 9n);
} catch (e) {
  name = e.name;
}
name;

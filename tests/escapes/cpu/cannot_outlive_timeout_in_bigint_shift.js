// Cannot outlive the limits shifting a BigInt far.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  1n << (1n << 40n);
} catch (e) {
  name = e.name;
}
name;

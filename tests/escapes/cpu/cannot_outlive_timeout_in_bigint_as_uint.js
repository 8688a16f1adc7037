// Cannot outlive the limits wrapping a BigInt to a giant width.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  BigInt.asUintN(2 ** 53 - 1, -1n);
} catch (e) {
  name = e.name;
}
name;

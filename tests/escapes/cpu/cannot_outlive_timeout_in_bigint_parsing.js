// Cannot outlive the limits reading a giant BigInt.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  for (;;) BigInt('7'.repeat(300000));
} catch (e) {
  name = e.name;
}
name;

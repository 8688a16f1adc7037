// Compiling giant generated code is within the script's limits.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  for (;;) (0, eval)('1' + '+1'.repeat(2 ** 20));
} catch (e) {
  name = e.name;
}
name;

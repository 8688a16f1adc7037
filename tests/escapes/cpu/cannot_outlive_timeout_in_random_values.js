// Cannot outlive the time limit drawing random bytes.
// must-end: Timeout | completed
let name = 'none';
try {
  const a = new Uint8Array(65536);
  for (;;) crypto.getRandomValues(a);
} catch (e) {
  name = e.name;
}
name;

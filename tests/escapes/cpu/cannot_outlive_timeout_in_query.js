// Cannot go on past the timeout while pairs of a query are sorted, found and removed.
// must-end: Timeout | OutOfMemory
const name = 'x'.repeat(50000);
const params = new URLSearchParams(Array.from({ length: 100000 }, (_, i) => [name, i % 7]));
for (;;) {
  params.sort();
  params.has(name, 'none');
  params.delete(name, 'none');
}

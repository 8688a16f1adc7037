// A listener added with a timeout's signal goes when it rings, though nothing else holds the signal.
// virtual-clock: 0
// expect: completed [1, 1]
const target = new EventTarget();
let n = 0;
target.addEventListener('x', () => n++, { signal: AbortSignal.timeout(10) });
for (let i = 0; i < 200000; i++) [{}];
target.dispatchEvent(new Event('x'));
const before = n;
await new Promise((resolve) => setTimeout(resolve, 20));
target.dispatchEvent(new Event('x'));
[before, n];

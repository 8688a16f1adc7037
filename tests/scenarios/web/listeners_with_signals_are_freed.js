// A long-lived signal does not hold the targets whose listeners it would remove.
// limit: memoryLimitBytes=8388608
// expect: completed [true, 0]
const { signal } = new AbortController();
let heard = 0;
for (let i = 0; i < 100000; i++) new EventTarget().addEventListener('x', () => heard++, { signal });
[true, heard];

// Cannot outlive the limits collecting stacks.
// must-end: Timeout | OutOfMemory
const deep = (n) => (n === 0 ? new Error('x'.repeat(1000)).stack : deep(n - 1));
for (;;) deep(100);

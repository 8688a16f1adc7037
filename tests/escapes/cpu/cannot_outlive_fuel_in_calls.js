// Cannot outlive its fuel in calls without a loop.
// limit: fuel=50 timeoutMs=5000
// ends-within-ms: 1000
// must-end: OutOfFuel
const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));
fib(60);

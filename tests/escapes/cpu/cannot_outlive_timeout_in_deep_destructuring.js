// Cannot outlive the limits with a Fibonacci of calls.
// must-end: Timeout
const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));
fib(60);

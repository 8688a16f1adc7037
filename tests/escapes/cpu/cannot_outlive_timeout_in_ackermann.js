// Cannot outlive the limits in a deep and long recursion.
// must-end: Timeout | Uncaught
const a = (m, n) => (m === 0 ? n + 1 : n === 0 ? a(m - 1, 1) : a(m - 1, a(m, n - 1)));
a(4, 1);

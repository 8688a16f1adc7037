// Cannot outlive the time limit printing numbers.
// must-end: Timeout
for (;;) (Math.random() * 1e300).toString(3) + (1e20 / 3).toFixed(100) + Math.PI.toPrecision(100);

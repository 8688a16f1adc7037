// Cannot outlive the time limit sorting a typed array with a comparator.
// must-end: Timeout
const a = new Float64Array(100000);
for (;;) a.sort((x, y) => Math.random() - 0.5);

// Cannot outlive the time limit sorting typed arrays without a comparator.
// must-end: Timeout
const a = new Float64Array(1000000).map(Math.random);
for (;;) a.slice().sort();

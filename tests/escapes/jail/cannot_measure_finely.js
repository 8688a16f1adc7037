// The clocks that a script has go in steps of a millisecond.
// must-end: completed true
const whole = (x) => Number.isInteger(x);
const times = [Date.now(), +new Date(), typeof performance === 'object' ? Math.round(performance.now() * 1000) / 1000 : 0];
const differences = [];
let last = Date.now();
for (let i = 0; i < 20000; i++) {
  const now = Date.now();
  differences.push(now - last);
  last = now;
}
times.every(whole) && differences.every(whole);

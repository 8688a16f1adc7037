// A delay beyond what a number of 32 bits holds is no short one.
// expect: completed "timer not yet"
let said = 'timer not yet';
setTimeout(() => (said = 'rang'), 2 ** 33);
await t.later(20, 0);
said;

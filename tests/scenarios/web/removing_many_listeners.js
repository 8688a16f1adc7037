// Removing many listeners does not take the square of their number.
// expect: completed 3000
// ends-within-ms: 5000
const target = new EventTarget();
const listeners = Array.from({ length: 3000 }, () => () => {});
for (const l of listeners) target.addEventListener('x', l);
for (const l of listeners) target.removeEventListener('x', l);
listeners.length;

// What listeners throw is kept until the script's step is over: in its memory.
// must-end: OutOfMemory
const target = new EventTarget();
target.addEventListener('x', () => {
  throw new Array(100).fill(0);
});
for (;;) target.dispatchEvent(new Event('x'));

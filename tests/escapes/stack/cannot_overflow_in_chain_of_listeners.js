// A long chain of targets that hold each other is freed without recursion.
// must-end: completed true
let last = null;
for (let i = 0; i < 60000; i++) {
  const target = new EventTarget();
  const next = last;
  target.addEventListener('x', () => next);
  last = target;
}
last = null;
true;

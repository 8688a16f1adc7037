// A dispatch inside a dispatch inside a dispatch is recursion like any other.
// must-end: Uncaught RangeError | completed true
const target = new EventTarget();
target.addEventListener('x', () => target.dispatchEvent(new Event('x')));
target.dispatchEvent(new Event('x'));

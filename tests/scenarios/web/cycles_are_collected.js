// Targets, signals and encoded texts in cycles are garbage like any other, and collected in time.
// limit: memoryLimitBytes=8388608
// expect: completed 3000
const text = 'x'.repeat(20000);
let n = 0;
for (; n < 3000; n++) {
  const target = new EventTarget();
  const controller = new AbortController();
  const held = { target, controller, bytes: new TextEncoder().encode(text), decoder: new TextDecoder() };
  target.addEventListener('x', () => held, { signal: controller.signal });
  AbortSignal.any([controller.signal]).onabort = () => held;
  held.event = new CustomEvent('x', { detail: held });
}
n;

// Signals whose last holder lets them go while they abort, in all directions.
// must-end: completed true
let count = 0;
for (let i = 0; i < 300; i++) {
  let controller = new AbortController();
  let other = new AbortController();
  let any = AbortSignal.any([controller.signal, other.signal, AbortSignal.timeout(1e6)]);
  const target = new EventTarget();
  target.addEventListener('x', () => count++, { signal: any });
  AbortSignal.any([any]).onabort = () => {
    any = other = controller = null;
    globalThis.junk = Array.from({ length: 200 }, () => new EventTarget());
    count++;
  };
  controller.signal.addEventListener('abort', () => other.abort(), { once: true, signal: other.signal });
  any.addEventListener('abort', () => target.dispatchEvent(new Event('x')));
  controller.abort({ get name() { throw 1; } });
}
for (let i = 0; i < 50; i++) {
  const cycle = new EventTarget();
  cycle.addEventListener('x', () => cycle, { signal: AbortSignal.any([AbortSignal.timeout(1), AbortSignal.timeout(1e6)]) });
}
await new Promise((resolve) => setTimeout(resolve, 5));
for (let i = 0; i < 100000; i++) globalThis.junk = { junk: { i } };
count === 300;

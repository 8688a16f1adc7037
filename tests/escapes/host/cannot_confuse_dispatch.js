// Listeners that remove others and themselves, add more, collect garbage and dispatch again, in a
// target that only they hold.
// must-end: completed true
const log = [];
let depth = 0;
const make = () => {
  const target = new EventTarget();
  const controller = new AbortController();
  const listeners = [];
  for (let i = 0; i < 50; i++) {
    const listener = (e) => {
      for (let k = 0; k < 50; k += i + 1) target.removeEventListener('x', listeners[k]);
      target.addEventListener('x', listeners[(i * 7) % 50], { once: true, signal: i % 3 ? controller.signal : undefined });
      if (i % 5 === 0) controller.abort();
      globalThis.junk = Array.from({ length: 500 }, (_, n) => ({ n }));
      if (depth++ < 20) target.dispatchEvent(new Event('x'));
      depth--;
      log.push(e.type);
    };
    listeners.push(listener);
    target.addEventListener('x', listener, { signal: controller.signal, once: i % 2 === 0 });
  }
  return target;
};
for (let i = 0; i < 20; i++) make().dispatchEvent(new Event('x'));
for (let i = 0; i < 100000; i++) globalThis.junk = { junk: { i } };
log.length > 100;

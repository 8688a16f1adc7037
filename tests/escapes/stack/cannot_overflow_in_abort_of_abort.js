// Each abort aborts the next, from its listener.
// must-end: Uncaught RangeError
const controllers = Array.from({ length: 20000 }, () => new AbortController());
controllers.forEach((c, i) => c.signal.addEventListener('abort', () => controllers[i + 1]?.abort()));
controllers[0].abort();
'survived';

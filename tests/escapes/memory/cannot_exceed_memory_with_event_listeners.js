// Cannot exceed its memory with a million listeners. Each is compared with those before it, so that
// time may end this first.
// must-end: OutOfMemory | Timeout
// repeat: 5
const target = new EventTarget();
for (let i = 0; i < 1e6; i++) target.addEventListener('x' + i, () => i, { signal: AbortSignal.any([AbortSignal.timeout(1e6)]) });
target;

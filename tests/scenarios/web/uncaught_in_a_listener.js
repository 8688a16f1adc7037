// What a listener throws ends the run, once the dispatch and the script's step are over.
// expect-error: Uncaught RUN_UNCAUGHT RangeError "from the listener" at 8:13
// log: log "second"
// log: log "dispatched true"
// log: log "microtask"
const target = new EventTarget();
target.addEventListener('x', () => {
  throw new RangeError('from the listener');
});
target.addEventListener('x', () => console.log('second'));
queueMicrotask(() => console.log('microtask'));
console.log('dispatched', target.dispatchEvent(new Event('x')));
'not the result';

// queueMicrotask runs a function soon.
// expect: completed ["a", "b"]
const log = [];
await new Promise((resolve) => {
  queueMicrotask(() => {
    log.push('b');
    resolve();
  });
  log.push('a');
});
log;

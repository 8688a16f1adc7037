// Promises settle in the order of the language.
// expect: completed ["sync", "a", "b", "c"]
const log = [];
Promise.resolve().then(() => log.push('a'));
queueMicrotask(() => log.push('b'));
log.push('sync');
await null;
log.push('c');
log;

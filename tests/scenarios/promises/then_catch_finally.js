// Chains of then, catch and finally.
// expect: completed ["BOOM", "finally"]
const log = [];
await t.boom()
  .then(() => log.push('not here'))
  .catch((e) => log.push(e.message.toUpperCase()))
  .finally(() => log.push('finally'));
log;

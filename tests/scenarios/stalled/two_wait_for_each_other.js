// Two async functions that wait for each other.
// expect-error: Stalled RUN_STALLED
let a, b;
a = (async () => {
  await null;
  await b;
})();
b = (async () => {
  await a;
})();
await a;

// Promise.withResolvers.
// expect: completed 1
const { promise, resolve } = Promise.withResolvers();
setTimeout(resolve, 1, 1);
await promise;

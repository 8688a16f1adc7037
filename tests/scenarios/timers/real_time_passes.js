// A timer takes real time.
// expect: completed true
// takes-at-least-ms: 45
const start = Date.now();
await new Promise((resolve) => setTimeout(resolve, 50));
Date.now() - start >= 49;

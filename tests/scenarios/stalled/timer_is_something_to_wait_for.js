// A timer that is still due is something to wait for.
// expect: completed "rang"
// takes-at-least-ms: 40
await new Promise((resolve) => setTimeout(resolve, 50, 'rang'));

// A seeded Math.random still gives different numbers.
// expect: completed 1000
// seed: 1
new Set(Array.from({ length: 1000 }, Math.random)).size;

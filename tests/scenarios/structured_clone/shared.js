// Shared references stay shared.
// expect: completed true
const x = {};
const [a, b] = structuredClone([x, x]);
a === b;

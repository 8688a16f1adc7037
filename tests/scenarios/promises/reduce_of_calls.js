// A chain of calls by reduce.
// expect: completed 10
await [1, 2, 3, 4].reduce(async (sum, n) => t.add(await sum, n), 0);

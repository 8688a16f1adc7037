// Calls that wait for their turn start in order.
// expect: completed [0, 1, 2, 3, 4, 5]
// limit: maxInFlightHostCalls=2
const seen = [];
await Promise.all([0, 1, 2, 3, 4, 5].map(async (i) => seen.push(await t.later(2, i))));
seen;

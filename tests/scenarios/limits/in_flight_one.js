// One call at a time, in order.
// expect: completed ["a", "b", "c"]
// limit: maxInFlightHostCalls=1
await Promise.all(['a', 'b', 'c'].map((x) => t.later(5, x)));

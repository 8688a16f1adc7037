// A run within a tool leaves numbers and memory of the outer one alone.
// expect: completed [0.30000000000000004, 4950, "ok"]
const a = Array.from({ length: 100 }, (_, i) => i);
const before = 0.1 + 0.2;
const ok = t.sync.nested('let s = 0; for (let i = 0; i < 100000; i++) s += i / 3; return "ok";');
[before, a.reduce((x, y) => x + y), ok];

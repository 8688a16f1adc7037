// Cycles that nothing refers to are collected.
// limit: timeoutMs=5000
// repeat: 3
// must-end: completed 200
let n = 0;
for (; n < 200; n++) {
  const a = { data: new Uint8Array(1 << 19).fill(1) };
  a.self = a;
}
n;

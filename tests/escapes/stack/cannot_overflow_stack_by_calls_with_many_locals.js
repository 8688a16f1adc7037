// Cannot overflow the host's stack by calls with large frames.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const f = (a, b, c, d) => {
    const x = [a, b, c, d];
    return f(...x) + x.length;
  };
  f(1, 2, 3, 4);
} catch (e) {
  name = e.name;
}
return name;

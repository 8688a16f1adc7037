// Cannot overflow the host's stack by Symbol.species.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const a = [1];
  a.constructor = { get [Symbol.species]() { return a.map((x) => x); } };
  a.map((x) => x);
} catch (e) {
  name = e.name;
}
return name;

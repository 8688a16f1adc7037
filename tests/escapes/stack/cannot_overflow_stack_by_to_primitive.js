// Cannot overflow the host's stack by Symbol.toPrimitive.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const o = { [Symbol.toPrimitive]() { return this + 1; } };
  o + 1;
} catch (e) {
  name = e.name;
}
return name;

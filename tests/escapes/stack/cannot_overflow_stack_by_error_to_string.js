// Cannot overflow the host's stack by toString of an error.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const e = new Error("x");
  Object.defineProperty(e, "name", { get: () => String(e) });
  String(e);
} catch (e) {
  name = e.name;
}
return name;

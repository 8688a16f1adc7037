// Cannot overflow the host's stack by a hook for stacks.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | Timeout
// repeat: 5
let name = 'none';
try {
  Error.prepareStackTrace = () => new Error("x").stack;
  const f = () => f() + new Error("x").stack;
  f();
} catch (e) {
  name = e.name;
}
return name;

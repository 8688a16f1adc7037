// Cannot overflow the host's stack by eval of itself.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | completed "EvalError" | completed "TypeError"
// repeat: 5
let name = 'none';
try {
  const f = () => (0, eval)("1;") + f();
  f();
} catch (e) {
  name = e.name;
}
return name;

// Cannot overflow the host's stack by functions that generate themselves.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | completed "EvalError" | completed "TypeError" | completed "SyntaxError"
// repeat: 5
let name = 'none';
try {
  const f = (g) => new Function("g", "return g(g)")(g);
  f(f);
} catch (e) {
  name = e.name;
}
return name;

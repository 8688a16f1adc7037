// Cannot overflow the host's stack by compiling 100,000 nested or chained yield.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "none" | completed "RangeError" | completed "SyntaxError" | completed "InternalError" | completed "ReferenceError" | completed "TypeError" | completed "EvalError" | Timeout | OutOfMemory
// repeat: 5
let name = 'none';
try {
  const n = 100000;
  const source = '(function*(){' + 'yield '.repeat(n) + '1})';
  (0, eval)(source);
} catch (e) {
  name = e.name;
}
return name;

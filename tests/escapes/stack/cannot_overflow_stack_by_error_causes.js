// Cannot overflow the host's stack by an error with a long chain of causes.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | OutOfMemory
// repeat: 5
let name = 'none';
try {
  let e = new RangeError("leaf");
  for (let i = 0; i < 100000; i++) e = new RangeError("x", { cause: e });
  throw e;
} catch (e) {
  name = e.name;
}
return name;

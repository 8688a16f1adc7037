// Cannot overflow the host's stack by getters in Object.assign.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const o = { get x() { return Object.assign({}, o); } };
  Object.assign({}, o);
} catch (e) {
  name = e.name;
}
return name;

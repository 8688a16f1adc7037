// Cannot overflow the host's stack by printing in a getter.
// limit: timeoutMs=2000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "none" | completed "RangeError" | Timeout
// repeat: 5
let name = 'none';
try {
  const o = { get x() { console.log(o); return 1; }, toString() { console.log(o); return ""; } };
  console.log(o, `${o}`);
} catch (e) {
  name = e.name;
}
return name;

// Cannot overflow the host's stack by thenables that call each other.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const thenable = (n) => ({ then: (resolve, reject) => thenable(n + 1).then(resolve, reject) });
  await thenable(0);
} catch (e) {
  name = e.name;
}
return name;

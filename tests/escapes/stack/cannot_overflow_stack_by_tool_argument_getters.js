// Cannot overflow the host's stack by tools called in getters of their arguments.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError"
// repeat: 5
let name = 'none';
try {
  const o = { get x() { return t.sync.echo(o); } };
  t.sync.echo(o);
} catch (e) {
  name = e.name;
}
return name;

// Cannot overflow the host's stack by asynchronous tools called in getters of their arguments.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "RangeError" | DetachedCall | HostCallLimit
// repeat: 5
let name = 'none';
try {
  const o = { get x() { t.echo(o); return 1; } };
  await t.echo(o);
} catch (e) {
  name = e.name;
}
return name;

// Cannot overflow the host's stack by the collection of a long cycle.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "none" | OutOfMemory
// repeat: 5
let name = 'none';
try {
  let first = {};
  let o = first;
  for (let i = 0; i < 200000; i++) o = { o };
  first.o = o;
  o = first = null;
  for (let i = 0; i < 1000; i++) ({ a: [{}] });
} catch (e) {
  name = e.name;
}
return name;

// Cannot overflow the host's stack by the release of promises on promises.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// or-limit: maxStackSizeBytes=65536
// or-limit: maxStackSizeBytes=2147483647
// must-end: completed "none" | OutOfMemory
// repeat: 5
let name = 'none';
try {
  let p = new Promise(() => {});
  for (let i = 0; i < 100000; i++) p = p.then((x) => x);
  p = null;
  await 0;
} catch (e) {
  name = e.name;
}
return name;

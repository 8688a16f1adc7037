// fetch: yes
// calls: fetch=cancelled
// expect: completed "TimeoutError"
// virtual-clock: 0
let name;
try {
  await fetch("https://api.test/hang", { signal: AbortSignal.timeout(5000) });
} catch (error) {
  name = error.name;
}
name

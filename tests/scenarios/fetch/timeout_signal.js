// The call is given up in time, and the run does not wait for an answer.
// fetch: yes
// calls: fetch=cancelled
// expect: completed "TimeoutError"
let name;
try {
  await fetch("https://api.test/hang", { signal: AbortSignal.timeout(30) });
} catch (error) {
  name = error.name;
}
name

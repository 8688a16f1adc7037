// A call that is given up rejects at once with the signal's reason; nothing waits for it.
// fetch: yes
// calls: fetch=cancelled fetch
// expect: completed ["AbortError", true, 200]
const controller = new AbortController();
const call = fetch("https://api.test/hang", { signal: controller.signal });
controller.abort();
let told;
try {
  await call;
} catch (error) {
  told = error;
}
[told.name, told === controller.signal.reason, (await fetch("https://api.test/")).status]

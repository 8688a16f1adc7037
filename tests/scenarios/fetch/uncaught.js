// fetch: yes
// calls: fetch=failed
// expect-error: Uncaught E_FETCH_HOST_NOT_ALLOWED TypeError "fetch failed: the host is not allowed" at 6:17
// stack-has: at load (script.js:6:17)
async function load() {
  return (await fetch("https://api.test/refused")).text();
}
await load()

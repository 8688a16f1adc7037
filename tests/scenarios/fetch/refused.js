// The reason reaches the script, with a code, and as the cause.
// fetch: yes
// calls: fetch=failed
// expect: completed ["TypeError", "fetch failed: the host is not allowed", "E_FETCH_HOST_NOT_ALLOWED", "the host is not allowed"]
try {
  await fetch("https://api.test/refused");
} catch (error) {
  [error.name, error.message, error.code, error.cause.message]
}

// Calls that are begun and given up in a loop do not pile up in the host.
// fetch: yes
// must-end: HostCallLimit
for (;;) {
  const controller = new AbortController();
  fetch("https://api.test/hang", { signal: controller.signal, method: "POST", body: "x".repeat(100_000) }).catch(() => {});
  controller.abort();
  if (Math.random() < 0.05) await t.echo(1);
}

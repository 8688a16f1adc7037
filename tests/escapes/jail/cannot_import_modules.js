// There is no module to import.
// must-end: completed ["refused", "refused", "refused", "refused", "refused", "refused", "refused", "refused"]
const results = [];
for (const name of ['fs', 'node:fs', 'std', 'os', 'qjs:std', './x.js', 'data:text/javascript,1', '/etc/passwd']) {
  try {
    await import(name);
    results.push(name);
  } catch (e) {
    results.push(e instanceof Error ? 'refused' : 'odd');
  }
}
results;

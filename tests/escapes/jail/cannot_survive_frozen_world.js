// A run that freezes everything still ends well.
// must-end: completed {"a": [1, 2]}
for (const name of Object.getOwnPropertyNames(globalThis)) {
  try {
    Object.freeze(globalThis[name]);
    Object.freeze(globalThis[name].prototype);
  } catch {
  }
}
try {
  Object.freeze(globalThis);
} catch {
}
return await t.echo({ a: [1, 2] });

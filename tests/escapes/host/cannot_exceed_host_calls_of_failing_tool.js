// Calls that fail count.
// limit: timeoutMs=5000
// must-end: HostCallLimit
// repeat: 5
for (;;) await t.boom().catch(() => {});

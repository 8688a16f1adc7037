// Calls whose arguments are refused do not go on for ever.
// limit: timeoutMs=500
// must-end: HostCallLimit | Timeout
// repeat: 5
for (;;) await t.echo(() => {}).catch(() => {});

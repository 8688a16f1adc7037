// Calls that are not awaited count.
// limit: timeoutMs=5000
// must-end: HostCallLimit
// repeat: 5
for (let i = 0; i < 1e6; i++) t.echo(i).catch(() => {});
'done';

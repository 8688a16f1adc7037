// A million calls end at the limit.
// limit: timeoutMs=5000
// must-end: HostCallLimit
// repeat: 5
for (let i = 0; i < 1e6; i++) await t.echo(1);

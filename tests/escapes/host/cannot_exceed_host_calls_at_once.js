// A million calls at once end at the limit.
// limit: timeoutMs=5000
// must-end: HostCallLimit
// repeat: 5
const all = [];
for (let i = 0; i < 1e6; i++) all.push(t.echo(i));
await Promise.all(all);

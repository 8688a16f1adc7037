// Cannot hold more memory than the limit in matches.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (;;) k.push(/(?<a>x)(?<b>y)/d.exec('xy'));

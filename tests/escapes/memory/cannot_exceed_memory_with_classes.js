// Cannot hold more memory than the limit in classes.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
for (;;) k.push(class { static a = 1; b() {} get c() { return 1; } });

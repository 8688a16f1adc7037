// Strings that are free again can be used again.
// limit: timeoutMs=5000
// repeat: 3
// must-end: completed 300
let n = 0;
for (; n < 300; n++) 'x'.repeat(1 << 20) + n;
n;

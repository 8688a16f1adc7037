// Cannot outlive the limits copying strings to bytes.
// must-end: Timeout | OutOfMemory
const s = '\u4e2d'.repeat(2 ** 19);
for (;;) Uint8Array.from(s, (c) => c.charCodeAt(0));

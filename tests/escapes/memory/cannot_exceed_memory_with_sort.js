// Cannot exceed the limit in what sort needs beside the array.
// must-end: OutOfMemory | Timeout | completed
// limit: timeoutMs=2000
const a = Array.from({ length: 500000 }, (_, i) => -i);
a.sort((x, y) => x - y).length;

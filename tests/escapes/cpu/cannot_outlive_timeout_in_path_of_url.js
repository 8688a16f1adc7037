// Cannot go on past the timeout in the path of a URL.
// must-end: Timeout | OutOfMemory
const path = '/a/..'.repeat(1 << 20) + '/%2e%2E/b'.repeat(1 << 18);
for (;;) new URL('http://h' + path);

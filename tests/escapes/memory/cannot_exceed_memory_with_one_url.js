// Cannot hold more memory than the limit in a URL that grows threefold when it is written.
// must-end: OutOfMemory
try {
  new URL('http://h/' + ' '.repeat(12 << 20));
} catch {
}

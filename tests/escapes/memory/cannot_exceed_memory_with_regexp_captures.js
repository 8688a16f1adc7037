// Cannot hold more memory than the limit in the matcher's own stack.
// must-end: OutOfMemory | Timeout | completed | Uncaught
// limit: timeoutMs=2000
let name = 'none';
try {
  /(?:(a)|(b)|(c)|(d)|(.))*$/.exec('abcdx'.repeat(1000000));
} catch (e) {
  name = e.name;
}
name;

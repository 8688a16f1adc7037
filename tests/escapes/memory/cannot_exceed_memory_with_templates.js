// Cannot hold more memory than the limit in template objects.
// must-end: OutOfMemory | Timeout | completed
// limit: timeoutMs=2000
const k = [];
const tag = (strings) => strings;
let name = 'none';
try {
  for (let i = 0; ; i++) k.push((0, eval)('(tag) => tag`a${1}b`')(tag));
} catch (e) {
  name = e.name;
}
name;

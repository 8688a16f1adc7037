// Generated code has no time of its own.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  for (let i = 0; ; i++) new Function('a', 'return a + ' + i)(1);
} catch (e) {
  name = e.name;
}
name;

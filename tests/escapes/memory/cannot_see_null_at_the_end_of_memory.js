// The end of memory is no value that a script can catch.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
let caught = 'nothing';
try {
  for (;;) k.push({});
} catch (e) {
  caught = e === null ? 'null' : String(e);
}
return caught;

// A graph that doubles per level is cut to the limit.
// limit: timeoutMs=2000
// log-bytes-at-most: 66000
// must-end: completed "done" | OutOfMemory | Timeout
let d = [1];
for (let i = 0; i < 40; i++) d = [d, d];
console.log(d);
'done';

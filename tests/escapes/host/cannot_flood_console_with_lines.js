// A million lines are cut to the limit, with a marker.
// limit: timeoutMs=5000
// log-bytes-at-most: 66000
// must-end: completed "done" | Timeout
// repeat: 3
for (let i = 0; i < 1e6; i++) console.log('line ' + i);
'done';

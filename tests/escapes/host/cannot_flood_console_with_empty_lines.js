// Empty lines cost the host memory, too: their number is bounded.
// limit: timeoutMs=5000
// log-bytes-at-most: 66000
// must-end: completed "done" | Timeout
// repeat: 3
for (let i = 0; i < 1e6; i++) console.log('');
'done';

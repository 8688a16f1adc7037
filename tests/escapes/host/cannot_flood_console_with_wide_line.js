// A giant line of wide characters is cut to the limit, between characters.
// limit: timeoutMs=20000
// log-bytes-at-most: 66000
// must-end: completed "done" | OutOfMemory
console.log('\u{1f600}'.repeat(1e6), '\ud800'.repeat(1e5));
'done';

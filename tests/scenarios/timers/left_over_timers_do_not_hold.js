// A timer that is still due does not hold the end.
// expect: completed "done"
// ends-within-ms: 1000
setTimeout(() => {}, 1e9);
setInterval(() => {}, 1000);
'done';

// Console output over its limit is cut, with a marker.
// limit: maxConsoleOutputBytes=100
// log-bytes-at-most: 200
// expect: completed "done"
for (let i = 0; i < 100; i++) console.log('line ' + i);
'done';

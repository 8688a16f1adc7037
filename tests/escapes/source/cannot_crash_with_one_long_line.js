// One line of a quarter of a megabyte runs.
// generated: yes
// limit: timeoutMs=20000
// must-end: completed 60000 | Uncaught RangeError | Syntax
// repeat: 5
return '1' + '+1'.repeat(59999) + ';';

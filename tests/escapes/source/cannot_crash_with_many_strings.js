// Very many strings are fine.
// generated: yes
// limit: timeoutMs=20000
// must-end: completed 18000 | Syntax | Uncaught
// repeat: 5
return '[' + Array.from({ length: 18000 }, (_, i) => `"s${i}"`).join(',') + '].length;';

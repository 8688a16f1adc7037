// Very many properties in a literal are fine.
// generated: yes
// limit: timeoutMs=20000
// must-end: completed | Syntax | Uncaught | TooLarge
// repeat: 5
return '({' + Array.from({ length: 20000 }, (_, i) => `k${i}:1`).join(',') + '});';

// Very many private names are refused or fine.
// generated: yes
// limit: timeoutMs=2000
// must-end: completed | Syntax | Uncaught | Timeout
// repeat: 5
return 'class A {' + Array.from({ length: 15000 }, (_, i) => `#a${i};`).join('') + '} 1;';

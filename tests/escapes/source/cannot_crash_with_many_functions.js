// Very many functions are fine.
// generated: yes
// limit: timeoutMs=20000
// must-end: completed | Syntax | Uncaught
// repeat: 5
return 'function f(){}\n'.repeat(16000) + '1;';

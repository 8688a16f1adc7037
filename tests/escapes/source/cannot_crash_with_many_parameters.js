// Very many parameters and arguments are refused or fine.
// generated: yes
// limit: timeoutMs=20000
// must-end: completed | Syntax | Uncaught
// repeat: 5
const n = 30000;
return `((${Array.from({ length: n }, (_, i) => 'a' + i).join(',')}) => a1)(${'1,'.repeat(n)})`;

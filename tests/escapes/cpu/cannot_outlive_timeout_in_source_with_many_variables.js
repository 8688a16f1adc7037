// A source with very many variables compiles within the limits.
// generated: yes
// must-end: Timeout | OutOfMemory | completed | Syntax | Uncaught
let s = '';
for (let i = 0; i < 14000; i++) s += `let v${i} = ${i};\n`;
return s + 'v1;';

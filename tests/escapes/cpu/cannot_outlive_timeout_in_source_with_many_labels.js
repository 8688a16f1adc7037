// A source with very many nested blocks compiles within the limits.
// generated: yes
// must-end: Timeout | OutOfMemory | completed | Syntax | Uncaught
let s = '';
for (let i = 0; i < 20000; i++) s += `l${i}:`;
return s + 'x:1;';

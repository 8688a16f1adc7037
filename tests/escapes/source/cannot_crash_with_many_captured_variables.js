// Very many captured variables are refused or fine.
// generated: yes
// limit: timeoutMs=20000
// must-end: completed | Syntax | Uncaught
// repeat: 5
const n = 10000;
let s = '';
for (let i = 0; i < n; i++) s += `let a${i}=${i};`;
return s + `(() => a0${Array.from({ length: 6000 }, (_, i) => '+a' + i).join('')})();`;

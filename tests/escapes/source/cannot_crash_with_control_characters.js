// Control characters are refused.
// generated: yes
// must-end: Syntax | completed
return Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).join('');

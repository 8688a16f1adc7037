// Byte order marks are white space.
// generated: yes
// must-end: completed 1 | Syntax
return '\ufeff'.repeat(1000) + '1;' + '\ufeff'.repeat(1000);

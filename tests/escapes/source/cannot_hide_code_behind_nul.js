// What follows a NUL is not cut off.
// generated: yes
// must-end: Syntax | completed 2
return '1;\0\n2;';

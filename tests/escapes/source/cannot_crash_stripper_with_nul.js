// A NUL among types.
// must-end: Syntax
// generated: yes
return 'let a: num\0ber = 1';

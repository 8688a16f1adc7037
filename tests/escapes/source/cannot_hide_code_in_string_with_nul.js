// A NUL within a string literal is part of it.
// generated: yes
// must-end: completed 3
return '"a\0b".length;';

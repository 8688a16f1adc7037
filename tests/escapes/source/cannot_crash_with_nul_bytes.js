// NUL bytes in the source are refused or are part of a string.
// generated: yes
// must-end: Syntax | completed
return '"a\0b"; \0';

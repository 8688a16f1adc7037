// Directives at the top change nothing of the sandbox.
// generated: yes
// must-end: completed | Syntax
return '"use strict"; "use asm"; "use math"; "use strip"; 1;';

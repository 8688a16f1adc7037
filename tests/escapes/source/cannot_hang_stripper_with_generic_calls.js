// Nested generic arrows, which take a parser exponential time.
// must-end: TypeScript | Syntax | OutOfMemory
// generated: yes
// repeat: 5
return '<T>('.repeat(40) + '1' + ')'.repeat(40);

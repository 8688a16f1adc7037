// As many enums as fit.
// must-end: TypeScript | Syntax | OutOfMemory
// generated: yes
// repeat: 5
return 'enum A{} '.repeat(28000);
